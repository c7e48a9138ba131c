import { atom } from 'jotai';
import { store } from '../kernel/store.ts';
import { offersOf } from './offers.ts';
import type { MarketItem, Offer } from './offers.ts';

const chosen = atom<ReadonlyMap<string, Offer['type']>>(new Map());

/**
 * The license types that were chosen, by item id, so that a card keeps its choice when it is rendered anew, as after a
 * search.
 */
export const chosenTypesAtom = atom((get) => get(chosen));

export const chooseTypeAtom = atom(null, (_get, set, itemId: string, type: Offer['type']) =>
  set(chosen, (before) => new Map(before).set(itemId, type)),
);

/** The offer that the card of an item shows: the chosen one, or else the first. */
export const shownOffer = (item: MarketItem): Offer => {
  const offers = offersOf(item);
  const type = store.get(chosenTypesAtom).get(item.id);
  return offers.find((offer) => offer.type === type) ?? offers[0];
};
