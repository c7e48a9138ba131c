import type { ComponentProps } from 'react';
import { FormDialog } from '../ui/decision/form-dialog.tsx';
import { FocusedNotice } from '../ui/layout/focused-notice.tsx';
import { OwnerFields, useOwnerForm } from './owner-fields.tsx';

interface OwnerDialogProps extends Omit<
  ComponentProps<typeof FormDialog>,
  'isSending' | 'locksWhileSending' | 'onSubmit'
> {
  /** The title above a refusal. */
  readonly failed: string;
  readonly send: Parameters<typeof useOwnerForm>[0];
  readonly onDone: Parameters<typeof useOwnerForm>[1];
}

/** A question that only the account's owner may answer. A session alone isn't enough: the screen may have been left open. */
export const OwnerDialog = ({ failed, send, onDone, children, ...question }: OwnerDialogProps) => {
  const owner = useOwnerForm(send, onDone);
  return (
    <FormDialog {...question} isSending={owner.isSubmitting} locksWhileSending gap="5" onSubmit={owner.submit}>
      {owner.refusal && <FocusedNotice title={failed}>{owner.refusal}</FocusedNotice>}
      {children}
      <OwnerFields {...owner} />
    </FormDialog>
  );
};
