import { Box, chakra } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { store } from '../../kernel/store.ts';
import { useItemLink } from '../../marketplace/public.ts';
import { Button } from '../../ui/controls/button.tsx';
import { MediaTile, mediaOf } from '../../ui/media/media-tile.tsx';
import { recentlyViewed, viewedKeyAtom } from './browser-items.ts';
import type { TileItem } from './browser-items.ts';

const width = '160px';

/**
 * Adds the item to the recently viewed ones, which are stored only in this browser. A refusal by the browser is
 * ignored.
 */
export const RecordView = ({ item }: { item: TileItem & { readonly sample?: true } }) => {
  const isViewerKnown = useAtomValue(viewedKeyAtom, { store }) !== null;
  useEffect(() => {
    if (item.sample || !isViewerKnown) return;
    try {
      recentlyViewed.add(item);
    } catch {
      // Nobody asked for it to be stored.
    }
  }, [item, isViewerKnown]);
  return null;
};

const ViewedItem = ({ item }: { item: TileItem }) => (
  <chakra.li flex={`0 0 ${width}`} minW="0" scrollSnapAlign="start">
    <Box asChild display="block" borderRadius="media" css={{ '&:hover .title': { textDecoration: 'underline' } }}>
      <Link {...useItemLink(item.id)}>
        <MediaTile {...mediaOf(item)} alt="" sizes={width} />
        <Box className="title" mt="1.5" fontSize="sm" truncate textUnderlineOffset="3px">
          {item.title}
        </Box>
      </Link>
    </Box>
  </chakra.li>
);

/** The recently viewed items; renders nothing if there are none. */
export const RecentlyViewed = () => {
  const items = useAtomValue(recentlyViewed.itemsAtom, { store });
  if (items.length === 0) return null;
  return (
    <chakra.section aria-labelledby="recently-seen" mt={{ base: '10', md: '14' }}>
      <Box display="flex" alignItems="center" justifyContent="space-between" gap="3" mb="2">
        <chakra.h2 id="recently-seen" fontFamily="display" fontSize="xl">
          Recently viewed
        </chakra.h2>
        <Button variant="ghost" size="sm" me="-3.5" onClick={() => recentlyViewed.remove(items.map(({ id }) => id))}>
          Clear
        </Button>
      </Box>
      <chakra.ul
        listStyleType="none"
        display="flex"
        gap="4"
        overflowX="auto"
        scrollSnapType="x proximity"
        // Leaves room for focus rings, which would be clipped.
        p="1.5"
        m="-1.5"
      >
        {items.map((item) => (
          <ViewedItem key={item.id} item={item} />
        ))}
      </chakra.ul>
    </chakra.section>
  );
};
