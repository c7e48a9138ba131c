import { Box, Flex, Stack, chakra } from '@chakra-ui/react';
import type { RefundableLicense } from '@tessera/contract/money/refunds';
import { centsOf, formatUsd } from '@tessera/domain/money';
import { RefundForm } from '@tessera/domain/refunds/forms';
import { amountRefusal } from '@tessera/domain/refunds/refund';
import { amountProblem, dollarsTyped } from '@tessera/domain/typed-amount';
import { useId, useState } from 'react';
import type { ChangeEvent } from 'react';
import { FormField } from '../../kernel/forms/form-field.tsx';
import { useClassForm } from '../../kernel/forms/form.tsx';
import { Form } from '../../ui/controls/form.tsx';
import { TextArea, TextInput, Checkable } from '../../ui/controls/text-input.tsx';

/** What to refund: `amount` is in dollars; undefined refunds all that is left. */
export interface RefundTerms {
  readonly amount: number | undefined;
  readonly reason: string;
}

interface RefundTermsFormProps {
  /** The form's id, for a submit button outside it. */
  readonly id: string;
  readonly license: RefundableLicense;
  /** What was entered before going back. */
  readonly terms: RefundTerms | null;
  readonly isWhole: boolean;
  readonly onWhole: (isWhole: boolean) => void;
  /** The server's error for the amount. */
  readonly refusal: string | null;
  readonly onTerms: (terms: RefundTerms) => void;
}

/** The amount and reason of a refund. Amounts that can't be refunded are refused here, with the server's wording. */
export const RefundTermsForm = ({ id, license, terms, isWhole, onWhole, refusal, onTerms }: RefundTermsFormProps) => {
  const left = license.left_money.amount_cents;
  const form = useClassForm(RefundForm, { reason: terms?.reason ?? '' });
  const { errors } = form.formState;
  const before = terms?.amount?.toFixed(2);
  const [typed, setTyped] = useState(before ?? '');
  const name = useId();
  const submit = form.handleSubmit(({ amount, reason }) => {
    if (isWhole) return onTerms({ amount: undefined, reason });
    const refused = amountRefusal(centsOf(amount ?? Number.NaN), left);
    if (refused) return form.setError('amount', { message: refused.message }, { shouldFocus: true });
    return onTerms({ amount, reason });
  });
  const choices = [
    { whole: true, label: license.price_money.amount_cents === left ? 'The full price' : 'The remaining amount' },
    { whole: false, label: 'Part of it' },
  ];
  return (
    <Form id={id} gap="4" onSubmit={submit}>
      <chakra.fieldset border="0">
        <chakra.legend fontSize="sm" fontWeight="500" mb="1.5">
          How much to refund
        </chakra.legend>
        <Stack gap="1">
          {choices.map(({ whole, label }) => (
            <chakra.label key={label} display="flex" alignItems="center" gap="3" minH="11" cursor="pointer">
              <Checkable type="radio" name={name} checked={isWhole === whole} onChange={() => onWhole(whole)} />
              <Flex flex="1" justify="space-between" gap="4">
                {label}
                {whole && <Box fontVariantNumeric="tabular-nums">{formatUsd(left)}</Box>}
              </Flex>
            </chakra.label>
          ))}
        </Stack>
      </chakra.fieldset>
      {!isWhole && (
        <FormField
          label="Amount in US dollars"
          help={`At most ${formatUsd(left)}`}
          error={(errors.amount && (amountProblem(typed) ?? errors.amount.message)) ?? refusal ?? undefined}
        >
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            fontVariantNumeric="tabular-nums"
            defaultValue={before}
            {...form.register('amount', {
              setValueAs: (value: unknown) => dollarsTyped(String(value)),
              shouldUnregister: true,
              onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setTyped(target.value),
            })}
          />
        </FormField>
      )}
      <FormField label="Reason" help="Saved with the refund." error={errors.reason?.message}>
        <TextArea rows={3} {...form.register('reason')} />
      </FormField>
    </Form>
  );
};
