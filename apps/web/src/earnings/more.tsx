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

/** Below the rows of a list that has further ones: what reads them. */
export const More = ({ of: { moreFailed, hasMore, isReading, more }, what }: MoreProps) => {
  if (moreFailed) return <ReadFailed words={`${what} could not be read`} onTryAgain={more} />;
  if (!hasMore) return null;
  return (
    <Button variant="secondary" alignSelf="center" disabled={isReading} onClick={more}>
      Show more
    </Button>
  );
};
