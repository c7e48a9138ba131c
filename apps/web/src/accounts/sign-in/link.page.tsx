import { chakra } from '@chakra-ui/react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { AuthFrame } from './auth-frame.tsx';

interface Question {
  readonly heading: string;
  readonly intro: string;
  readonly action: string;
}

const questions: ReadonlyMap<string | null, Question> = new Map([
  [
    'recovery',
    {
      heading: 'Set a new password',
      intro: 'One press, and you can choose it. Your old password works until then.',
      action: 'Choose a new password',
    },
  ],
  [
    'signup',
    {
      heading: 'Confirm your email address',
      intro: 'One press, and we know that this address is yours.',
      action: 'Confirm my address',
    },
  ],
]);

const Incomplete = () => (
  <AuthFrame
    title="Incomplete link"
    heading="This link is incomplete"
    intro="Please open it from the email again, or copy all of it. You can also request a new one."
  >
    <ButtonLink to={paths.signIn}>Go to Login</ButtonLink>
  </AuthFrame>
);

/**
 * Where a link in an email leads. Mail scanners open links before their reader does, so opening this page changes nothing:
 * only its button follows the link. The server then redirects to where it leads.
 */
export const LinkPage = () => {
  const link = new URLSearchParams(useLocation().hash.slice(1));
  const question = questions.get(link.get('type'));
  if (!question || !link.get('token')) return <Incomplete />;
  const { heading, intro, action } = question;
  return (
    <AuthFrame title={heading} heading={heading} intro={intro}>
      <chakra.form method="post" action={`/auth/v1/follow?${link.toString()}`} aria-label={heading}>
        <Button type="submit" size="lg" w={{ base: 'full', sm: 'auto' }}>
          {action}
        </Button>
      </chakra.form>
    </AuthFrame>
  );
};

export { LinkPage as Component };
