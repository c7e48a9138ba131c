import { PayoutPaidForm } from '@tessera/domain/payouts/forms';
import type { ReactNode } from 'react';
import { FormField } from '../../../kernel/forms/form-field.tsx';
import { showFieldErrors, useClassForm } from '../../../kernel/forms/form.tsx';
import { TextInput } from '../../../ui/controls/text-input.tsx';
import { FormDialog } from '../../../ui/decision/form-dialog.tsx';
import { useDecision } from '../../../ui/decision/use-decision.ts';
import type { DecisionFeedback, DialogFocus } from '../../../ui/decision/use-decision.ts';

interface ReferenceDialogProps extends DialogFocus, Pick<DecisionFeedback, 'done'> {
  /** The consequences. */
  readonly children: ReactNode;
  readonly send: (reference: string) => Promise<unknown>;
}

/** Asks for the bank's reference for a payout, which is optional. */
export const ReferenceDialog = ({ children, send, done, ...place }: ReferenceDialogProps) => {
  const { decide, isSending, focusAfter } = useDecision(place);
  const form = useClassForm(PayoutPaidForm);
  const showError = (error: unknown) => showFieldErrors(form, error);
  const submit = form.handleSubmit(({ reference }) => decide(() => send(reference ?? ''), { done, showError }));
  return (
    <FormDialog
      title="Mark this payout as paid?"
      cancel="Go back"
      action="Mark as paid"
      sending="Recording…"
      isSending={isSending}
      onSubmit={submit}
      onClose={place.onClose}
      focusAfter={focusAfter}
    >
      <p>{children}</p>
      <FormField
        label="Reference (optional)"
        help="The bank’s or provider’s reference. The creator sees it."
        error={form.formState.errors.reference?.message}
      >
        <TextInput {...form.register('reference')} />
      </FormField>
    </FormDialog>
  );
};
