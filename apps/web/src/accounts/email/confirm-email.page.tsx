import type { Profile } from '@tessera/contract/accounts/profile';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { get, post } from '../../kernel/send.ts';
import { openAuth } from '../../kernel/session.ts';
import { toast } from '../../kernel/toast.tsx';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { useBusy } from '../../ui/controls/use-busy.ts';
import { FocusedNotice } from '../../ui/layout/focused-notice.tsx';
import { Page, PageHeading } from '../../ui/layout/page.tsx';
import { keepOwnProfile } from '../profile/own-profile.atoms.ts';
import { keepProfile } from '../profile/profile.atoms.ts';

/** Shows the new address everywhere, in the session too. */
const showAddress = async () => {
  await (await openAuth()).refreshSession();
  const profile = await get<Profile>('/api/profile');
  keepOwnProfile(profile);
  keepProfile(profile);
};

const Question = ({ token, email }: { token: string; email: string }) => {
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [confirming, confirm] = useBusy(async () => {
    setRefusal(null);
    try {
      await post('/api/account/email/confirm', { token, email });
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : 'Please try again.');
      return;
    }
    await showAddress();
    toast.success('Email address changed', `From now on, you sign in with ${email}.`);
    await navigate(paths.accountPart('sign-in'), { replace: true });
  });
  return (
    <>
      <PageHeading
        intro={`From now on, you’ll sign in with ${email}, and our emails will go there. You’ll be signed out everywhere else.`}
      >
        Confirm your new email address
      </PageHeading>
      {refusal && <FocusedNotice title="Your email address was not changed">{refusal}</FocusedNotice>}
      <Button
        size="lg"
        mt={refusal ? '5' : '0'}
        loading={confirming}
        loadingText="Confirming..."
        onClick={() => void confirm()}
      >
        Use this address
      </Button>
    </>
  );
};

const Incomplete = () => (
  <>
    <PageHeading intro="Please open it from the email again, or copy all of it.">This link is incomplete</PageHeading>
    <ButtonLink to={paths.account}>Go to my account</ButtonLink>
  </>
);

/** Where the link to a new address leads. Opening it changes nothing; its button does. */
export const ConfirmEmailPage = () => {
  const link = new URLSearchParams(useLocation().hash.slice(1));
  const [token, email] = [link.get('token'), link.get('email')];
  return (
    <Page title="Confirm your new email address">
      {token && email ? <Question token={token} email={email} /> : <Incomplete />}
    </Page>
  );
};

export { ConfirmEmailPage as Component };
