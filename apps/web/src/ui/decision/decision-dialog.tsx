import { lazyComponent } from '../../kernel/lazy-component.tsx';
import { Button } from '../controls/button.tsx';
import type { DecisionDialogProps } from './opened-dialog.tsx';

/** A question that has to be answered before anything continues. No page's first view waits for what draws it. */
export const DecisionDialog = lazyComponent<DecisionDialogProps>(
  async () => (await import('./opened-dialog.tsx')).OpenedDialog,
);

interface QuestionDialogProps extends Omit<DecisionDialogProps, 'actions'> {
  /** The harmless answer. */
  readonly cancel?: string;
  readonly action: string;
  /** On the button while what was requested is being done. */
  readonly sending?: string;
  readonly isSending?: boolean;
  /** While it is being done, there is no other answer. */
  readonly locksWhileSending?: boolean;
  /** Something is lost by it. */
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
  const isHeld = locksWhileSending && isSending;
  const close = () => {
    if (!isHeld) dialog.onClose();
  };
  return (
    <DecisionDialog
      {...dialog}
      onClose={close}
      actions={
        <>
          <Button variant="secondary" disabled={isHeld} onClick={close}>
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
