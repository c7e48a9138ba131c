import { atom } from 'jotai';
import { ApiError } from '../kernel/send.ts';
import { store } from '../kernel/store.ts';

/** How somebody answers the question for the own password: true once it was right. */
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

const confirmationNeeded = 'confirmation_needed';

/**
 * Makes a change that the server may want confirmed: then the password is asked for, and the change is sent again.
 * @throws what the change was refused with; the very refusal where nobody confirmed it
 */
export const withConfirmation = async <Result>(change: () => Promise<Result>): Promise<Result> => {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== confirmationNeeded || !(await ask())) throw error;
    return change();
  }
};
