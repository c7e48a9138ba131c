import { chakra } from '@chakra-ui/react';
import { OwnPasswordForm } from '@tessera/domain/accounts/forms';
import { useAtomValue } from 'jotai';
import { useId, useState } from 'react';
import { showFieldErrors, useClassForm } from '../kernel/form.tsx';
import { post } from '../kernel/send.ts';
import { Button } from '../ui/button.tsx';
import { DecisionDialog } from '../ui/decision-dialog.tsx';
import { FocusedNotice } from '../ui/focused-notice.tsx';
import { confirmationAtom } from './confirmation.atoms.ts';
import { PasswordField } from './fields.tsx';

const Question = ({ onAnswer }: { onAnswer: (confirmed: boolean) => void }) => {
  const formId = useId();
  const form = useClassForm(OwnPasswordForm);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { isSubmitting } = form.formState;
  const confirm = form.handleSubmit(async ({ password }) => {
    setRefusal(null);
    try {
      await post('/api/account/confirm', { password });
      onAnswer(true);
    } catch (error) {
      if (!showFieldErrors(form, error)) setRefusal(error instanceof Error ? error.message : 'Please try again.');
    }
  });
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
      <chakra.form noValidate id={formId} onSubmit={(event) => void confirm(event)} display="grid" gap="5">
        {refusal && <FocusedNotice title="Not confirmed">{refusal}</FocusedNotice>}
        <chakra.p>You’re changing where your earnings are paid. Please enter your password first.</chakra.p>
        <PasswordField form={form} name="password" label="Your password" autoComplete="current-password" />
      </chakra.form>
    </DecisionDialog>
  );
};

/** Asks for the own password while a change waits for it. */
export const ConfirmationDialog = () => {
  const question = useAtomValue(confirmationAtom);
  return question && <Question onAnswer={question.answer} />;
};
