import { withPlainDigits } from '@tessera/domain/kernel/text';
import type { ChangeEvent, ReactNode } from 'react';
import { useController } from 'react-hook-form';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { FormField } from '../../kernel/forms/form-field.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';

/** How digits are formatted while typing, and which value the field gets from them. */
export interface Mask {
  readonly digitsMax: number;
  /** Extracts the digits from what was typed, pasted or filled in. */
  readonly digits: (text: string) => string;
  readonly shown: (digits: string) => string;
  readonly value: (digits: string) => string;
}

const digitsOf = (text: string) => withPlainDigits(text).replace(/\D/g, '');
const unchanged = (digits: string) => digits;
const withSlash = (digits: string) => (digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits);

/**
 * Month and year as four digits, also from '1/30', '5', '05 / 2030' and '2030-05', as people and browsers write them.
 */
export const expiryDigits = (typed: string): string => {
  const text = withPlainDigits(typed);
  const [, fullYear, monthAfter] = /^\s*20(\d{2})-(\d{2})\s*$/.exec(text) ?? [];
  if (fullYear && monthAfter) return `${monthAfter}${fullYear}`;
  const month = /^\s*([2-9]|1(?=\s*[/.-]))/.exec(text) ? `0${digitsOf(text)}` : digitsOf(text);
  return month.replace(/^(\d{2})20(\d{2})$/, '$1$2');
};

// Extra digits are kept, so that validation can report them: a truncated number would be a different number.
export const cardNumberMask: Mask = {
  digitsMax: 19,
  digits: digitsOf,
  shown: (digits) => digits.replace(/(\d{4})(?=\d)/g, '$1 '),
  value: unchanged,
};
export const expiryMask: Mask = { digitsMax: 6, digits: expiryDigits, shown: withSlash, value: withSlash };
export const cvvMask: Mask = { digitsMax: 4, digits: digitsOf, shown: unchanged, value: unchanged };

/** The caret position in the formatted text after this many digits. */
const caretAfter = (shown: string, digits: number): number => {
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
  readonly help?: ReactNode;
}

export const CardInput = <Form extends FieldValues>({
  form,
  name,
  label,
  mask,
  help,
  ...input
}: CardInputProps<Form>) => {
  const { field, fieldState } = useController({ control: form.control, name });
  const { ref, value, onChange, onBlur } = field;
  const shown = mask.shown(digitsOf(String(value)));
  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const digits = mask.digits(target.value).slice(0, mask.digitsMax);
    const beforeCaret = digitsOf(target.value.slice(0, target.selectionStart ?? target.value.length)).length;
    const caretDigits = digits === digitsOf(target.value) ? beforeCaret : digits.length;
    onChange(mask.value(digits));
    // React moves the caret to the end of a rewritten value; this keeps it where a digit in the middle is being fixed.
    requestAnimationFrame(() => {
      const place = caretAfter(mask.shown(digits), caretDigits);
      if (document.activeElement === target) target.setSelectionRange(place, place);
    });
  };
  return (
    <FormField label={label} help={help} error={fieldState.error?.message}>
      <TextInput
        {...input}
        ref={ref}
        name={name}
        inputMode="numeric"
        spellCheck={false}
        value={shown}
        onChange={type}
        onBlur={onBlur}
        fontVariantNumeric="tabular-nums"
      />
    </FormField>
  );
};
