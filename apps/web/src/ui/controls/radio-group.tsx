import { Box, chakra } from '@chakra-ui/react';
import { useId } from 'react';
import { Checkable } from './text-input.tsx';

interface RadioOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly help?: string;
}

interface RadioGroupProps<Value extends string> {
  readonly legend: string;
  /** The name of the form field. */
  readonly name: string;
  readonly options: readonly RadioOption<Value>[];
  /** The option that is selected at first; by default none. */
  readonly first?: Value;
  readonly error?: string | undefined;
  readonly onValue?: (value: Value) => void;
}

/** A choice between several answers, all of them visible. */
export const RadioGroup = <Value extends string>(props: RadioGroupProps<Value>) => {
  const { legend, name, options, first, error, onValue } = props;
  const note = useId();
  return (
    <chakra.fieldset aria-describedby={error ? note : undefined}>
      <chakra.legend fontSize="sm" fontWeight="500" mb="1">
        {legend}
      </chakra.legend>
      {options.map(({ value, label, help }) => (
        <chakra.label key={value} display="flex" gap="3" alignItems="flex-start" minH="11" py="1.5" cursor="pointer">
          <Checkable
            type="radio"
            mt="0.5"
            name={name}
            value={value}
            defaultChecked={value === first}
            onChange={() => onValue?.(value)}
          />
          <Box minW="0" fontSize="sm">
            <Box fontWeight={help ? '500' : '400'}>{label}</Box>
            {help && <Box color="ink.muted">{help}</Box>}
          </Box>
        </chakra.label>
      ))}
      <Box id={note} fontSize="sm" color="trouble" aria-live="polite">
        {error}
      </Box>
    </chakra.fieldset>
  );
};
