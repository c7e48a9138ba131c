import { chakra } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { useId } from 'react';
import { post } from '../kernel/send.ts';
import { Button } from '../ui/controls/button.tsx';
import { DecisionDialog } from '../ui/decision/decision-dialog.tsx';
import { FocusedNotice } from '../ui/layout/focused-notice.tsx';
import { confirmationAtom } from './confirmation.atoms.ts';
import { OwnerFields, useOwnerForm } from './owner-fields.tsx';

const Question = ({ onAnswer }: { onAnswer: (confirmed: boolean) => void }) => {
  const formId = useId();
  const owner = useOwnerForm(
    (given) => post('/api/account/confirm', given),
    () => onAnswer(true),
  );
  const { submit, refusal, isSubmitting } = owner;
  return (
    <DecisionDialog
      title="Confirm it’s you"
      onClose={() => !isSubmitting && onAnswer(false)}
      actions={
        <>
          <Button variant="secondary" onClick={() => onAnswer(false)} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={isSubmitting} loadingText="Checking...">
            Confirm
          </Button>
        </>
      }
    >
      <chakra.form noValidate id={formId} onSubmit={(event) => void submit(event)} display="grid" gap="5">
        {refusal && <FocusedNotice title="Not confirmed">{refusal}</FocusedNotice>}
        <chakra.p>Only you should be able to make this change, so we ask once more.</chakra.p>
        <OwnerFields {...owner} />
      </chakra.form>
    </DecisionDialog>
  );
};

/** Asks for their own password, and a code or a passkey where there is a second factor, while a change waits for it. */
export const ConfirmationDialog = () => {
  const question = useAtomValue(confirmationAtom);
  return question && <Question onAnswer={question.answer} />;
};
