import { atom } from 'jotai';
import type { Offer } from './offers.ts';

const chosen = atom<ReadonlyMap<string, Offer['type']>>(new Map());

/** The license types that were chosen, by item: a card that is drawn anew, as after a search, still shows its choice. */
export const chosenTypesAtom = atom((get) => get(chosen));

export const chooseTypeAtom = atom(null, (_get, set, itemId: string, type: Offer['type']) =>
  set(chosen, (before) => new Map(before).set(itemId, type)),
);
