import { Box } from '@chakra-ui/react';
import { BadgeCheck, Play } from 'lucide-react';
import { useHeldLicense } from '../../licenses/public.ts';
import { MediaTile, mediaOf } from '../../ui/media/media-tile.tsx';
import type { MediaTileProps } from '../../ui/media/media-tile.tsx';
import { StatusBadge } from '../../ui/facts/status-badge.tsx';
import type { MarketItem } from '../offers.ts';
import { useIsOwn } from '../use-is-own.ts';

interface ItemMediaProps extends Pick<MediaTileProps, 'ratio' | 'whole' | 'over'> {
  readonly item: MarketItem;
  readonly gone: boolean;
  readonly sizes: string;
}

/** An item's picture or video preview; dimmed and gray once it is no longer for sale. */
export const ItemMedia = ({ item, gone, ...shown }: ItemMediaProps) => (
  <Box opacity={gone ? 0.4 : 1} filter={gone ? 'grayscale(1)' : 'none'} transition="opacity 180ms ease-out">
    <MediaTile {...mediaOf(item)} {...shown} alt={item.title} clip={gone ? null : item.clip_url} />
  </Box>
);

/** Badges for the viewer's own item, a video, a licensed item and a sample. */
export const ItemBadges = ({ item }: { item: MarketItem }) => (
  <>
    {useIsOwn(item) && <StatusBadge tone="accent">Your item</StatusBadge>}
    {item.media_type === 'video' && (
      <StatusBadge>
        <Play size={12} strokeWidth={1.5} aria-hidden />
        Video
      </StatusBadge>
    )}
    {useHeldLicense(item.id) && (
      <StatusBadge tone="positive">
        <BadgeCheck size={12} strokeWidth={1.5} aria-hidden />
        Licensed
      </StatusBadge>
    )}
    {item.sample && <StatusBadge tone="waiting">Sample</StatusBadge>}
  </>
);
