import { chakra } from '@chakra-ui/react';
import { useOtherWork } from './item.atoms.ts';
import { ItemTiles } from './item-tiles.tsx';
import type { MarketItem } from '../offers.ts';

/** What else its creator sells; nothing at all where there is nothing else. */
export const OtherWork = ({ item, creatorName }: { item: MarketItem; creatorName: string | null }) => {
  const others = useOtherWork(item);
  if (others.length === 0) return null;
  return (
    <chakra.section aria-labelledby="other-work">
      <chakra.h2 id="other-work" fontFamily="display" fontSize="xl" mb="4">
        More by {creatorName ?? 'this creator'}
      </chakra.h2>
      <ItemTiles items={others} />
    </chakra.section>
  );
};
