import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { useDecision } from './use-decision.ts';
import type { DialogPlace } from './use-decision.ts';

interface ConfirmDialogProps extends DialogPlace {
  readonly title: string;
  readonly children: ReactNode;
  /** The harmless answer. */
  readonly keep: string;
  readonly action: string;
  readonly sending: string;
  readonly isLoss?: boolean;
  readonly send: () => Promise<unknown>;
  readonly done: readonly [title: string, words?: string];
}

/** Asks before something that can't be taken back. */
export const ConfirmDialog = ({
  title,
  children,
  keep,
  action,
  sending,
  isLoss = false,
  send,
  done,
  ...place
}: ConfirmDialogProps) => {
  const { decide, isSending, focusAfter } = useDecision(place);
  return (
    <DecisionDialog
      title={title}
      onClose={place.onClose}
      focusAfter={focusAfter}
      actions={
        <>
          <Button variant="secondary" onClick={place.onClose}>
            {keep}
          </Button>
          <Button
            variant={isLoss ? 'danger' : 'primary'}
            loading={isSending}
            loadingText={sending}
            onClick={() => void decide(send, { done })}
          >
            {action}
          </Button>
        </>
      }
    >
      {children}
    </DecisionDialog>
  );
};
