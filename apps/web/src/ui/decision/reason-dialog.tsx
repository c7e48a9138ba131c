import { FormField } from '../../kernel/forms/form-field.tsx';
import { showFieldErrors, useClassForm } from '../../kernel/forms/form.tsx';
import { TextArea } from '../controls/text-input.tsx';
import { FormDialog } from './form-dialog.tsx';
import type { FormDialogProps } from './form-dialog.tsx';
import { useDecision } from './use-decision.ts';
import type { DecisionFeedback, DialogFocus } from './use-decision.ts';

interface ReasonForm {
  reason: string;
}

type Frame = Omit<FormDialogProps, 'isSending' | 'onSubmit' | 'onClose' | 'focusAfter'>;

interface ReasonDialogProps extends Frame, DialogFocus, Pick<DecisionFeedback, 'done'> {
  /** The rules for the reason. */
  readonly form: new () => ReasonForm;
  readonly label?: string;
  /** Says who will read the reason. */
  readonly help: string;
  readonly send: (reason: string) => Promise<unknown>;
}

/** Asks for a reason before a decision is made. */
export const ReasonDialog = ({
  form: Form,
  label = 'Reason',
  help,
  send,
  done,
  children,
  focusWhenDone,
  ...frame
}: ReasonDialogProps) => {
  const { decide, isSending, focusAfter } = useDecision({ onClose: frame.onClose, focusWhenDone });
  const form = useClassForm(Form);
  const showError = (error: unknown) => showFieldErrors(form, error);
  const submit = form.handleSubmit(({ reason }) => decide(() => send(reason), { done, showError }));
  return (
    <FormDialog {...frame} isSending={isSending} onSubmit={submit} focusAfter={focusAfter}>
      {children}
      <FormField label={label} help={help} error={form.formState.errors.reason?.message}>
        <TextArea rows={3} {...form.register('reason')} />
      </FormField>
    </FormDialog>
  );
};
