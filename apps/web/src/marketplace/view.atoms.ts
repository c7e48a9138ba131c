import { atom } from 'jotai';
import { localStore } from '../kernel/browser/storage.ts';

/** How the marketplace shows its items: as cards with all that is needed to buy, or as a wall of pictures. */
export type View = 'cards' | 'wall';

const storageKey = 'marketplace-view';

const chosen = atom<View>(localStore.getItem(storageKey) === 'wall' ? 'wall' : 'cards');

/** The chosen view, which this browser remembers. */
export const viewAtom = atom(
  (get) => get(chosen),
  (_get, set, view: View) => {
    set(chosen, view);
    localStore.setItem(storageKey, view);
  },
);
