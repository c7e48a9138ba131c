import { atom } from 'jotai';
import { store } from '../kernel/store.ts';
import { offersOf } from './offers.ts';
import type { MarketItem, Offer } from './offers.ts';

const chosen = atom<ReadonlyMap<string, Offer['type']>>(new Map());

/**
 * The license type that was chosen of an item, so that its card keeps the choice when it is rendered anew, as after a
 * search. An atom per item: a choice renders that card, and not thousands.
 */
export const chosenTypeAtomOf = (itemId: string) => atom((get) => get(chosen).get(itemId));

export const chooseTypeAtom = atom(null, (_get, set, itemId: string, type: Offer['type']) =>
  set(chosen, (before) => new Map(before).set(itemId, type)),
);

/** The offer that the card of an item shows: the chosen one, or else the first. */
export const shownOffer = (item: MarketItem): Offer => {
  const offers = offersOf(item);
  const type = store.get(chosen).get(item.id);
  return offers.find((offer) => offer.type === type) ?? offers[0];
};
