import { Stack, chakra } from '@chakra-ui/react';
import type { RefundRow } from '@tessera/contract/refunds';
import { RefundReasonForm } from '@tessera/domain/refunds/forms';
import { useId, useRef } from 'react';
import { FormField, showFieldErrors, useClassForm } from '../../kernel/form.tsx';
import { ApiError } from '../../kernel/send.ts';
import { toast } from '../../kernel/toast.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { TextArea } from '../../ui/controls/text-input.tsx';
import { DecisionDialog } from '../../ui/layout/decision-dialog.tsx';
import { declineRefund } from './refunds.atoms.ts';

interface DeclineDialogProps {
  readonly row: RefundRow;
  readonly onClose: () => void;
  /** Where the focus goes after a decision: what opened the dialog is about to go with its row. */
  readonly placeWhenDecided: () => HTMLElement | null;
}

/** Declines what a brand asked for, with the reason that it reads. */
export const DeclineDialog = ({ row, onClose, placeWhenDecided }: DeclineDialogProps) => {
  const form = useClassForm(RefundReasonForm);
  const { errors, isSubmitting } = form.formState;
  const id = useId();
  const opener = useRef(document.activeElement as HTMLElement | null);
  const isDecided = useRef(false);
  const submit = form.handleSubmit(async ({ reason }) => {
    try {
      await declineRefund(row.license_id, reason);
      isDecided.current = true;
      toast.success('Request declined', `${row.brand_name} gets an email with your reason.`);
      onClose();
    } catch (error) {
      if (showFieldErrors(form, error)) return;
      if (!(error instanceof ApiError)) throw error;
      toast.error(error.title, error.message);
      onClose();
    }
  });
  return (
    <DecisionDialog
      title={`Decline the refund of “${row.title}”?`}
      onClose={onClose}
      focusAfter={() => (isDecided.current ? placeWhenDecided() : opener.current)}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="danger" loading={isSubmitting} loadingText="Declining…">
            Decline request
          </Button>
        </>
      }
    >
      <chakra.form id={id} noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="4">
          <p>
            {row.brand_name} asked for it: “{row.reason}” No money moves, and the license stays as it is. Within 14 days
            of the purchase, they may ask again.
          </p>
          <FormField
            label="Reason"
            help={`${row.brand_name} reads this, at the license and in an email.`}
            error={errors.reason?.message}
          >
            <TextArea rows={3} {...form.register('reason')} />
          </FormField>
        </Stack>
      </chakra.form>
    </DecisionDialog>
  );
};
