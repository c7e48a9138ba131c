import { Box } from '@chakra-ui/react';
import { useSetAtom } from 'jotai';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { showMoreAtom } from '../marketplace.atoms.ts';
import type { Wall } from './wall.ts';

/** The next page is requested when its beginning is this far below the window. */
const prefetchMargin = '800px';

/**
 * Requests the next page before the end of the wall comes into view. The button is for people who get there first, and
 * for screen readers. After the last of several pages it says that there are no more, and takes the focus if the button
 * had it.
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
    // Created again after each page, because an end that is still in view doesn't trigger the observer again.
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && void showMore(), {
      rootMargin: prefetchMargin,
    });
    if (end.current) observer.observe(end.current);
    return () => observer.disconnect();
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
        // Not disabled while loading, so that it keeps the focus of someone who pressed it with the keyboard.
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
