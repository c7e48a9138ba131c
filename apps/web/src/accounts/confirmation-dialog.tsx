import { useAtomValue } from 'jotai';
import { post } from '../kernel/send.ts';
import { confirmationAtom } from './confirmation.atoms.ts';
import { OwnerDialog } from './owner-dialog.tsx';

/** Asks for their own password, and a code or a passkey where there is a second factor, while a change waits for it. */
export const ConfirmationDialog = () => {
  const question = useAtomValue(confirmationAtom);
  return (
    question && (
      <OwnerDialog
        title="Confirm it’s you"
        action="Confirm"
        sending="Checking..."
        failed="Not confirmed"
        send={(given) => post('/api/account/confirm', given)}
        onDone={() => question.answer(true)}
        onClose={() => question.answer(false)}
      >
        <p>Only you should be able to make this change, so we ask once more.</p>
      </OwnerDialog>
    )
  );
};
