import { atom } from 'jotai';

/** The id of the clip that is playing; null if none is. */
export const playingClipAtom = atom<string | null>(null);
