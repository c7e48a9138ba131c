import { Box } from '@chakra-ui/react';
import { useRef } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { ReadFailed } from '../ui/table/list-states.tsx';

interface MoreProps {
  readonly of: {
    readonly moreFailed: boolean;
    readonly hasMore: boolean;
    readonly isReading: boolean;
    readonly more: () => void;
  };
  /** What was asked for, as in 'Further lines'. */
  readonly what: string;
}

/**
 * Below the rows of a list that may have further ones: what reads them. The keyboard continues right behind the last
 * row.
 */
export const More = ({ of: { moreFailed, hasMore, isReading, more }, what }: MoreProps) => {
  const end = useRef<HTMLDivElement>(null);
  const read = () => {
    // The button is of no use until there is an answer, and may leave with it.
    end.current?.focus({ preventScroll: true });
    more();
  };
  return (
    <Box ref={end} tabIndex={-1} outline="0" role="group" aria-label={what} display="grid" justifyItems="center">
      {moreFailed && <ReadFailed words={`${what} could not be read`} onTryAgain={read} />}
      {hasMore && !moreFailed && (
        <Button variant="secondary" disabled={isReading} onClick={read}>
          Show more
        </Button>
      )}
    </Box>
  );
};
