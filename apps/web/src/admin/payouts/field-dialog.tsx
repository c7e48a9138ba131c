import { Stack, chakra } from '@chakra-ui/react';
import { PayoutPaidForm, PayoutReasonForm } from '@tessera/domain/payouts/forms';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { FormField, showFieldErrors, useClassForm } from '../../kernel/form.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { TextArea, TextInput } from '../../ui/controls/text-input.tsx';
import { DecisionDialog } from '../../ui/layout/decision-dialog.tsx';
import { useDecision } from './use-decision.ts';
import type { DialogPlace } from './use-decision.ts';

interface FieldDialogProps extends DialogPlace {
  readonly title: string;
  /** What follows from it. */
  readonly children: ReactNode;
  readonly help: string;
  readonly action: string;
  readonly sending: string;
  readonly send: (typed: string) => Promise<unknown>;
  readonly done: readonly [title: string, words?: string];
}

interface FrameProps extends Pick<FieldDialogProps, 'title' | 'children' | 'action' | 'sending' | 'onClose'> {
  readonly field: ReactNode;
  readonly isLoss?: boolean;
  readonly isSending: boolean;
  readonly onSubmit: () => Promise<void>;
  readonly focusAfter: () => HTMLElement | null;
}

const Frame = ({ title, children, field, isLoss, action, sending, isSending, ...on }: FrameProps) => {
  const id = useId();
  return (
    <DecisionDialog
      title={title}
      onClose={on.onClose}
      focusAfter={on.focusAfter}
      actions={
        <>
          <Button variant="secondary" onClick={on.onClose}>
            Go back
          </Button>
          <Button
            type="submit"
            form={id}
            variant={isLoss ? 'danger' : 'primary'}
            loading={isSending}
            loadingText={sending}
          >
            {action}
          </Button>
        </>
      }
    >
      <chakra.form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void on.onSubmit();
        }}
      >
        <Stack gap="4">
          <p>{children}</p>
          {field}
        </Stack>
      </chakra.form>
    </DecisionDialog>
  );
};

/** Asks why, before money is put back or held: the creator reads it. */
export const ReasonDialog = ({ help, send, done, ...frame }: FieldDialogProps) => {
  const { decide, isSending, focusAfter } = useDecision(frame);
  const form = useClassForm(PayoutReasonForm);
  const shows = (error: unknown) => showFieldErrors(form, error);
  const submit = form.handleSubmit(({ reason }) => decide(() => send(reason), { done, shows }));
  const field = (
    <FormField label="Reason" help={help} error={form.formState.errors.reason?.message}>
      <TextArea rows={3} {...form.register('reason')} />
    </FormField>
  );
  return <Frame {...frame} isLoss field={field} isSending={isSending} onSubmit={submit} focusAfter={focusAfter} />;
};

/** Asks how the bank names what it paid; it may have no name for it. */
export const ReferenceDialog = ({ help, send, done, ...frame }: FieldDialogProps) => {
  const { decide, isSending, focusAfter } = useDecision(frame);
  const form = useClassForm(PayoutPaidForm);
  const shows = (error: unknown) => showFieldErrors(form, error);
  const submit = form.handleSubmit(({ reference }) => decide(() => send(reference ?? ''), { done, shows }));
  const field = (
    <FormField label="Reference, if there is one" help={help} error={form.formState.errors.reference?.message}>
      <TextInput {...form.register('reference')} />
    </FormField>
  );
  return <Frame {...frame} field={field} isSending={isSending} onSubmit={submit} focusAfter={focusAfter} />;
};
