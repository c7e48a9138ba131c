import { atom } from 'jotai';
import { serverAheadMsAtom } from './browser/server-time.ts';

const tickMs = 30_000;

const currentTimeAtom = atom(Date.now());
currentTimeAtom.onMount = (set) => {
  set(Date.now());
  const timer = setInterval(() => set(Date.now()), tickMs);
  return () => clearInterval(timer);
};

/** The server's current time in ms since 1970, for text that changes by the day. It ticks while it is in use, so midnight is noticed. */
export const nowAtom = atom((get) => get(currentTimeAtom) + get(serverAheadMsAtom));
