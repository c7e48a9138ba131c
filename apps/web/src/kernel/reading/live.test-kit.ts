import { atom } from 'jotai';
import type { Listener } from './live-connection.ts';

/** Replaces `live.ts`. It adds each listener to `listeners`, by view, so that a test can send it messages. */
export const fakeLive = (listeners: Map<string, Listener>) => ({
  liveStatusAtom: atom('live'),
  openLive: () => undefined,
  watch: (view: string, _key: string, listener: Listener) => {
    listeners.set(view, listener);
    return () => undefined;
  },
});
