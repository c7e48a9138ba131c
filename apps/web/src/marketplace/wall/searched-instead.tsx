import { Box, chakra } from '@chakra-ui/react';
import type { Filter } from '../filters/filter.ts';

const Words = chakra('button', {
  base: { color: 'accent', fontWeight: '600', cursor: 'pointer', _hover: { textDecoration: 'underline' } },
});

interface SearchedInsteadProps {
  readonly search: string;
  /** The words that found what is shown. */
  readonly meant: string;
  readonly onChange: (change: Partial<Filter>) => void;
  /** Called when one of its buttons was pressed, which then disappears with its focus. */
  readonly onChanged: () => void;
}

/** Above the items: what they were found by, because nothing matches the search as it was typed. */
export const SearchedInstead = ({ search, meant, onChange, onChanged }: SearchedInsteadProps) => {
  const choose = (change: Partial<Filter>) => {
    onChanged();
    onChange(change);
  };
  return (
    <Box role="status" mb="5" overflowWrap="anywhere">
      Showing results for{' '}
      <Words type="button" onClick={() => choose({ search: meant })}>
        {meant}
      </Words>
      .{' '}
      <Box as="span" color="ink.muted">
        Search instead for{' '}
        <Words type="button" onClick={() => choose({ exact: true })}>
          {search}
        </Words>
      </Box>
    </Box>
  );
};
