import { atom } from 'jotai';

const tickMs = 30_000;

const kept = atom(Date.now());
kept.onMount = (set) => {
  set(Date.now());
  const timer = setInterval(() => set(Date.now()), tickMs);
  return () => clearInterval(timer);
};

/** The time for what is told by days, in ms since 1970; moves on while somebody looks, so that midnight is noticed. */
export const nowAtom = atom((get) => get(kept));
