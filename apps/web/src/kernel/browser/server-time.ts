import { atom } from 'jotai';
import { store } from '../store.ts';

/** The `Date` of an answer counts whole seconds, and the answer took its time to arrive. */
const toleranceMs = 5_000;

const ahead = atom(0);

/** How far the server's clock is ahead of this device's, in ms; 0 while they agree, or before the first answer. */
export const serverAheadMsAtom = atom((get) => get(ahead));

/** The server's time in ms since 1970: what it allows until then must not depend on the clock of this device. */
export const serverNowMs = (): number => Date.now() + store.get(ahead);

/** Notes the `Date` of an answer that comes from the server itself, not from a cache. */
export const noteServerTime = (date: string | null): void => {
  const aheadMs = Date.parse(date ?? '') - Date.now();
  if (Number.isNaN(aheadMs) || Math.abs(aheadMs - store.get(ahead)) < toleranceMs) return;
  store.set(ahead, Math.abs(aheadMs) < toleranceMs ? 0 : aheadMs);
};
