import { Box, chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import type { ContentRow } from '@tessera/contract/content';
import type { Showcase } from '@tessera/contract/showcase';
import { centsOf, formatUsd } from '@tessera/domain/money';
import { useEffect, useState } from 'react';
import { mediaUrl } from '../ui/media/media-url.ts';
import { get } from '../kernel/send.ts';
import { paths } from '../paths.ts';
import { MediaStill } from '../ui/media/media-still.tsx';
import { sceneUrl } from '../ui/media/scenes.ts';

/** The `grid-area` of each tile: the grid is a square on a phone, and a wide strip on larger screens. */
const tiles = [
  { phone: '1 / 1 / 3 / 3', desk: '1 / 1 / 3 / 4' },
  { phone: '1 / 3 / 2 / 4', desk: '1 / 4 / 2 / 6' },
  { phone: '1 / 4 / 3 / 5', desk: '2 / 4 / 3 / 6' },
  { phone: '2 / 3 / 3 / 4', desk: '1 / 6 / 3 / 9' },
  { phone: '3 / 1 / 4 / 3', desk: '1 / 9 / 2 / 11' },
  { phone: '3 / 3 / 5 / 5', desk: '2 / 9 / 3 / 11' },
  { phone: '4 / 1 / 5 / 2', desk: '1 / 11 / 2 / 13' },
  { phone: null, desk: '2 / 11 / 3 / 12' },
] as const;
const accentTile = { phone: '4 / 2 / 5 / 3', desk: '2 / 12 / 3 / 13' };

interface Picture {
  readonly id: string;
  readonly address: string;
  readonly placeholder: string;
  readonly widths: readonly number[];
  /** The item's title and price; null for a drawing, which isn't a link. */
  readonly caption: string | null;
}

const priceOf = (row: ContentRow) => {
  const prices = [row.one_time_price, row.six_month_price, row.perpetual_price].filter((price) => price > 0);
  return prices.length > 0 ? `, from ${formatUsd(centsOf(Math.min(...prices)))}` : '';
};

const pictureOf = (row: ContentRow): Picture[] => {
  const address = mediaUrl(row.media_url);
  if (!address) return [];
  const { id, placeholder, media_widths: widths } = row;
  return [{ id, address, placeholder, widths, caption: `${row.title}${priceOf(row)}` }];
};

const drawings: readonly Picture[] = tiles.map((_tile, index) => ({
  id: `drawing-${index}`,
  address: sceneUrl(index),
  placeholder: '',
  widths: [],
  caption: null,
}));

/** The pictures that the server chose for the home page, filled up with drawings; empty until the answer arrives. */
const useChosenPictures = (): readonly Picture[] => {
  const [pictures, setPictures] = useState<readonly Picture[]>([]);
  useEffect(() => {
    get<Showcase>('/api/showcase', { retryDelaysMs: [] }).then(
      ({ items }) => setPictures([...items.flatMap(pictureOf), ...drawings]),
      // Without an answer there are only drawings.
      () => setPictures(drawings),
    );
  }, []);
  return pictures;
};

/** Wider than the tiles: a picture covers its tile, so it is displayed wider wherever the tile is relatively taller. */
const sizes = { large: '(min-width: 768px) 480px, 67vw', small: '(min-width: 768px) 320px, 33vw' };

/** Makes the whole picture a link. Its focus outline is inset, because the tile clips everything beyond its edges. */
const ItemLink = chakra(Link, {
  base: { position: 'absolute', inset: 0, borderRadius: 'inherit', _focusVisible: { outlineOffset: '-4px' } },
});

const Tile = ({ picture, large }: { picture: Picture | undefined; large: boolean }) => {
  const [failed, setFailed] = useState(false);
  if (!picture || failed) return null;
  const { id, address, placeholder, widths, caption } = picture;
  return (
    <>
      <MediaStill
        alt=""
        address={address}
        placeholder={placeholder}
        widths={widths}
        sizes={large ? sizes.large : sizes.small}
        onFailed={() => setFailed(true)}
      />
      {caption && <ItemLink to={paths.item(encodeURIComponent(id))} aria-label={caption} />}
    </>
  );
};

/** The chosen pictures as a mosaic with one accent tile, and below it the caption of the largest picture. */
export const Wall = () => {
  const pictures = useChosenPictures();
  return (
    <chakra.figure flex="1" display="flex" flexDirection="column">
      <Box
        flex={{ md: '1' }}
        minH={{ md: '300px' }}
        display="grid"
        gridTemplateColumns={{ base: 'repeat(4, minmax(0, 1fr))', md: 'repeat(12, minmax(0, 1fr))' }}
        gridTemplateRows={{ base: 'repeat(4, minmax(0, 1fr))', md: 'repeat(2, minmax(0, 1fr))' }}
        gap={{ base: '2', md: '3' }}
        aspectRatio={{ base: '1 / 1', md: 'auto' }}
      >
        {tiles.map(({ phone, desk }, index) => (
          <Box
            key={desk}
            display={{ base: phone ? 'block' : 'none', md: 'block' }}
            gridArea={{ base: phone ?? 'auto', md: desk }}
            position="relative"
            isolation="isolate"
            minW={0}
            minH={0}
            overflow="hidden"
            borderRadius={{ base: 'control', md: 'media' }}
            bg="sunken"
          >
            <Tile key={pictures[index]?.id ?? 'waiting'} picture={pictures[index]} large={index === 0} />
          </Box>
        ))}
        <Box
          gridArea={{ base: accentTile.phone, md: accentTile.desk }}
          bg="accent"
          borderRadius={{ base: 'control', md: 'media' }}
        />
      </Box>
      <chakra.figcaption minH="5" mt="3" fontSize="xs" lineHeight="5" color="ink.muted">
        {pictures[0]?.caption && `On the wall now: ${pictures[0].caption}`}
      </chakra.figcaption>
    </chakra.figure>
  );
};
