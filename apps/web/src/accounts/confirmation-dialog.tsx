import { useAtomValue } from 'jotai';
import { post } from '../kernel/send.ts';
import { confirmationAtom } from './confirmation.atoms.ts';
import { OwnerDialog } from './owner-dialog.tsx';

/** While a change waits for confirmation, asks for the password and, if there is a second factor, a code or passkey. */
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
        <p>Only you should be able to make this change, so please confirm it.</p>
      </OwnerDialog>
    )
  );
};
