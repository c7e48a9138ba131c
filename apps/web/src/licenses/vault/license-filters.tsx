import { Box } from '@chakra-ui/react';
import { Choice, optionsOf } from '../../ui/controls/choice.tsx';
import { SearchBox } from '../../ui/search/search-box.tsx';
import { vaultStatuses, vaultTypes } from './license-query.ts';
import type { LicenseQuery } from './license-query.ts';

interface LicenseFiltersProps {
  readonly query: LicenseQuery;
  readonly onChange: (change: Partial<LicenseQuery>) => void;
}

export const LicenseFilters = ({ query, onChange }: LicenseFiltersProps) => (
  <Box
    role="search"
    aria-label="Licensed content"
    display="grid"
    gap="3"
    gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'minmax(0, 1fr) repeat(2, auto)' }}
  >
    <Box gridColumn={{ base: '1 / -1', md: 'auto' }}>
      <SearchBox
        label="Search your licenses"
        placeholder="Title or creator"
        value={query.search}
        onChange={(search) => onChange({ search })}
      />
    </Box>
    <Choice
      label="License type"
      value={query.type}
      options={optionsOf(vaultTypes)}
      onChange={(type) => onChange({ type })}
    />
    <Choice
      label="Status"
      value={query.status}
      options={optionsOf(vaultStatuses)}
      onChange={(status) => onChange({ status })}
    />
  </Box>
);
