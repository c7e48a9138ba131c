import type { ComponentProps } from 'react';
import { QuestionDialog } from './decision-dialog.tsx';
import { useDecision } from './use-decision.ts';
import type { DecisionFeedback, DialogFocus } from './use-decision.ts';

type Question = Omit<ComponentProps<typeof QuestionDialog>, 'isSending' | 'onAction' | 'form' | 'focusAfter'>;

interface ConfirmDialogProps extends Question, DialogFocus, Pick<DecisionFeedback, 'done'> {
  readonly send: () => Promise<unknown>;
}

/** Asks for confirmation before something that can't be undone. */
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
