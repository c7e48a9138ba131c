import { Box, chakra } from '@chakra-ui/react';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { Choice, optionsOf } from '../../ui/controls/choice.tsx';
import { chipsOf, licenseLabels, mediaTypeLabels, activeFilterCount } from './filter.ts';
import type { Filter } from './filter.ts';
import { ItemSearch } from './item-search.tsx';
import { VisualFilters } from './visual-filters.tsx';
import { PriceRange } from './price-range.tsx';

const Chip = chakra('button', {
  base: {
    h: '9',
    px: '3.5',
    borderRadius: 'full',
    borderWidth: '1px',
    borderColor: 'hairline',
    fontSize: 'sm',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    transition: 'border-color 120ms ease-out, background-color 120ms ease-out',
    _hover: { borderColor: 'ink' },
    '&[aria-pressed=true]': { bg: 'ink', color: 'paper', borderColor: 'ink' },
  },
});

interface FiltersProps {
  readonly filter: Filter;
  readonly tags: readonly string[];
  readonly onChange: (change: Partial<Filter>) => void;
}

interface AllFiltersProps extends FiltersProps {
  /** How many items match, such as '12 items'; empty while that isn't known. */
  readonly found: string;
  /** Brings the items into view. */
  readonly onShowItems: () => void;
}

const Chips = ({ filter, tags, onChange }: FiltersProps) => (
  <Box role="group" aria-label="Tags" display="flex" flexWrap="wrap" gap="2" gridColumn="1 / -1">
    <Chip type="button" aria-pressed={!filter.tag} onClick={() => onChange({ tag: '' })}>
      All
    </Chip>
    {chipsOf(filter.tag && !tags.includes(filter.tag) ? [filter.tag, ...tags] : tags).map((tag) => (
      <Chip
        key={tag}
        type="button"
        aria-pressed={filter.tag === tag}
        onClick={() => onChange({ tag: filter.tag === tag ? '' : tag })}
      >
        {tag}
      </Chip>
    ))}
  </Box>
);

const choiceColumns = {
  base: '1fr 1fr',
  md: 'repeat(3, minmax(0, 1fr))',
  xl: '150px 170px 200px',
};

const Choices = ({ filter, onChange }: Omit<FiltersProps, 'tags'>) => (
  <Box display="grid" gridTemplateColumns={choiceColumns} gap="3">
    <Choice
      label="Media"
      value={filter.type}
      options={optionsOf(mediaTypeLabels)}
      onChange={(type) => onChange({ type })}
    />
    <Choice
      label="License"
      value={filter.license}
      options={optionsOf(licenseLabels)}
      onChange={(license) => onChange({ license })}
    />
    <Box gridColumn={{ base: 'span 2', md: 'auto' }} display="flex">
      <PriceRange filter={filter} onChange={onChange} />
    </Box>
  </Box>
);

/** The search box and all filters. On a small screen, a button opens the filters below the search box. */
export const Filters = ({ filter, tags, onChange, found, onShowItems }: AllFiltersProps) => {
  const [open, setOpen] = useState(false);
  const count = activeFilterCount(filter);
  return (
    <Box
      role="search"
      aria-label="Content"
      display="grid"
      columnGap="3"
      rowGap="4"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) auto' }}
    >
      <Box display="flex" gap="2">
        <ItemSearch filter={filter} onChange={onChange} />
        <Button
          variant="secondary"
          display={{ base: 'inline-flex', md: 'none' }}
          aria-expanded={open}
          aria-controls="content-filters"
          onClick={() => setOpen(!open)}
        >
          <SlidersHorizontal size={16} strokeWidth={1.5} aria-hidden />
          Filter{count > 0 && ` (${count})`}
        </Button>
      </Box>
      <Box id="content-filters" display={{ base: open ? 'grid' : 'none', md: 'grid', xl: 'contents' }} gap="4">
        <Choices filter={filter} onChange={onChange} />
        <VisualFilters filter={filter} onChange={onChange} />
        <Chips filter={filter} tags={tags} onChange={onChange} />
        <Button
          display={{ base: 'inline-flex', md: 'none' }}
          position="sticky"
          bottom="3"
          zIndex={11}
          boxShadow="raised"
          onClick={() => {
            setOpen(false);
            onShowItems();
          }}
        >
          Show {found || 'items'}
        </Button>
      </Box>
    </Box>
  );
};
