import { atom } from 'jotai';
import { accountIdAtom } from '../kernel/session.ts';
import { store } from '../kernel/store.ts';
import { offersOf } from './offers.ts';
import type { MarketItem, Offer } from './offers.ts';

type ChosenTypes = ReadonlyMap<string, Offer['type']>;

const none: ChosenTypes = new Map();

/** The latest choices, by item, and the account that made them; `undefined` for a visitor. */
const latest = atom<{ readonly accountId: string | undefined; readonly types: ChosenTypes }>({
  accountId: undefined,
  types: none,
});

/** An account keeps what it chose as a visitor, and never gets what another account chose. */
const chosen = atom((get) => {
  const { accountId, types } = get(latest);
  return accountId === undefined || accountId === get(accountIdAtom) ? types : none;
});

/**
 * The license type that was chosen of an item, so that its card keeps the choice when it is rendered anew, as after a
 * search. An atom per item: a choice renders that card, and not thousands.
 */
export const chosenTypeAtomOf = (itemId: string) => atom((get) => get(chosen).get(itemId));

export const chooseTypeAtom = atom(null, (get, set, itemId: string, type: Offer['type']) =>
  set(latest, { accountId: get(accountIdAtom), types: new Map(get(chosen)).set(itemId, type) }),
);

/** The offer that the card of an item shows: the chosen one, or else the first. */
export const shownOffer = (item: MarketItem): Offer => {
  const offers = offersOf(item);
  const type = store.get(chosen).get(item.id);
  return offers.find((offer) => offer.type === type) ?? offers[0];
};
