import { atom } from 'jotai';
import { ApiError } from '../kernel/send.ts';
import { store } from '../kernel/store.ts';
import { isRefusedFor } from './error-messages.ts';

/** How somebody answers the question whether it is them: true once the password was right, and the code. */
type Answer = (confirmed: boolean) => void;

const asked = atom<{ readonly answer: Answer } | null>(null);

/** The question that is open; null while none is. */
export const confirmationAtom = atom((get) => get(asked));

const ask = () =>
  new Promise<boolean>((resolve) => {
    const answer = (confirmed: boolean) => {
      store.set(asked, null);
      resolve(confirmed);
    };
    store.set(asked, { answer });
  });

const needsConfirmation = (error: unknown) =>
  (error instanceof ApiError && error.code === 'confirmation_needed') || isRefusedFor('reauthentication_needed', error);

/**
 * Makes a change that the server may want confirmed: then the owner is asked for, and the change is sent again.
 * @throws what the change was refused with; the very refusal where nobody confirmed it
 */
export const withConfirmation = async <Result>(change: () => Promise<Result>): Promise<Result> => {
  try {
    return await change();
  } catch (error) {
    if (!needsConfirmation(error) || !(await ask())) throw error;
    return change();
  }
};
