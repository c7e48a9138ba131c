import { Box, Flex } from '@chakra-ui/react';
import { FormField } from '../../kernel/forms/form-field.tsx';
import { Choice } from '../../ui/controls/choice.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';
import type { DayRange, RangeLength } from './range.ts';

const options = [
  { value: '30', label: 'Last 30 days' },
  { value: '7', label: 'Last 7 days' },
  { value: '90', label: 'Last 90 days' },
  { value: 'own', label: 'Custom' },
] as const;

interface RangeChoiceProps {
  readonly range: DayRange & { readonly length: RangeLength | 'own' };
  readonly onChange: (search: Readonly<Record<string, string>>) => void;
}

export const RangeChoice = ({ range, onChange }: RangeChoiceProps) => {
  const { length, from, to } = range;
  const setLength = (value: RangeLength | 'own') => {
    if (value === 'own') onChange({ from, to });
    else onChange(value === options[0].value ? {} : { days: value });
  };
  // A field that is cleared keeps its old day.
  const setDays = (days: Partial<DayRange>) => onChange({ from: days.from || from, to: days.to || to });
  return (
    <Flex gap="4" wrap="wrap" align="flex-end">
      <Box w="44">
        <Choice<RangeLength | 'own'> label="Date range" value={length} options={options} onChange={setLength} />
      </Box>
      {length === 'own' && (
        <>
          <FormField label="From (UTC)">
            <TextInput type="date" value={from} max={to} onChange={(event) => setDays({ from: event.target.value })} />
          </FormField>
          <FormField label="To (UTC)">
            <TextInput type="date" value={to} min={from} onChange={(event) => setDays({ to: event.target.value })} />
          </FormField>
        </>
      )}
    </Flex>
  );
};
