import { chakra } from '@chakra-ui/react';
import { useOtherWork, useSimilar } from './item.atoms.ts';
import { ItemTiles } from './item-tiles.tsx';
import type { MarketItem } from '../offers.ts';

const Row = ({ id, title, items }: { id: string; title: string; items: readonly MarketItem[] }) =>
  items.length > 0 && (
    <chakra.section aria-labelledby={id}>
      <chakra.h2 id={id} fontFamily="display" fontSize="xl" mb="4">
        {title}
      </chakra.h2>
      <ItemTiles items={items} />
    </chakra.section>
  );

/** What else the creator sells; renders nothing if there is nothing else. */
export const OtherWork = ({ item, creatorName }: { item: MarketItem; creatorName: string | null }) => (
  <Row id="other-work" title={`More by ${creatorName ?? 'this creator'}`} items={useOtherWork(item)} />
);

/** Items that look similar or have similar tags, by any creator; renders nothing if there are none. */
export const SimilarWork = ({ item }: { item: MarketItem }) => (
  <Row id="similar-work" title="Similar" items={useSimilar(item)} />
);
