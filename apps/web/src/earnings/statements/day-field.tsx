import { useState } from 'react';
import { FormField } from '../../kernel/forms/form-field.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';

/** Earlier dates are ignored: while a year is being typed, its first digits already make a date. */
const earliest = '2000-01-01';

interface DayFieldProps {
  readonly label: string;
  /** As `yyyy-mm-dd`, like the bounds. */
  readonly value: string;
  readonly min?: string;
  readonly max?: string;
  readonly onChange: (day: string) => void;
}

/** A date field that reports complete dates only. If it is left empty, its old date comes back. */
export const DayField = ({ label, value, min = earliest, max, onChange }: DayFieldProps) => {
  // Shown until the field loses focus: changing the value earlier would erase digits typed so far.
  const [typed, setTyped] = useState<string | null>(null);
  const change = (day: string) => {
    setTyped(day);
    if (day >= min && (max === undefined || day <= max)) onChange(day);
  };
  return (
    <FormField label={label}>
      <TextInput
        type="date"
        value={typed ?? value}
        min={min}
        max={max}
        onChange={(event) => change(event.target.value)}
        onBlur={() => setTyped(null)}
      />
    </FormField>
  );
};
