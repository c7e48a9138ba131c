import { Box, chakra } from '@chakra-ui/react';
import type { BoardItemRow } from '@tessera/contract/boards';
import { centsOf } from '@tessera/domain/money';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useItemLink } from '../marketplace/public.ts';
import { Button } from '../ui/controls/button.tsx';
import { Money } from '../ui/facts/money.tsx';
import { Skeleton } from '../ui/layout/skeleton.tsx';
import { MediaTile, mediaOf } from '../ui/media/media-tile.tsx';
import type { TileItem } from './saving/browser-items.ts';

const sizes = '(min-width: 1024px) 296px, (min-width: 768px) calc(33vw - 32px), calc(50vw - 24px)';

const grid = {
  display: 'grid',
  columnGap: { base: '4', md: '6' },
  rowGap: '8',
  gridTemplateColumns: {
    base: 'repeat(2, minmax(0, 1fr))',
    md: 'repeat(3, minmax(0, 1fr))',
    lg: 'repeat(4, minmax(0, 1fr))',
  },
} as const;

export const TileGrid = ({ label, children }: { label: string; children: ReactNode }) => (
  <chakra.ul listStyleType="none" aria-label={label} {...grid}>
    {children}
  </chakra.ul>
);

export const LoadingTiles = ({ count = 8 }: { count?: number }) => (
  <Box role="status" aria-label="Loading" {...grid}>
    {Array.from({ length: count }, (_, index) => (
      <Box key={index} display="grid" gap="2">
        <Skeleton aspectRatio="4 / 3" borderRadius="media" />
        <Skeleton h="5" w="70%" />
        <Skeleton h="5" w="40%" />
      </Box>
    ))}
  </Box>
);

/** The round button in the corner of a tile. */
export const RemoveButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button
    size="icon"
    bg="surface"
    color="ink"
    borderRadius="full"
    boxShadow="raised"
    _hover={{ bg: 'sunken' }}
    aria-label={label}
    onClick={onClick}
  >
    <X size={18} strokeWidth={1.5} aria-hidden />
  </Button>
);

interface TileProps {
  readonly item: TileItem;
  /** Shown below the tile, and in its corner. */
  readonly children?: ReactNode;
  readonly corner?: ReactNode;
  /** The lowest price when the item was saved, in dollars. */
  readonly savedPrice?: number | null;
}

/** An item with its title and lowest price. */
export const Tile = ({ item, savedPrice = null, corner, children }: TileProps) => (
  <chakra.li minW="0" position="relative">
    <Box asChild display="block" borderRadius="media" css={{ '&:hover .title': { textDecoration: 'underline' } }}>
      <Link {...useItemLink(item.id)}>
        <MediaTile {...mediaOf(item)} alt="" sizes={sizes} />
        <Box className="title" mt="2" fontSize="sm" fontWeight="600" truncate textUnderlineOffset="3px">
          {item.title}
        </Box>
        <Box fontSize="sm" color="ink.muted">
          From <Money cents={centsOf(item.from_price)} />
        </Box>
        {savedPrice !== null && savedPrice > item.from_price && (
          <Box fontSize="sm" color="positive">
            Was <Money cents={centsOf(savedPrice)} /> when you saved it
          </Box>
        )}
      </Link>
    </Box>
    {children}
    {corner && (
      <Box position="absolute" top="2" insetEnd="2">
        {corner}
      </Box>
    )}
  </chakra.li>
);

const UnavailableTile = ({ title, corner, children }: Pick<TileProps, 'corner' | 'children'> & { title: string }) => (
  <chakra.li minW="0" position="relative">
    <Box
      aspectRatio="4 / 3"
      borderRadius="media"
      borderWidth="1px"
      borderStyle="dashed"
      borderColor="hairline.strong"
      display="grid"
      placeItems="center"
      p="3"
      fontSize="sm"
      color="ink.muted"
      textAlign="center"
    >
      No longer for sale
    </Box>
    <Box mt="2" fontSize="sm" fontWeight="600" color="ink.muted" truncate>
      {title || 'Creator has left'}
    </Box>
    {children}
    {corner && (
      <Box position="absolute" top="2" insetEnd="2">
        {corner}
      </Box>
    )}
  </chakra.li>
);

/** An item on a board; only its title if it is no longer for sale. */
export const BoardTile = ({ row, ...around }: Pick<TileProps, 'corner' | 'children'> & { row: BoardItemRow }) =>
  row.content ? (
    <Tile item={row.content} savedPrice={row.saved_price} {...around} />
  ) : (
    <UnavailableTile title={row.title} {...around} />
  );
