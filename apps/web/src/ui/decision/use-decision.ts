import { useRef, useState } from 'react';
import { ApiError } from '../../kernel/send.ts';
import { toast } from '../../kernel/toast.tsx';

export interface Decided {
  /** What a toast says then. */
  readonly done: readonly [title: string, words?: string];
  /** Takes a refusal that the dialog itself shows; false for any other. */
  readonly shows?: (error: unknown) => boolean;
}

export interface DialogPlace {
  readonly onClose: () => void;
  /** Where the focus goes once it is decided: what opened the dialog may be gone by then. */
  readonly focusWhenDone: () => HTMLElement | null;
}

/** What a dialog decides: sent once, told, and the focus led back to where the work goes on. */
export const useDecision = ({ onClose, focusWhenDone }: DialogPlace) => {
  const opener = useRef(document.activeElement as HTMLElement | null);
  const isDone = useRef(false);
  const [isSending, setIsSending] = useState(false);
  const decide = async (send: () => Promise<unknown>, { done: [title, words], shows }: Decided) => {
    setIsSending(true);
    try {
      await send();
      isDone.current = true;
      toast.success(title, words);
      onClose();
    } catch (error) {
      if (shows?.(error)) return;
      if (!(error instanceof ApiError)) throw error;
      toast.error(error.title, error.message);
      onClose();
    } finally {
      setIsSending(false);
    }
  };
  return { decide, isSending, focusAfter: () => (isDone.current ? focusWhenDone() : opener.current) };
};
