import { act, getConfig } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Options, UserEvent } from '@testing-library/user-event';

/** From one key or click to the next, in ms: a menu or a dialog takes the focus one frame after it has opened. */
const stepMs = 20;

/** What is shown may import more, and what it asks may be answered at once. */
const rounds = 2;

/** Returns once everything has happened that doesn't wait for a timer: answers, imports, and what they show. */
export const settled = async () => {
  for (let round = 0; round < rounds; round += 1) await act(() => vi.dynamicImportSettled());
};

/** Lets this much of the test's time pass. */
export const pass = async (ms: number) => {
  await act(() => vi.advanceTimersByTimeAsync(ms));
  await settled();
};

/** Someone at the keyboard and the mouse. Each action returns once what it brought about has settled. */
export const user = (options: Options = {}): UserEvent =>
  new Proxy(userEvent.setup({ ...options, delay: stepMs, advanceTimers: (ms) => void vi.advanceTimersByTime(ms) }), {
    get: (target, name) => {
      const action: unknown = Reflect.get(target, name);
      if (typeof action !== 'function') return action;
      // An answer may arrive between the action and what settles it, which React would otherwise warn of.
      return (...values: unknown[]) =>
        getConfig().asyncWrapper(async () => {
          await Reflect.apply(action, target, values);
          await settled();
        });
    },
  });
