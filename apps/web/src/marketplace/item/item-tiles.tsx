import { Box, chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { MediaTile, mediaOf } from '../../ui/media/media-tile.tsx';
import { Money } from '../../ui/facts/money.tsx';
import { lowestOf } from '../offers.ts';
import type { MarketItem } from '../offers.ts';
import { useItemLink } from './use-item-link.ts';

const sizes = '(min-width: 1024px) 296px, (min-width: 768px) calc(33vw - 32px), calc(50vw - 24px)';

const ItemTile = ({ item }: { item: MarketItem }) => {
  const { cents, isOneOfSeveral } = lowestOf(item);
  return (
    <chakra.li minW="0">
      <Box asChild display="block" borderRadius="media" css={{ '&:hover .title': { textDecoration: 'underline' } }}>
        <Link {...useItemLink(item.id)}>
          <MediaTile {...mediaOf(item)} alt="" sizes={sizes} />
          <Box className="title" mt="2" fontSize="sm" fontWeight="600" truncate textUnderlineOffset="3px">
            {item.title}
          </Box>
          <Box fontSize="sm" color="ink.muted">
            {isOneOfSeveral && 'From '}
            <Money cents={cents} />
          </Box>
        </Link>
      </Box>
    </chakra.li>
  );
};

/** Items side by side, each with its title and what it costs at least. */
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
      <ItemTile key={item.id} item={item} />
    ))}
  </chakra.ul>
);
