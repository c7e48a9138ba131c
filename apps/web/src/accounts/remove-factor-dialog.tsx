import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import { toast } from '../kernel/toast.tsx';
import { Button } from '../ui/button.tsx';
import { DecisionDialog } from '../ui/decision-dialog.tsx';
import { FocusedNotice } from '../ui/focused-notice.tsx';
import { OwnerFields, useOwnerForm } from './owner-fields.tsx';
import { removeFactor } from './second-factor.ts';

/** Asks for the password and a code: whoever finds a screen left open must not take the second factor away. */
export const RemoveFactorDialog = ({ onClose, onRemoved }: { onClose: () => void; onRemoved: () => void }) => {
  const formId = useId();
  const { form, submit, refusal, isSubmitting } = useOwnerForm(removeFactor, () => {
    toast.success('Second factor removed', 'Signing in asks for your password alone.');
    onRemoved();
  });
  return (
    <DecisionDialog
      title="Remove your second factor?"
      onClose={() => !isSubmitting && onClose()}
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
            Keep it
          </Button>
          <Button type="submit" form={formId} variant="danger" loading={isSubmitting} loadingText="Removing...">
            Remove
          </Button>
        </>
      }
    >
      <chakra.form noValidate id={formId} onSubmit={(event) => void submit(event)} display="grid" gap="5">
        {refusal && <FocusedNotice title="Nothing was removed">{refusal}</FocusedNotice>}
        <chakra.p>Your password alone will open your account. Your recovery codes stop working.</chakra.p>
        <OwnerFields form={form} />
      </chakra.form>
    </DecisionDialog>
  );
};
