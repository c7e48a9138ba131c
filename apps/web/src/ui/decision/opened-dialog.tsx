import { Dialog, Portal } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export interface DecisionDialogProps {
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

/** What a dialog is drawn and kept in its place with, which is as large as a page: see `DecisionDialog`. */
export const OpenedDialog = ({ open = true, title, children, actions, onClose, focusAfter }: DecisionDialogProps) => (
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
