import { Box, chakra } from '@chakra-ui/react';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import type { Filter } from './filter.ts';

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
  readonly onChange: (filter: Filter) => void;
}

export const Filters = ({ filter, tags, onChange }: FiltersProps) => {
  const [open, setOpen] = useState(false);
  const chips = tags.includes(filter.tag) || !filter.tag ? tags : [filter.tag, ...tags].slice(0, 10);
  return (
    <Box display="grid" gap="4">
      <Box display="flex" gap="2">
        <SearchBox
          label="Search content"
          placeholder="Search content..."
          value={filter.search}
          onChange={(search) => onChange({ ...filter, search })}
        />
        <Button
          variant="secondary"
          display={{ base: 'inline-flex', md: 'none' }}
          aria-expanded={open}
          aria-controls="tag-filter"
          onClick={() => setOpen(!open)}
        >
          <SlidersHorizontal size={16} strokeWidth={1.5} aria-hidden />
          Filter
        </Button>
      </Box>
      <Box
        id="tag-filter"
        role="group"
        aria-label="Tags"
        display={{ base: open ? 'flex' : 'none', md: 'flex' }}
        flexWrap="wrap"
        gap="2"
      >
        <Chip type="button" aria-pressed={!filter.tag} onClick={() => onChange({ ...filter, tag: '' })}>
          All
        </Chip>
        {chips.map((tag) => (
          <Chip
            key={tag}
            type="button"
            aria-pressed={filter.tag === tag}
            onClick={() => onChange({ ...filter, tag: filter.tag === tag ? '' : tag })}
          >
            {tag}
          </Chip>
        ))}
      </Box>
    </Box>
  );
};
