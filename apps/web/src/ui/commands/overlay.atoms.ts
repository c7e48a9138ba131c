import { atom } from 'jotai';

/** What is open over the page: the command menu, the list of shortcuts, or neither. */
export const overlayAtom = atom<'commands' | 'keys' | null>(null);
