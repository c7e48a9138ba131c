import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { Button } from './button.tsx';
import { DecisionDialog } from '../decision/decision-dialog.tsx';

/** While active, the browser asks before the tab is closed or reloaded. */
export const useUnloadWarning = (active: boolean): void => {
  useEffect(() => {
    if (!active) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [active]);
};

/** While something is unsaved, asks before the user leaves the page. */
export const UnsavedGuard = ({ unsaved }: { unsaved: boolean }) => {
  useUnloadWarning(unsaved);
  const blocker = useBlocker(unsaved);
  // The dialog's code is loaded as soon as something is unsaved, so that it is ready when needed.
  if (!unsaved) return null;
  return (
    <DecisionDialog
      open={blocker.state === 'blocked'}
      title="Leave without saving?"
      onClose={() => blocker.reset?.()}
      actions={
        <>
          <Button variant="secondary" onClick={() => blocker.proceed?.()}>
            Leave
          </Button>
          <Button onClick={() => blocker.reset?.()}>Stay on this page</Button>
        </>
      }
    >
      If you leave now, you’ll lose your changes on this page.
    </DecisionDialog>
  );
};
