import { Flex } from '@chakra-ui/react';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { FormField } from '../../kernel/forms/form-field.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';
import { filterNames } from './event-log.ts';
import type { EventFilter } from './event-log.ts';

const fields = {
  type: { label: 'Event type', example: 'LicenseGranted' },
  stream: { label: 'Stream', example: 'order-…' },
  correlation: { label: 'Correlation', example: 'all events of one purchase' },
} as const;

interface EventFiltersProps {
  readonly filter: EventFilter;
  readonly onChange: (filter: EventFilter) => void;
}

export const EventFilters = ({ filter, onChange }: EventFiltersProps) => {
  const [typed, setTyped] = useState(filter);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(typed);
  };
  const isFiltering = filterNames.some((name) => filter[name]);
  return (
    <Flex
      as="form"
      role="search"
      onSubmit={submit}
      gap="3"
      align="flex-end"
      wrap="wrap"
      css={{ '& > div': { flex: '1 1 200px' } }}
    >
      {filterNames.map((name) => (
        <FormField key={name} label={fields[name].label}>
          <TextInput
            placeholder={fields[name].example}
            autoComplete="off"
            spellCheck={false}
            value={typed[name]}
            onChange={(event) => setTyped({ ...typed, [name]: event.target.value.trim() })}
          />
        </FormField>
      ))}
      <Button type="submit" variant="secondary">
        Filter
      </Button>
      {isFiltering && (
        <Button variant="ghost" onClick={() => onChange({ type: '', stream: '', correlation: '' })}>
          Clear
        </Button>
      )}
    </Flex>
  );
};
