import { lazyComponent } from '../../kernel/lazy-component.tsx';
import { Button } from '../controls/button.tsx';
import type { DecisionDialogProps } from './opened-dialog.tsx';

/** A question that must be answered before anything else. Its code is loaded on demand, so no page's first view waits for it. */
export const DecisionDialog = lazyComponent<DecisionDialogProps>(
  async () => (await import('./opened-dialog.tsx')).OpenedDialog,
);

interface QuestionDialogProps extends Omit<DecisionDialogProps, 'actions'> {
  /** The label of the harmless answer. */
  readonly cancel?: string;
  readonly action: string;
  /** The action's label while it is in progress. */
  readonly sending?: string;
  readonly isSending?: boolean;
  /** The dialog can't be canceled while the action is in progress. */
  readonly locksWhileSending?: boolean;
  /** The action deletes or takes away something. */
  readonly isDestructive?: boolean;
  readonly onAction?: () => unknown;
  /** The id of the form that the action submits. */
  readonly form?: string;
}

/** A question with two answers. */
export const QuestionDialog = ({
  cancel = 'Cancel',
  action,
  sending,
  isSending = false,
  locksWhileSending = false,
  isDestructive = false,
  onAction,
  form,
  ...dialog
}: QuestionDialogProps) => {
  const isLocked = locksWhileSending && isSending;
  const close = () => {
    if (!isLocked) dialog.onClose();
  };
  return (
    <DecisionDialog
      {...dialog}
      onClose={close}
      actions={
        <>
          <Button variant="secondary" disabled={isLocked} onClick={close}>
            {cancel}
          </Button>
          <Button
            variant={isDestructive ? 'danger' : 'primary'}
            loading={isSending}
            {...(sending && { loadingText: sending })}
            {...(form ? { type: 'submit', form } : { onClick: () => void onAction?.() })}
          >
            {action}
          </Button>
        </>
      }
    />
  );
};
