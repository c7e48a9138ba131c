import { Box, VisuallyHidden, chakra } from '@chakra-ui/react';
import { countedItemsMax } from '@tessera/domain/content/row';
import { LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { plural } from '../../kernel/plural.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { cardLayout } from '../cards/card-layout.ts';
import type { View } from '../view.atoms.ts';
import type { Place } from '../pictures/column-layout.ts';
import { justifiedLayout } from './justified-layout.ts';
import { PlacedPictures } from '../pictures/placed-pictures.tsx';
import type { Wall } from './wall.ts';

/** Made up, so that the skeleton looks like what comes. */
const skeletonAspectRatios = [1.5, 0.75, 1.33, 1, 1.5, 0.67, 1.5, 1.33, 0.75, 1.5];

const Spinner = chakra(LoaderCircle, {
  base: { animation: 'spin 900ms linear infinite', _motionReduce: { animation: 'none' } },
});

const WallSkeleton = ({ place: { height, ...place } }: { place: Place }) => (
  <Box position="absolute" style={place}>
    <Skeleton borderRadius="media" style={{ height }} />
    <Skeleton h="4" w="60%" mt="3" />
    <Skeleton h="3" w="40%" mt="2" />
  </Box>
);

const CardSkeleton = ({ place: { height, ...place } }: { place: Place }) => (
  <Box position="absolute" style={place}>
    <Skeleton borderRadius="media" style={{ height }} />
    <Skeleton h="5" w="60%" mt="3" />
    <Skeleton h="3" w="40%" mt="2" />
    <Skeleton h="10" mt="3" />
    <Skeleton h="6" w="50%" mt="2" />
    <Skeleton h="11" mt="4" />
    <Skeleton h="11" mt="2" />
  </Box>
);

const skeletons = {
  cards: { Card: CardSkeleton, layout: cardLayout },
  wall: { Card: WallSkeleton, layout: justifiedLayout },
} as const;

/** A spinner near the top, over a skeleton of what comes. */
export const Loading = ({ view }: { view: View }) => {
  const { Card, layout } = skeletons[view];
  return (
    <Box position="relative">
      <Box
        role="status"
        position="absolute"
        zIndex={1}
        top={{ base: '20', md: '28' }}
        insetX="0"
        mx="auto"
        w="fit-content"
        display="flex"
        alignItems="center"
        gap="2"
        px="4"
        h="10"
        bg="surface"
        borderRadius="full"
        boxShadow="raised"
        fontSize="sm"
        color="ink.muted"
      >
        <Spinner size={16} strokeWidth={1.5} aria-hidden />
        Loading content…
      </Box>
      <Box aria-hidden>
        <PlacedPictures aspectRatios={skeletonAspectRatios} layout={layout}>
          {(index, place) => <Card key={index} place={place} />}
        </PlacedPictures>
      </Box>
    </Box>
  );
};

/** The server stops counting at `countedItemsMax`. */
export const formatTotal = (total: number) =>
  total < countedItemsMax ? total.toLocaleString('en-US') : `${countedItemsMax.toLocaleString('en-US')}+`;

const shownCount = ({ items, nextCursor }: Wall): string => {
  const count = plural(items.length, items.some(({ sample }) => sample) ? 'sample' : 'item');
  return nextCursor ? `Showing the first ${count}` : `${count} shown`;
};

/** Tells screen readers what a search found: once, and not again with each page that is added below. */
export const ResultAnnouncement = ({ wall }: { wall: Wall }) => {
  const [count] = useState(() => shownCount(wall));
  const [total] = useState(wall.nextCursor && wall.total);
  return (
    <VisuallyHidden>
      <span>{count}</span>
      {total && <span> of {formatTotal(total)}</span>}
    </VisuallyHidden>
  );
};

/** Announces newly published items above the wall, without moving it. */
export const NewItemsButton = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <Box
    position="sticky"
    top="20"
    zIndex={10}
    h="0"
    display="flex"
    justifyContent="center"
    alignItems="flex-start"
    role="status"
  >
    {count > 0 && (
      <Button minH="11" borderRadius="full" boxShadow="raised" onClick={onShow}>
        {count} new
        <VisuallyHidden>{count === 1 ? 'item: show it' : 'items: show them'}</VisuallyHidden>
      </Button>
    )}
  </Box>
);

export const SamplesNote = ({ failed, onRetry }: { failed: boolean; onRetry: () => void }) => (
  <Box
    role={failed ? 'alert' : 'note'}
    display="flex"
    flexWrap="wrap"
    alignItems="center"
    gap="3"
    bg="waiting.tint"
    color="waiting"
    borderRadius="control"
    px="4"
    py="3"
    mb="6"
    fontSize="sm"
  >
    <Box flex="1" minW="60">
      {failed
        ? 'The marketplace could not be loaded. These are samples and can’t be licensed.'
        : 'Nothing has been published yet. These are samples and can’t be licensed.'}
    </Box>
    {failed && (
      <Button size="sm" variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    )}
  </Box>
);
