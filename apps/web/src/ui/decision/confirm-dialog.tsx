import type { ComponentProps } from 'react';
import { QuestionDialog } from './decision-dialog.tsx';
import { useDecision } from './use-decision.ts';
import type { Decided, DialogPlace } from './use-decision.ts';

type Question = Omit<ComponentProps<typeof QuestionDialog>, 'isSending' | 'onAction' | 'form' | 'focusAfter'>;

interface ConfirmDialogProps extends Question, DialogPlace, Pick<Decided, 'done'> {
  readonly send: () => Promise<unknown>;
}

/** Asks before something that can't be taken back. */
export const ConfirmDialog = ({ send, done, focusWhenDone, ...question }: ConfirmDialogProps) => {
  const { decide, isSending, focusAfter } = useDecision({ onClose: question.onClose, focusWhenDone });
  return (
    <QuestionDialog
      {...question}
      isSending={isSending}
      focusAfter={focusAfter}
      onAction={() => decide(send, { done })}
    />
  );
};
