import { AdminConfirmForm } from '@tessera/domain/admin/forms';
import type { PaymentMethod } from '@tessera/domain/payment-methods';
import { useState } from 'react';
import { FormField } from '../../../kernel/forms/form-field.tsx';
import { showFieldErrors, useClassForm } from '../../../kernel/forms/form.tsx';
import { saveFile } from '../../../kernel/save-file.ts';
import { ApiError } from '../../../kernel/send.ts';
import { PasswordInput } from '../../../ui/controls/password-input.tsx';
import { FormDialog } from '../../../ui/decision/form-dialog.tsx';
import { FocusedNotice } from '../../../ui/layout/focused-notice.tsx';
import { makeFile } from '../payouts.atoms.ts';
import { fileTitles } from '../labels.ts';

interface FileDialogProps {
  readonly runId: string;
  readonly method: PaymentMethod;
  readonly onClose: () => void;
  /** Called with the number of payouts that are missing from the file. */
  readonly onMade: (leftOut: number) => void;
}

/** Asks for the admin's password before it creates a file with full account details. */
export const FileDialog = ({ runId, method, onClose, onMade }: FileDialogProps) => {
  const form = useClassForm(AdminConfirmForm);
  const { errors, isSubmitting } = form.formState;
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const submit = form.handleSubmit(async ({ password }) => {
    setRefusal(null);
    try {
      const { file, leftOut } = await makeFile(runId, method, password);
      saveFile(file, `payouts-${method}-${new Date().toISOString().slice(0, 'yyyy-mm-dd'.length)}.csv`);
      onMade(leftOut);
      onClose();
    } catch (error) {
      if (showFieldErrors(form, error)) return form.setFocus('password');
      if (!(error instanceof ApiError)) throw error;
      setRefusal(error);
    }
  });
  return (
    <FormDialog
      title={`Create the ${fileTitles[method]}`}
      action="Create and download"
      sending="Creating the file…"
      isSending={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      {refusal && <FocusedNotice title={refusal.title}>{refusal.message}</FocusedNotice>}
      <p>
        It contains full account details. Delete it from this computer once you’ve passed it on for payment. The log
        records that you created it.
      </p>
      <FormField label="Your password" error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </FormField>
    </FormDialog>
  );
};
