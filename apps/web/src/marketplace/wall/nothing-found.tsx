import { Box, chakra } from '@chakra-ui/react';
import type { SearchFallback } from '@tessera/contract/discovery';
import { useEffect, useState } from 'react';
import { get as read } from '../../kernel/send.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { ItemTiles } from '../item/item-tiles.tsx';
import type { Filter } from '../filters/filter.ts';

interface NothingFoundProps {
  /** A similar search that finds something; null if there is none. */
  readonly meant: string | null;
  readonly onChange: (change: Partial<Filter>) => void;
  readonly onClear: () => void;
}

const Meant = chakra('button', {
  base: { color: 'accent', fontWeight: '600', cursor: 'pointer', _hover: { textDecoration: 'underline' } },
});

/** Shown when nothing matches: what was probably meant, a button that clears the filters, and popular items. */
export const NothingFound = ({ meant, onChange, onClear }: NothingFoundProps) => {
  const [instead, setInstead] = useState<SearchFallback | null>(null);
  useEffect(() => {
    let isOver = false;
    // A failure shows nothing more: the page already says that nothing was found.
    read<SearchFallback>('/api/marketplace/instead', { retryDelaysMs: [] }).then(
      (answer) => !isOver && setInstead(answer),
      () => undefined,
    );
    return () => void (isOver = true);
  }, []);
  return (
    <>
      <Box role="status">
        <EmptyState
          sentence="No content found matching your criteria."
          action={
            <>
              {meant && (
                <Box>
                  Did you mean{' '}
                  <Meant type="button" onClick={() => onChange({ search: meant })}>
                    {meant}
                  </Meant>
                  ?
                </Box>
              )}
              <Button variant="secondary" onClick={onClear}>
                Clear filters
              </Button>
            </>
          }
        />
      </Box>
      {instead && instead.items.length > 0 && (
        <chakra.section aria-labelledby="popular" mt="4">
          <chakra.h2 id="popular" fontFamily="display" fontSize="xl" mb="4">
            Popular now
          </chakra.h2>
          <ItemTiles items={instead.items} />
        </chakra.section>
      )}
    </>
  );
};
