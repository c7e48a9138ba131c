import { Box, chakra } from '@chakra-ui/react';
import { Maximize2 } from 'lucide-react';
import type { MarketItem } from '../offers.ts';
import { ItemMedia } from './item-media.tsx';
import { canZoom, zoomInto } from './zoom.ts';

/** In percent of the window's height, so that what is below the picture begins on the first screen. */
const heightMaxVh = 68;
const sizes = '(min-width: 1280px) 700px, (min-width: 1024px) 56vw, calc(100vw - 32px)';

/** The whole picture is the button, with an icon in its corner. */
const Zoom = ({ item }: { item: MarketItem }) => (
  <chakra.button
    type="button"
    aria-label={`Zoom in on ${item.title}`}
    position="absolute"
    inset="0"
    w="full"
    cursor="zoom-in"
    borderRadius="media"
    _focusVisible={{ outlineOffset: '-4px' }}
    onClick={() => void zoomInto(item)}
  >
    <Box
      position="absolute"
      bottom="3"
      insetEnd="3"
      display="grid"
      placeItems="center"
      boxSize="9"
      borderRadius="full"
      bg="veil"
      color="veil.ink"
    >
      <Maximize2 size={16} strokeWidth={1.5} aria-hidden />
    </Box>
  </chakra.button>
);

/** The uncropped preview, as large as the window has room for. */
export const ItemPreview = ({ item, gone }: { item: MarketItem; gone: boolean }) => {
  const [width, height] = item.media_width > 0 ? [item.media_width, item.media_height] : [4, 3];
  return (
    <Box bg="sunken" borderRadius="media" display="grid" justifyItems="center" alignSelf="start">
      <Box w="full" style={{ maxWidth: `calc(${heightMaxVh}vh * ${width / height})` }}>
        <ItemMedia
          item={item}
          gone={gone}
          sizes={sizes}
          ratio={`${width} / ${height}`}
          over={canZoom(item) && <Zoom item={item} />}
        />
      </Box>
    </Box>
  );
};
