import { Box } from '@chakra-ui/react';
import { ItemMedia } from './item-media.tsx';
import type { MarketItem } from '../offers.ts';

/** In hundredths of the window's height: the licenses below begin within the first look. */
const heightMaxVh = 62;
const sizes = '(min-width: 1280px) 760px, (min-width: 1024px) 58vw, calc(100vw - 32px)';

/** The whole preview in its own shape, as large as the window has room for. */
export const ItemPreview = ({ item, gone }: { item: MarketItem; gone: boolean }) => {
  const [width, height] = item.media_width > 0 ? [item.media_width, item.media_height] : [4, 3];
  return (
    <Box bg="sunken" borderRadius="media" display="grid" justifyItems="center">
      <Box w="full" style={{ maxWidth: `calc(${heightMaxVh}vh * ${width / height})` }}>
        <ItemMedia item={item} gone={gone} sizes={sizes} ratio={`${width} / ${height}`} />
      </Box>
    </Box>
  );
};
