import { Box, chakra } from '@chakra-ui/react';
import { Search, SlidersHorizontal } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextInput } from '../ui/text-input.tsx';
import type { Filter } from './filter.ts';

const typingPauseMs = 250;

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

const SearchBox = ({ filter, onChange }: Omit<FiltersProps, 'tags'>) => {
  const [typed, setTyped] = useState(filter.search);
  const [sent, setSent] = useState(filter.search);
  const [shownFor, setShownFor] = useState(filter.search);
  // Back or Clear filters changed the address: the box follows it. What it sent itself must not undo later typing.
  if (shownFor !== filter.search) {
    setShownFor(filter.search);
    if (filter.search !== sent) setTyped(filter.search);
    setSent(filter.search);
  }
  useEffect(() => {
    if (typed === filter.search) return undefined;
    const timer = setTimeout(() => {
      setSent(typed);
      onChange({ ...filter, search: typed });
    }, typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed, filter, onChange]);
  return (
    <Box position="relative" flex="1" maxW={{ md: 'md' }}>
      <Box
        position="absolute"
        insetStart="3.5"
        top="0"
        h="full"
        display="grid"
        placeItems="center"
        color="ink.muted"
        pointerEvents="none"
      >
        <Search size={18} strokeWidth={1.5} aria-hidden />
      </Box>
      <TextInput
        type="search"
        aria-label="Search content"
        placeholder="Search content..."
        ps="11"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </Box>
  );
};

export const Filters = ({ filter, tags, onChange }: FiltersProps) => {
  const [open, setOpen] = useState(false);
  const chips = tags.includes(filter.tag) || !filter.tag ? tags : [filter.tag, ...tags].slice(0, 10);
  return (
    <Box display="grid" gap="4">
      <Box display="flex" gap="2">
        <SearchBox filter={filter} onChange={onChange} />
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
