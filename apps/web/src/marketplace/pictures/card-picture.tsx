import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ItemBadges, ItemMedia } from '../item/item-media.tsx';
import { useItemLink } from '../item/use-item-link.ts';
import type { MarketItem } from '../offers.ts';
import type { Place } from './column-layout.ts';

/** Makes the whole picture a link for pointer users; the title is the accessible one. */
const PictureLink = ({ item }: { item: MarketItem }) => (
  <Box asChild position="absolute" inset="0">
    <Link {...useItemLink(item.id)} tabIndex={-1} aria-hidden />
  </Box>
);

const Badges = ({ item }: { item: MarketItem }) => (
  <Box
    position="absolute"
    top="2"
    // Beside the play button of a video.
    insetStart={item.clip_url ? '14' : '3'}
    insetEnd="24"
    minH="11"
    display="flex"
    flexWrap="wrap"
    alignItems="center"
    gap="2"
    pointerEvents="none"
  >
    <ItemBadges item={item} />
  </Box>
);

interface CardPictureProps {
  readonly item: MarketItem;
  readonly gone: boolean;
  readonly place: Place;
  /** The `sizes` of its image, for the browser to choose a file. */
  readonly sizes: string;
  readonly whole?: boolean;
  /** Placed over the picture and its badges. */
  readonly children?: ReactNode;
}

/** The picture of a card with its badges, which leads to the item's page. */
export const CardPicture = ({ item, gone, place, sizes, whole, children }: CardPictureProps) => (
  <Box position="relative" flexShrink={0} css={{ container: 'picture / size' }} style={{ height: place.height }}>
    <ItemMedia
      item={item}
      gone={gone}
      sizes={sizes}
      ratio={`${place.width} / ${place.height}`}
      whole={whole}
      over={<PictureLink item={item} />}
    />
    <Badges item={item} />
    {children}
  </Box>
);
