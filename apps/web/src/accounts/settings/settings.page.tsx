import { Box, Flex } from '@chakra-ui/react';
import type { Profile } from '@tessera/contract/accounts/profile';
import { Download, KeyRound, Mail, Trash2 } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { lazyPart } from '../../kernel/lazy-component.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { useBusy } from '../../ui/controls/use-busy.ts';
import { OwnProfile } from '../profile/own-profile.tsx';
import { Page, PageHeading } from '../../ui/layout/page.tsx';
import { BillingSection } from './billing-section.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { ConfirmationDialog } from '../confirmation-dialog.tsx';
import { downloadOwnData } from './own-data.ts';
import { MailsSection } from './emails/mails-section.tsx';
import { PageSection } from './page-section.tsx';
import { SecondFactorSection } from '../second-factor/second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { SettingsBrandForm } from './settings-brand-form.tsx';
import { SettingsCreatorForm } from './settings-creator-form.tsx';
import { SettingsSection } from './settings-section.tsx';

const ChangeEmailForm = lazyPart(async () => ({
  default: (await import('../email/change-email-form.tsx')).ChangeEmailForm,
}));

const DeleteAccountDialog = lazyPart(async () => ({
  default: (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
}));

const icon = { size: 18, strokeWidth: 1.5, 'aria-hidden': true } as const;

const profileIntro = {
  creator:
    'Your name appears in your license agreements. Your payout details are encrypted, and only you and the operator can see them.',
  brand: 'The brand name appears in agreements. The contact’s name and phone number are never public.',
};

const namesOf = (profile: Profile) => (profile.role === 'brand' ? [profile.name, profile.brand_name] : [profile.name]);

const SignInSection = ({ profile }: { profile: Profile }) => {
  const [changing, setChanging] = useState<'email' | 'password' | null>(null);
  const openers = { email: useRef<HTMLButtonElement>(null), password: useRef<HTMLButtonElement>(null) };
  const { email } = profile;
  const close = () => {
    flushSync(() => setChanging(null));
    if (changing) openers[changing].current?.focus();
  };
  return (
    <SettingsSection id="sign-in" heading="Sign-in" intro="What you sign in with, and where our emails go.">
      <Flex gap="4" wrap="wrap" align="center" justify="space-between">
        <Box minW={0}>
          <Box fontSize="sm" color="ink.muted">
            Email
          </Box>
          <Box fontWeight="500" overflowWrap="anywhere">
            {email}
          </Box>
        </Box>
        {!changing && (
          <Flex gap="3" wrap="wrap" w={{ base: 'full', sm: 'auto' }}>
            <Button
              ref={openers.email}
              variant="secondary"
              w={{ base: 'full', sm: 'auto' }}
              onClick={() => setChanging('email')}
            >
              <Mail {...icon} />
              Change email
            </Button>
            <Button
              ref={openers.password}
              variant="secondary"
              w={{ base: 'full', sm: 'auto' }}
              onClick={() => setChanging('password')}
            >
              <KeyRound {...icon} />
              Change password
            </Button>
          </Flex>
        )}
      </Flex>
      {changing === 'email' && (
        <Box mt="6">
          <Suspense fallback={null}>
            <ChangeEmailForm onDone={close} />
          </Suspense>
        </Box>
      )}
      {changing === 'password' && (
        <Box mt="6">
          <ChangePasswordForm email={email} names={namesOf(profile)} onDone={close} />
        </Box>
      )}
    </SettingsSection>
  );
};

const DataSection = () => {
  const [loading, download] = useBusy(downloadOwnData);
  return (
    <SettingsSection
      id="data"
      heading="Your data"
      intro="Everything we keep about you in one readable file: your profile, history with exact times, licenses and sessions."
    >
      <Button
        variant="secondary"
        w={{ base: 'full', sm: 'auto' }}
        loading={loading}
        loadingText="Preparing..."
        onClick={() => void download()}
      >
        <Download {...icon} />
        Download my data
      </Button>
    </SettingsSection>
  );
};

const DeleteSection = ({ role }: { role: Profile['role'] }) => {
  const [asking, setAsking] = useState(false);
  return (
    <SettingsSection
      id="delete"
      heading="Delete account"
      intro="The key that encrypts your personal data will be destroyed, so nobody can ever read it again. This can’t be undone."
    >
      <Button variant="danger" w={{ base: 'full', sm: 'auto' }} onClick={() => setAsking(true)}>
        <Trash2 {...icon} />
        Delete account…
      </Button>
      <Suspense fallback={null}>
        {asking && <DeleteAccountDialog role={role} onClose={() => setAsking(false)} />}
      </Suspense>
    </SettingsSection>
  );
};

const Sections = ({ profile }: { profile: Profile }) => (
  <Box>
    <SettingsSection id="profile" heading="Profile" intro={profileIntro[profile.role]}>
      {profile.role === 'creator' ? <SettingsCreatorForm profile={profile} /> : <SettingsBrandForm profile={profile} />}
    </SettingsSection>
    {profile.role === 'brand' && <BillingSection />}
    {profile.role === 'creator' && <PageSection profile={profile} />}
    <MailsSection profile={profile} />
    <SignInSection profile={profile} />
    <SecondFactorSection />
    <SessionsSection />
    <DataSection />
    <DeleteSection role={profile.role} />
    <ConfirmationDialog />
  </Box>
);

/** The account page of both roles, with the profile form of each. */
export const SettingsPage = () => (
  <Page title="Account">
    <PageHeading intro="Your profile, how you sign in, and what we keep about you.">Account</PageHeading>
    <OwnProfile>{(profile) => <Sections profile={profile} />}</OwnProfile>
  </Page>
);

export { SettingsPage as Component };
