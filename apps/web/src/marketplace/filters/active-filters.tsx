import { Box, chakra } from '@chakra-ui/react';
import { centsOf, formatUsd } from '@tessera/domain/money';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { capitalized } from '@tessera/domain/kernel/text';
import { emptyFilter, licenseLabels, mediaTypeLabels, peopleLabels, sizeLabels } from './filter.ts';
import type { Filter } from './filter.ts';

interface ActiveFilter {
  readonly name: string;
  readonly label: string;
  /** The change that removes this filter. */
  readonly removal: Partial<Filter>;
}

const priceLabel = ({ minPrice, maxPrice }: Filter): string | null => {
  const [from, to] = [minPrice, maxPrice].map((dollars) => dollars !== null && formatUsd(centsOf(dollars)));
  if (from && to) return `${from} – ${to}`;
  return from ? `From ${from}` : to ? `Up to ${to}` : null;
};

/** Removes all filters and keeps the sort order. */
const { sort: _sort, ...removeAll } = emptyFilter;

/** All active filters, in the order of their controls. The creator’s name isn't known until an item has been loaded. */
const activeFiltersOf = (filter: Filter, creatorName: string | null): readonly ActiveFilter[] => {
  const { search, tag, creator, type, orientation, size, color, people, license } = filter;
  const price = priceLabel(filter);
  const active: readonly (ActiveFilter | '' | null)[] = [
    search.trim() && { name: 'search', label: `“${search.trim()}”`, removal: { search: '' } },
    creator && { name: 'creator', label: `By ${creatorName ?? 'one creator'}`, removal: { creator: '' } },
    type && { name: 'type', label: mediaTypeLabels[type], removal: { type: '' } },
    orientation && { name: 'orientation', label: capitalized(orientation), removal: { orientation: '' } },
    size && { name: 'size', label: sizeLabels[size], removal: { size: '' } },
    color && { name: 'color', label: capitalized(color), removal: { color: '' } },
    people && { name: 'people', label: peopleLabels[people], removal: { people: '' } },
    license && { name: 'license', label: licenseLabels[license], removal: { license: '' } },
    price && { name: 'price', label: price, removal: { minPrice: null, maxPrice: null } },
    tag && { name: 'tag', label: tag, removal: { tag: '' } },
  ];
  return active.filter((each) => each !== null && each !== '');
};

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
  /** Called when the last filter is removed, whose button had the focus. */
  readonly onEmptied: () => void;
}

/** The active filters as chips that remove them. While any are left, the focus stays among them. */
export const ActiveFilters = ({ filter, creatorName, onChange, onEmptied }: ActiveFiltersProps) => {
  const row = useRef<HTMLDivElement>(null);
  const active = activeFiltersOf(filter, creatorName);
  if (active.length === 0) return null;
  const remove = (index: number) => {
    const chips = [...(row.current?.querySelectorAll<HTMLElement>('[data-filter]') ?? [])];
    const next = chips[index + 1] ?? chips[index - 1];
    if (next) next.focus();
    else onEmptied();
    onChange(active[index]?.removal ?? {});
  };
  return (
    <Box ref={row} role="group" aria-label="Active filters" display="flex" flexWrap="wrap" alignItems="center" gap="2">
      {active.map(({ name, label }, index) => (
        <Chip key={name} type="button" aria-label={`${label}, remove`} data-filter={name} onClick={() => remove(index)}>
          <chakra.span truncate>{label}</chakra.span>
          <X size={14} strokeWidth={1.5} aria-hidden />
        </Chip>
      ))}
      {active.length > 1 && (
        <Clear
          type="button"
          onClick={() => {
            onEmptied();
            onChange(removeAll);
          }}
        >
          Clear all
        </Clear>
      )}
    </Box>
  );
};
