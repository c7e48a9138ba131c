import { useAtomValue, useSetAtom } from 'jotai';
import { useMemo } from 'react';
import { chooseTypeAtom, chosenTypeAtomOf } from './chosen-type.atoms.ts';
import { offersOf } from './offers.ts';
import type { MarketItem, Offer } from './offers.ts';

/**
 * The chosen offer of an item, shared by its card, its quick view and its page; before a choice, the one of `preferredType`, or
 * else the first.
 */
export const useOffer = (item: MarketItem, preferredType?: Offer['type']) => {
  const offers = offersOf(item);
  const chosenType = useAtomValue(useMemo(() => chosenTypeAtomOf(item.id), [item.id])) ?? preferredType;
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
