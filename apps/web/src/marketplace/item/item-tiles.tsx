import { Box, chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { MediaTile, mediaOf } from '../../ui/media/media-tile.tsx';
import { Money } from '../../ui/facts/money.tsx';
import { lowestOf } from '../offers.ts';
import type { MarketItem } from '../offers.ts';
import { aspectRatioOf, justifiedLayout } from '../wall/justified-layout.ts';
import { PlacedPictures } from '../pictures/placed-pictures.tsx';
import { useItemLink } from './use-item-link.ts';

const sizes = '(min-width: 1024px) 296px, (min-width: 768px) calc(33vw - 32px), calc(50vw - 24px)';

interface ItemTileProps {
  readonly item: MarketItem;
  /** The `sizes` of its image, for the browser to choose a file. */
  readonly sizes: string;
  /** Its aspect ratio, if not that of all tiles. */
  readonly ratio?: string;
}

const ItemTile = ({ item, ...shown }: ItemTileProps) => {
  const { cents, isOneOfSeveral } = lowestOf(item);
  return (
    <Box asChild display="block" borderRadius="media" css={{ '&:hover .title': { textDecoration: 'underline' } }}>
      <Link {...useItemLink(item.id)}>
        <MediaTile {...mediaOf(item)} {...shown} alt="" />
        <Box className="title" mt="2" fontSize="sm" fontWeight="600" truncate textUnderlineOffset="3px">
          {item.title}
        </Box>
        <Box fontSize="sm" color="ink.muted">
          {isOneOfSeveral && 'From '}
          <Money cents={cents} />
        </Box>
      </Link>
    </Box>
  );
};

/** Items on a wall, each in its own aspect ratio, with its title and lowest price. */
export const ItemWall = ({ items }: { items: readonly MarketItem[] }) => (
  <PlacedPictures aspectRatios={items.map(aspectRatioOf)} layout={justifiedLayout}>
    {(index, { left, top, width, height }) => {
      const item = items[index]!;
      return (
        <chakra.article key={item.id} position="absolute" aria-label={item.title} style={{ left, top, width }}>
          <ItemTile item={item} sizes={`${Math.round(width)}px`} ratio={`${width} / ${height}`} />
        </chakra.article>
      );
    }}
  </PlacedPictures>
);

/** Items in a grid, each with its title and its lowest price. */
export const ItemTiles = ({ items }: { items: readonly MarketItem[] }) => (
  <chakra.ul
    listStyleType="none"
    display="grid"
    gap={{ base: '4', md: '6' }}
    gridTemplateColumns={{
      base: 'repeat(2, minmax(0, 1fr))',
      md: 'repeat(3, minmax(0, 1fr))',
      lg: 'repeat(4, minmax(0, 1fr))',
    }}
  >
    {items.map((item) => (
      <chakra.li key={item.id} minW="0">
        <ItemTile item={item} sizes={sizes} />
      </chakra.li>
    ))}
  </chakra.ul>
);
