import { atom } from 'jotai';

/** How the marketplace shows its items: as cards with all that is needed to buy, or as a wall of pictures. */
export type View = 'cards' | 'wall';

const storageKey = 'marketplace-view';

const rememberedView = (): View => {
  try {
    return localStorage.getItem(storageKey) === 'wall' ? 'wall' : 'cards';
  } catch {
    return 'cards';
  }
};

const chosen = atom<View>(rememberedView());

/** The chosen view, which this browser remembers. */
export const viewAtom = atom(
  (get) => get(chosen),
  (_get, set, view: View) => {
    set(chosen, view);
    try {
      localStorage.setItem(storageKey, view);
    } catch {
      // Where storage is blocked or full, the choice lasts until the page is left.
    }
  },
);
