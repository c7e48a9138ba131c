import { Select } from './text-input.tsx';

interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

/** Turns titles by value into options, in the same order. */
export const optionsOf = <Value extends string>(titles: Readonly<Record<Value, string>>): readonly Option<Value>[] =>
  (Object.entries(titles) as [Value, string][]).map(([value, label]) => ({ value, label }));

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  /** The first is the default; any other is emphasized, because it changes the list. */
  readonly options: readonly Option<Value>[];
  /** The id of the element that describes it; empty for none. */
  readonly describedBy?: string;
  readonly onChange: (value: Value) => void;
}

/** A select for one of a list's filters, or for its order; it fills the available width. */
export const Choice = <Value extends string>({ label, value, options, describedBy, onChange }: ChoiceProps<Value>) => {
  const isFirst = value === options[0]?.value;
  return (
    <Select
      aria-label={label}
      aria-describedby={describedBy || undefined}
      value={value}
      onChange={(event) => onChange(event.target.value as Value)}
      fontSize={{ base: '16px', md: 'sm' }}
      borderColor={isFirst ? 'hairline.strong' : 'ink'}
      fontWeight={isFirst ? '400' : '600'}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  );
};
