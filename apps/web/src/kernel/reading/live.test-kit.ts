import { atom } from 'jotai';

export type Hear = (message: { position: number; value: unknown }) => void;

/** In the place of the live connection. Whoever watches is kept in `heard` by the view, for a test to tell it something. */
export const fakeLive = (heard: Map<string, Hear>) => ({
  liveStatusAtom: atom('live'),
  openLive: () => undefined,
  watch: (view: string, _key: string, hear: Hear) => {
    heard.set(view, hear);
    return () => undefined;
  },
});
