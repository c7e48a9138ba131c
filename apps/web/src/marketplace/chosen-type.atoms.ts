import { atom } from 'jotai';
import { store } from '../kernel/store.ts';
import { offersOf } from './offers.ts';
import type { MarketItem, Offer } from './offers.ts';

const chosen = atom<ReadonlyMap<string, Offer['type']>>(new Map());

/** The license types that were chosen, by item: a card that is drawn anew, as after a search, still shows its choice. */
export const chosenTypesAtom = atom((get) => get(chosen));

export const chooseTypeAtom = atom(null, (_get, set, itemId: string, type: Offer['type']) =>
  set(chosen, (before) => new Map(before).set(itemId, type)),
);

/** What the card of an item shows: the license that was chosen, or else the first one offered. */
export const shownOffer = (item: MarketItem): Offer => {
  const offers = offersOf(item);
  const type = store.get(chosenTypesAtom).get(item.id);
  return offers.find((offer) => offer.type === type) ?? offers[0];
};
