import { Dialog, Portal } from '@chakra-ui/react';
import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { Button } from './button.tsx';

/** While active the browser asks before the tab is closed or loaded again. */
export const useUnloadWarning = (active: boolean): void => {
  useEffect(() => {
    if (!active) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [active]);
};

/** While something is unsaved, asks before the page is left. */
export const UnsavedGuard = ({ unsaved }: { unsaved: boolean }) => {
  useUnloadWarning(unsaved);
  const blocker = useBlocker(unsaved);
  return (
    <Dialog.Root
      open={blocker.state === 'blocked'}
      onOpenChange={({ open }) => !open && blocker.reset?.()}
      role="alertdialog"
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content maxW="md">
            <Dialog.Header>
              <Dialog.Title>Leave without saving?</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>What you changed on this page is lost if you leave now.</Dialog.Body>
            <Dialog.Footer>
              <Button variant="secondary" onClick={() => blocker.proceed?.()}>
                Leave
              </Button>
              <Button onClick={() => blocker.reset?.()}>Stay on this page</Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
};
