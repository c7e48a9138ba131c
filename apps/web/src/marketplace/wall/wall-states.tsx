import { Box, VisuallyHidden, chakra } from '@chakra-ui/react';
import { countedItemsMax } from '@tessera/domain/content/row';
import { LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { plural } from '../../kernel/plural.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import type { Wall } from './wall.ts';

const skeletonCards = 6;

/** How high a card is below its picture. */
const wordsHeight = '221.6px';

const cardHeight = {
  base: `auto calc(100cqw * 0.75 + ${wordsHeight})`,
  md: `auto calc((100cqw - 24px) / 2 * 0.75 + ${wordsHeight})`,
  xl: `auto calc((100cqw - 48px) / 3 * 0.75 + ${wordsHeight})`,
};

/** How cards hang: what is far from the window isn't laid out and has the height that it would have. */
export const cardGrid = {
  display: 'grid',
  gridTemplateColumns: { base: '1fr', md: 'repeat(2, minmax(0, 1fr))', xl: 'repeat(3, minmax(0, 1fr))' },
  columnGap: '6',
  rowGap: '10',
  containerType: 'inline-size',
  css: {
    '& > article': {
      contentVisibility: 'auto',
      containIntrinsicHeight: cardHeight,
      // A card is cut off at its edges then: the ring of what has the focus keeps room there.
      p: '3',
      m: '-3',
      overflowClipMargin: '6px',
    },
  },
} as const;

const Spinner = chakra(LoaderCircle, {
  base: { animation: 'spin 900ms linear infinite', _motionReduce: { animation: 'none' } },
});

const SkeletonCard = () => (
  <Box display="grid" gap="3">
    <Skeleton aspectRatio="4 / 3" borderRadius="media" />
    <Skeleton h="5" w="60%" />
    <Skeleton h="10" />
    <Skeleton h="11" />
    <Skeleton h="11" />
  </Box>
);

/** A spinner at once in sight, over the shape of what comes. */
export const Loading = () => (
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
    <Box aria-hidden {...cardGrid}>
      {Array.from({ length: skeletonCards }, (_, index) => (
        <SkeletonCard key={index} />
      ))}
    </Box>
  </Box>
);

/** Further than that nobody counts. */
export const totalWords = (total: number) =>
  total < countedItemsMax ? total.toLocaleString('en-US') : `${countedItemsMax.toLocaleString('en-US')}+`;

const foundOn = ({ items, nextCursor }: Wall): string => {
  const count = plural(items.length, items.some(({ sample }) => sample) ? 'sample' : 'item');
  return nextCursor ? `Showing the first ${count}` : `${count} shown`;
};

/** What a search found, for who can't see it: said once, and not again with each page that is added below. */
export const Found = ({ wall }: { wall: Wall }) => {
  const [words] = useState(() => foundOn(wall));
  const [total] = useState(wall.nextCursor && wall.total);
  return (
    <VisuallyHidden>
      <span>{words}</span>
      {total && <span> of {totalWords(total)}</span>}
    </VisuallyHidden>
  );
};

/** Announces what was published meanwhile, over the wall and without moving it. */
export const News = ({ count, onShow }: { count: number; onShow: () => void }) => (
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
