import { useState } from 'react';
import { FormField } from '../../kernel/forms/form.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';

/** While a year is typed, its first digits are a year, too. */
const earliest = '2000-01-01';

interface DayFieldProps {
  readonly label: string;
  /** `yyyy-mm-dd`, as the bounds. */
  readonly value: string;
  readonly min?: string;
  readonly max?: string;
  readonly onChange: (day: string) => void;
}

/** A day: told once it is whole; a field that was left empty has its day again. */
export const DayField = ({ label, value, min = earliest, max, onChange }: DayFieldProps) => {
  // Shown until the field is left: setting it meanwhile would take the digits that were typed so far.
  const [typed, setTyped] = useState<string | null>(null);
  const take = (day: string) => {
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
        onChange={(event) => take(event.target.value)}
        onBlur={() => setTyped(null)}
      />
    </FormField>
  );
};
