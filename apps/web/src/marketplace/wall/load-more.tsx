import { Box } from '@chakra-ui/react';
import { useSetAtom } from 'jotai';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { showMoreAtom } from '../marketplace.atoms.ts';
import type { Wall } from './wall.ts';

/** So far below the window the next page is asked for already. */
const prefetchMargin = '800px';

/**
 * Asks for the next page before its end comes into sight; the button is for who gets there first, or without sight.
 * After the last of several pages it says that there are no more, also to who had the focus on the button.
 */
export const LoadMore = ({ wall: { items, moreStatus, nextCursor } }: { wall: Wall }) => {
  const showMore = useSetAtom(showMoreAtom);
  const end = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  const count = items.length;
  const hasMore = nextCursor !== null;
  const [isLong] = useState(hasMore);
  useEffect(() => {
    if (!hasMore) return undefined;
    // Made again after each page, since an end that is still in sight tells nothing new.
    const seen = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && void showMore(), {
      rootMargin: prefetchMargin,
    });
    if (end.current) seen.observe(end.current);
    return () => seen.disconnect();
  }, [showMore, count, hasMore]);
  useLayoutEffect(() => {
    if (!hasMore && hasFocus.current) end.current?.focus({ preventScroll: true });
  }, [hasMore]);
  if (!isLong) return null;
  return (
    <Box
      ref={end}
      tabIndex={-1}
      outline="none"
      display="grid"
      justifyItems="center"
      gap="3"
      pt="10"
      onFocus={() => (hasFocus.current = true)}
      onBlur={() => (hasFocus.current = false)}
    >
      {moreStatus === 'failed' && (
        <Box role="alert" fontSize="sm" color="trouble">
          More content could not be loaded.
        </Box>
      )}
      {hasMore ? (
        // Not disabled while it is read: who pressed it with the keyboard keeps the place.
        <Button variant="secondary" aria-busy={moreStatus === 'reading' || undefined} onClick={() => void showMore()}>
          {{ idle: 'Load more', reading: 'Loading more…', failed: 'Try again' }[moreStatus]}
        </Button>
      ) : (
        <Box fontSize="sm" color="ink.muted">
          You’ve reached the end.
        </Box>
      )}
    </Box>
  );
};
