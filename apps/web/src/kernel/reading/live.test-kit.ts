import { atom } from 'jotai';
import type { Listener } from './live-connection.ts';

/** Replaces `live.ts`. Each listener of `listeners`, by view, passes a test's message on to all who watch that view. */
export const fakeLive = (listeners: Map<string, Listener>) => {
  const watching = new Map<string, Set<Listener>>();
  return {
    liveStatusAtom: atom('live'),
    openLive: () => undefined,
    watch: (view: string, _key: string, listener: Listener) => {
      const all = watching.get(view) ?? new Set();
      watching.set(view, all.add(listener));
      listeners.set(view, (message) => all.forEach((each) => each(message)));
      return () => void all.delete(listener);
    },
  };
};
