import { Box } from '@chakra-ui/react';
import { Choice, optionsOf } from '../../ui/controls/choice.tsx';
import { SearchBox } from '../../ui/search/search-box.tsx';
import { contentSorts, contentStatuses, contentTypes } from './content-query.ts';
import type { ContentQuery } from './content-query.ts';

const columns = {
  base: 'repeat(2, minmax(0, 1fr))',
  sm: 'repeat(3, minmax(0, 1fr))',
  lg: 'minmax(240px, 1fr) repeat(3, auto)',
};

interface ContentFiltersProps {
  readonly query: ContentQuery;
  readonly onChange: (change: Partial<ContentQuery>) => void;
}

export const ContentFilters = ({ query, onChange }: ContentFiltersProps) => (
  <Box role="search" aria-label="My content" display="grid" gap="3" gridTemplateColumns={columns}>
    <Box gridColumn={{ base: '1 / -1', lg: 'auto' }}>
      <SearchBox
        label="Search my content"
        placeholder="Title, brand or tag"
        value={query.search}
        onChange={(search) => onChange({ search })}
      />
    </Box>
    <Choice
      label="Status"
      value={query.status}
      options={optionsOf(contentStatuses)}
      onChange={(status) => onChange({ status })}
    />
    <Choice
      label="Media"
      value={query.type}
      options={optionsOf(contentTypes)}
      onChange={(type) => onChange({ type })}
    />
    <Box gridColumn={{ base: 'span 2', sm: 'auto' }}>
      <Choice
        label="Sort by"
        value={query.sort}
        options={optionsOf(contentSorts)}
        onChange={(sort) => onChange({ sort })}
      />
    </Box>
  </Box>
);
