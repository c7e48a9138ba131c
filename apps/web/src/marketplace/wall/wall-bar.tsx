import { Box } from '@chakra-ui/react';
import { Choice } from '../../ui/controls/choice.tsx';
import { ActiveFilters } from '../filters/active-filters.tsx';
import { sortOptionsFor } from '../filters/filter.ts';
import type { Filter } from '../filters/filter.ts';
import { formatTotal } from './wall-states.tsx';
import { ViewSwitch } from './view-switch.tsx';
import type { Wall } from './wall.ts';

/** How many items were found, as text; empty if that isn't known. */
export const countOf = ({ total, items }: Wall): string => {
  const noun = items.some(({ sample }) => sample) ? 'sample' : 'item';
  return total === null ? '' : `${formatTotal(total)} ${noun}${total === 1 ? '' : 's'}`;
};

interface WallBarProps {
  readonly wall: Wall;
  readonly filter: Filter;
  readonly onChange: (change: Partial<Filter>) => void;
  readonly onEmptied: () => void;
}

/** Above the items: the number of results, the active filters, the sort order and the view. */
export const WallBar = ({ wall, filter, onChange, onEmptied }: WallBarProps) => (
  <Box display="flex" flexWrap="wrap" alignItems="center" columnGap="5" rowGap="3" mt="6">
    <Box
      fontWeight="600"
      fontVariantNumeric="tabular-nums"
      order={1}
      minH="6"
      opacity={wall.status === 'loading' ? 0.6 : 1}
    >
      {countOf(wall)}
    </Box>
    <Box
      order={{ base: 3, md: 2 }}
      flexBasis={{ base: '100%', md: 0 }}
      flexGrow={1}
      minW="0"
      _empty={{ display: 'none' }}
    >
      <ActiveFilters
        filter={filter}
        creatorName={wall.items[0]?.creator_name ?? null}
        onChange={onChange}
        onEmptied={onEmptied}
      />
    </Box>
    <Box order={{ base: 2, md: 3 }} flexBasis={{ base: '100%', md: 'auto' }} ms="auto" display="flex" gap="3">
      <Box flex={{ base: 1, md: 'none' }} w="48">
        <Choice
          label="Sort by"
          value={filter.sort}
          options={sortOptionsFor(filter)}
          onChange={(sort) => onChange({ sort })}
        />
      </Box>
      <ViewSwitch />
    </Box>
  </Box>
);
