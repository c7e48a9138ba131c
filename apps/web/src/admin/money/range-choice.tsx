import { Box, Flex } from '@chakra-ui/react';
import { FormField } from '../../kernel/forms/form.tsx';
import { Choice } from '../../ui/controls/choice.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';
import type { DayRange, RangeLength } from './range.ts';

const options = [
  { value: '30', label: 'Last 30 days' },
  { value: '7', label: 'Last 7 days' },
  { value: '90', label: 'Last 90 days' },
  { value: 'own', label: 'Other days' },
] as const;

interface RangeChoiceProps {
  readonly range: DayRange & { readonly length: RangeLength | 'own' };
  readonly onChange: (search: Readonly<Record<string, string>>) => void;
}

export const RangeChoice = ({ range, onChange }: RangeChoiceProps) => {
  const { length, from, to } = range;
  const chooseLength = (value: RangeLength | 'own') => {
    if (value === 'own') onChange({ from, to });
    else onChange(value === options[0].value ? {} : { days: value });
  };
  // An emptied field keeps the day it had.
  const choose = (day: Partial<DayRange>) => onChange({ from: day.from || from, to: day.to || to });
  return (
    <Flex gap="4" wrap="wrap" align="flex-end">
      <Box w="44">
        <Choice<RangeLength | 'own'> label="Which days" value={length} options={options} onChange={chooseLength} />
      </Box>
      {length === 'own' && (
        <>
          <FormField label="From (UTC)">
            <TextInput type="date" value={from} max={to} onChange={(event) => choose({ from: event.target.value })} />
          </FormField>
          <FormField label="To (UTC)">
            <TextInput type="date" value={to} min={from} onChange={(event) => choose({ to: event.target.value })} />
          </FormField>
        </>
      )}
    </Flex>
  );
};
