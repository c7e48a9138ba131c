import { useAtomValue, useSetAtom } from 'jotai';
import { chooseTypeAtom, chosenTypesAtom } from './chosen-type.atoms.ts';
import { offersOf } from './offers.ts';
import type { MarketItem, Offer } from './offers.ts';

/**
 * The chosen offer of an item, shared by its card and its quick view; before a choice, the one of `preferredType`, or
 * else the first.
 */
export const useOffer = (item: MarketItem, preferredType?: Offer['type']) => {
  const offers = offersOf(item);
  const chosenType = useAtomValue(chosenTypesAtom).get(item.id) ?? preferredType;
  const choose = useSetAtom(chooseTypeAtom);
  return {
    offers,
    offer: offers.find(({ type }) => type === chosenType) ?? offers[0],
    choose: (type: string) => {
      const chosen = offers.find((offer) => offer.type === type);
      if (chosen) choose(item.id, chosen.type);
    },
  };
};
