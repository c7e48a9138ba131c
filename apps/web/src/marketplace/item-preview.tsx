import { Box } from '@chakra-ui/react';
import { MediaTile } from '../ui/media-tile.tsx';
import type { MarketItem } from './offers.ts';

/** In hundredths of the window's height: the licences below begin within the first look. */
const heightMaxVh = 62;
const sizes = '(min-width: 1280px) 760px, (min-width: 1024px) 58vw, calc(100vw - 32px)';

/** The whole preview in its own shape, as large as the window has room for. */
export const ItemPreview = ({ item, gone }: { item: MarketItem; gone: boolean }) => {
  const [width, height] = item.media_width > 0 ? [item.media_width, item.media_height] : [4, 3];
  return (
    <Box
      bg="sunken"
      borderRadius="media"
      display="grid"
      justifyItems="center"
      opacity={gone ? 0.4 : 1}
      filter={gone ? 'grayscale(1)' : 'none'}
      transition="opacity 180ms ease-out"
    >
      <Box w="full" style={{ maxWidth: `calc(${heightMaxVh}vh * ${width / height})` }}>
        <MediaTile
          media={item.media_url}
          type={item.media_type}
          placeholder={item.placeholder}
          alt={item.title}
          widths={item.media_widths}
          sizes={sizes}
          clip={gone ? null : item.clip_url}
          width={item.media_width}
          height={item.media_height}
          ratio={`${width} / ${height}`}
        />
      </Box>
    </Box>
  );
};
