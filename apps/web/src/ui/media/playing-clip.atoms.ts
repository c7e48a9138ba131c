import { atom } from 'jotai';

/** The id of the one clip that plays; null when all stand still. */
export const playingClipAtom = atom<string | null>(null);
