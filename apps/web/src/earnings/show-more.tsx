import { Box } from '@chakra-ui/react';
import { Button } from '../ui/controls/button.tsx';
import { useKeptFocus } from '../ui/controls/use-kept-focus.ts';
import { ReadFailed } from '../ui/table/list-states.tsx';

interface ShowMoreProps {
  readonly of: {
    readonly moreFailed: boolean;
    readonly hasMore: boolean;
    readonly isLoading: boolean;
    readonly loadMore: () => void;
  };
  /** What the button loads, as in 'More lines'. */
  readonly what: string;
}

/** Loads further rows of a list, below its last row. The keyboard focus stays right after that row. */
export const ShowMore = ({ of: { moreFailed, hasMore, isLoading, loadMore }, what }: ShowMoreProps) => {
  // The button is disabled while it loads, and may be gone afterward, so it can't keep the focus.
  const { place: end, press: load } = useKeptFocus(loadMore);
  return (
    <Box ref={end} tabIndex={-1} outline="0" role="group" aria-label={what} display="grid" justifyItems="center">
      {moreFailed && <ReadFailed words={`${what} could not be loaded`} onTryAgain={load} />}
      {hasMore && !moreFailed && (
        <Button variant="secondary" disabled={isLoading} onClick={load}>
          Show more
        </Button>
      )}
    </Box>
  );
};
