import { Box, chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { activeFiltersOf, unfiltered } from './narrowing.ts';
import type { Filter } from './filter.ts';

const Chip = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minH: '9',
    maxW: 'full',
    ps: '3',
    pe: '2.5',
    bg: 'sunken',
    borderRadius: 'full',
    fontSize: 'sm',
    cursor: 'pointer',
    transition: 'background-color 120ms ease-out',
    '& svg': { color: 'ink.muted', flexShrink: 0 },
    _hover: { bg: 'hairline', '& svg': { color: 'ink' } },
  },
});

const Clear = chakra('button', {
  base: {
    minH: '9',
    px: '2',
    fontSize: 'sm',
    color: 'ink.muted',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
    cursor: 'pointer',
    _hover: { color: 'ink' },
  },
});

interface ActiveFiltersProps {
  readonly filter: Filter;
  readonly creatorName: string | null;
  readonly onChange: (change: Partial<Filter>) => void;
  /** The last of them has gone, and the focus with it. */
  readonly onEmptied: () => void;
}

/** What narrows the wall, each with a way to let it go. The focus stays among them. */
export const ActiveFilters = ({ filter, creatorName, onChange, onEmptied }: ActiveFiltersProps) => {
  const row = useRef<HTMLDivElement>(null);
  const active = activeFiltersOf(filter, creatorName);
  if (active.length === 0) return null;
  const remove = (index: number) => {
    const chips = [...(row.current?.querySelectorAll<HTMLElement>('[data-filter]') ?? [])];
    const next = chips[index + 1] ?? chips[index - 1];
    if (next) next.focus();
    else onEmptied();
    onChange(active[index]?.without ?? {});
  };
  return (
    <Box ref={row} role="group" aria-label="Active filters" display="flex" flexWrap="wrap" alignItems="center" gap="2">
      {active.map(({ name, words }, index) => (
        <Chip key={name} type="button" aria-label={`${words}, remove`} data-filter={name} onClick={() => remove(index)}>
          <chakra.span truncate>{words}</chakra.span>
          <X size={14} strokeWidth={1.5} aria-hidden />
        </Chip>
      ))}
      {active.length > 1 && (
        <Clear
          type="button"
          onClick={() => {
            onEmptied();
            onChange(unfiltered);
          }}
        >
          Clear all
        </Clear>
      )}
    </Box>
  );
};
