import { Dialog, Portal } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';

interface DecisionDialogProps {
  readonly open?: boolean;
  readonly title: ReactNode;
  /** What follows from each answer. */
  readonly children: ReactNode;
  /** The answers, from the harmless one to the one that was requested. */
  readonly actions: ReactNode;
  readonly onClose: () => void;
  /** What has the focus then; by default what opened it. */
  readonly focusAfter?: () => HTMLElement | null;
}

/** A question that has to be answered before anything continues. */
export const DecisionDialog = ({ open = true, title, children, actions, onClose, focusAfter }: DecisionDialogProps) => (
  <Dialog.Root
    open={open}
    onOpenChange={(change) => !change.open && onClose()}
    role="alertdialog"
    {...(focusAfter && { finalFocusEl: focusAfter })}
  >
    <Portal>
      <Dialog.Backdrop />
      <Dialog.Positioner>
        <Dialog.Content maxW="lg">
          <Dialog.Header>
            <Dialog.Title>{title}</Dialog.Title>
          </Dialog.Header>
          <Dialog.Body>{children}</Dialog.Body>
          <Dialog.Footer>{actions}</Dialog.Footer>
        </Dialog.Content>
      </Dialog.Positioner>
    </Portal>
  </Dialog.Root>
);

interface QuestionDialogProps extends Omit<DecisionDialogProps, 'actions'> {
  /** The harmless answer. */
  readonly keep?: string;
  readonly action: string;
  /** On the button while what was requested is being done. */
  readonly sending?: string;
  readonly isSending?: boolean;
  /** While it is being done, there is no other answer. */
  readonly isBound?: boolean;
  /** Something is lost by it. */
  readonly isLoss?: boolean;
  readonly onAction?: () => unknown;
  /** The id of the form that the action submits. */
  readonly form?: string;
}

/** A question with two answers. */
export const QuestionDialog = ({
  keep = 'Cancel',
  action,
  sending,
  isSending = false,
  isBound = false,
  isLoss = false,
  onAction,
  form,
  ...dialog
}: QuestionDialogProps) => {
  const isHeld = isBound && isSending;
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
            {keep}
          </Button>
          <Button
            variant={isLoss ? 'danger' : 'primary'}
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
