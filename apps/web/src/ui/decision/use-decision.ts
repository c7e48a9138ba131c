import { useRef } from 'react';
import { ApiError } from '../../kernel/send.ts';
import { toast } from '../../kernel/toast.tsx';
import { useBusy } from '../controls/use-busy.ts';

export interface DecisionFeedback {
  /** The toast after success. */
  readonly done: readonly [title: string, words?: string];
  /** Shows an error in the dialog itself; returns false if it can't, and a toast shows it instead. */
  readonly showError?: (error: unknown) => boolean;
}

export interface DialogFocus {
  readonly onClose: () => void;
  /** The element to focus after the decision, because the button that opened the dialog may be gone by then. */
  readonly focusWhenDone: () => HTMLElement | null;
}

/** Sends a dialog's decision, reports the outcome, and returns the focus to where the work continues. */
export const useDecision = ({ onClose, focusWhenDone }: DialogFocus) => {
  const opener = useRef(document.activeElement as HTMLElement | null);
  const isDone = useRef(false);
  const [isSending, decide] = useBusy(async (send: () => Promise<unknown>, { done, showError }: DecisionFeedback) => {
    try {
      await send();
      isDone.current = true;
      toast.success(...done);
      onClose();
    } catch (error) {
      if (showError?.(error)) return;
      if (!(error instanceof ApiError)) throw error;
      toast.error(error.title, error.message);
      onClose();
    }
  });
  return { decide, isSending, focusAfter: () => (isDone.current ? focusWhenDone() : opener.current) };
};
