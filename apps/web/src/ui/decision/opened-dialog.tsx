import { Dialog, Portal } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export interface DecisionDialogProps {
  readonly open?: boolean;
  readonly title: ReactNode;
  /** What each answer would do. */
  readonly children: ReactNode;
  /** The answers, the harmless one first and the requested one last. */
  readonly actions: ReactNode;
  readonly onClose: () => void;
  /** The element to focus when it closes; by default the one that opened it. */
  readonly focusAfter?: () => HTMLElement | null;
}

/** The part of `DecisionDialog` that is loaded on demand, because Chakra's dialog code is as large as a page. */
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
