import { useAtomValue } from 'jotai';
import { Suspense } from 'react';
import { lazyPart } from '../../kernel/lazy-component.tsx';
import { profileAtom } from '../profile/profile.atoms.ts';

const SendAgain = lazyPart(async () => ({ default: (await import('./send-again.tsx')).SendAgain }));

/** Asks for confirmation of the address until the account has given it. */
export const ConfirmEmailNotice = () => {
  const profile = useAtomValue(profileAtom);
  if (!profile?.asks_to_confirm_email) return null;
  return (
    <Suspense fallback={null}>
      <SendAgain email={profile.email} />
    </Suspense>
  );
};
