import { atom } from 'jotai';
import { ApiError } from '../kernel/send.ts';
import { store } from '../kernel/store.ts';
import { isRefusedFor } from './error-messages.ts';

/** Called with true once the owner has confirmed with the password and any second factor. */
type Answer = (confirmed: boolean) => void;

const openQuestion = atom<{ readonly answer: Answer } | null>(null);

/** The open confirmation question; null if there is none. */
export const confirmationAtom = atom((get) => get(openQuestion));

const ask = () =>
  new Promise<boolean>((resolve) => {
    const answer = (confirmed: boolean) => {
      store.set(openQuestion, null);
      resolve(confirmed);
    };
    store.set(openQuestion, { answer });
  });

const needsConfirmation = (error: unknown) =>
  (error instanceof ApiError && error.code === 'confirmation_needed') || isRefusedFor('reauthentication_needed', error);

/**
 * Makes a change that the server may want confirmed: if so, it asks the owner, and then sends the change again.
 * @throws the server's refusal; the original one if nobody confirmed the change
 */
export const withConfirmation = async <Result>(change: () => Promise<Result>): Promise<Result> => {
  try {
    return await change();
  } catch (error) {
    if (!needsConfirmation(error) || !(await ask())) throw error;
    return change();
  }
};
