import { Flex } from '@chakra-ui/react';
import { SearchBox } from '../ui/search-box.tsx';
import { Select } from '../ui/text-input.tsx';
import { contentSorts, contentStatuses, contentTypes } from './content-query.ts';
import type { ContentQuery } from './content-query.ts';

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly titles: Readonly<Record<Value, string>>;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

const Choice = <Value extends string>({ label, titles, value, onChange }: ChoiceProps<Value>) => (
  <Select
    aria-label={label}
    value={value}
    onChange={(event) => onChange(event.target.value as Value)}
    w={{ base: 'full', sm: 'auto' }}
    flex={{ base: '1 1 140px', lg: 'none' }}
  >
    {(Object.entries(titles) as [Value, string][]).map(([choice, title]) => (
      <option key={choice} value={choice}>
        {title}
      </option>
    ))}
  </Select>
);

interface ContentFiltersProps {
  readonly query: ContentQuery;
  readonly onChange: (query: ContentQuery) => void;
}

export const ContentFilters = ({ query, onChange }: ContentFiltersProps) => (
  <Flex role="search" aria-label="My content" gap="3" wrap="wrap">
    <Flex flex={{ base: '1 1 100%', lg: '1 1 240px' }} css={{ '& > div': { maxW: 'none' } }}>
      <SearchBox
        label="Search my content"
        placeholder="Title, brand or tag"
        value={query.search}
        onChange={(search) => onChange({ ...query, search })}
      />
    </Flex>
    <Choice
      label="Status"
      titles={contentStatuses}
      value={query.status}
      onChange={(status) => onChange({ ...query, status })}
    />
    <Choice label="Media" titles={contentTypes} value={query.type} onChange={(type) => onChange({ ...query, type })} />
    <Choice
      label="Sort by"
      titles={contentSorts}
      value={query.sort}
      onChange={(sort) => onChange({ ...query, sort })}
    />
  </Flex>
);
