import type { ChangeEvent } from 'react';
import { useController } from 'react-hook-form';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { FormField } from '../kernel/form.tsx';
import { TextInput } from '../ui/text-input.tsx';

/** How digits are shown while they are typed, and what of it is the field's value. */
export interface Mask {
  readonly digitsMax: number;
  readonly shown: (digits: string) => string;
  readonly value: (digits: string) => string;
}

const asTyped = (digits: string) => digits;
const withSlash = (digits: string) => (digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits);

export const cardNumberMask: Mask = {
  digitsMax: 16,
  shown: (digits) => digits.replace(/(\d{4})(?=\d)/g, '$1 '),
  value: asTyped,
};
export const expiryMask: Mask = { digitsMax: 4, shown: withSlash, value: withSlash };
export const cvvMask: Mask = { digitsMax: 3, shown: asTyped, value: asTyped };

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** The place in the shown text after so many digits. */
const placeAfter = (shown: string, digits: number): number => {
  let seen = 0;
  for (let place = 0; place < shown.length; place += 1) {
    if (seen === digits) return place;
    if (/\d/.test(shown.charAt(place))) seen += 1;
  }
  return shown.length;
};

interface CardInputProps<Form extends FieldValues> {
  readonly form: UseFormReturn<Form, unknown, Form>;
  readonly name: Path<Form>;
  readonly label: string;
  readonly mask: Mask;
  readonly autoComplete: string;
  readonly placeholder: string;
}

export const CardInput = <Form extends FieldValues>({ form, name, label, mask, ...input }: CardInputProps<Form>) => {
  const { field, fieldState } = useController({ control: form.control, name });
  const { ref, value, onChange, onBlur } = field;
  const shown = mask.shown(digitsOf(String(value)));
  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const caretDigits = digitsOf(target.value.slice(0, target.selectionStart ?? target.value.length)).length;
    const digits = digitsOf(target.value).slice(0, mask.digitsMax);
    onChange(mask.value(digits));
    // React puts the caret of a rewritten value at its end; someone who mends a digit in the middle stays there.
    requestAnimationFrame(() => {
      const place = placeAfter(mask.shown(digits), caretDigits);
      if (document.activeElement === target) target.setSelectionRange(place, place);
    });
  };
  return (
    <FormField label={label} error={fieldState.error?.message}>
      <TextInput
        {...input}
        ref={ref}
        name={name}
        inputMode="numeric"
        value={shown}
        onChange={type}
        onBlur={onBlur}
        fontVariantNumeric="tabular-nums"
      />
    </FormField>
  );
};
