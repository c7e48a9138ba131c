import { useAtomValue, useSetAtom } from 'jotai';
import { sessionAtom } from '../../kernel/session.ts';
import { signOutAtom, signingOutAtom } from '../../kernel/sign-out.atoms.ts';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';

/** Signs out, or takes a visitor to the sign-in form. */
export const SessionButton = ({ onDone }: { onDone?: () => void }) => {
  const session = useAtomValue(sessionAtom);
  const signingOut = useAtomValue(signingOutAtom);
  const signOut = useSetAtom(signOutAtom);
  if (!session) {
    return (
      <ButtonLink to={paths.signIn} {...(onDone ? { onClick: onDone } : {})} size="sm" variant="secondary">
        Sign in
      </ButtonLink>
    );
  }
  return (
    <Button
      size="sm"
      variant="secondary"
      loading={signingOut}
      loadingText="Signing out..."
      onClick={() => void signOut().then(onDone)}
    >
      Sign out
    </Button>
  );
};
