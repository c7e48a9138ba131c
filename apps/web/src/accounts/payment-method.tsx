import { Box, chakra } from '@chakra-ui/react';
import type { PaymentMethod } from '@tessera/domain/payment-methods';
import type { ReactNode } from 'react';
import type { Path, UseFormReturn } from 'react-hook-form';
import { Checkable } from '../ui/controls/text-input.tsx';
import { TextField } from './fields.tsx';

const methods = [
  { value: 'venmo', label: 'Venmo' },
  { value: 'paypal', label: 'PayPal' },
  { value: 'bank', label: 'Bank/ACH' },
] as const;

interface PayoutForm {
  readonly paymentMethod: PaymentMethod;
  readonly venmoName: string;
  readonly paypalEmail: string;
  readonly bankName: string;
}

interface PaymentMethodFieldsProps<Form extends PayoutForm> {
  readonly form: UseFormReturn<Form, unknown, Form>;
  /** The fields for the account and routing numbers. */
  readonly bankNumbers: ReactNode;
}

const ChosenFields = <Form extends PayoutForm>({ form, bankNumbers }: PaymentMethodFieldsProps<Form>) => {
  switch (form.watch('paymentMethod' as Path<Form>) as PaymentMethod) {
    case 'venmo':
      return <TextField form={form} name={'venmoName' as Path<Form>} label="Venmo Username" placeholder="@username" />;
    case 'paypal':
      return (
        <TextField form={form} name={'paypalEmail' as Path<Form>} label="PayPal Email" type="email" inputMode="email" />
      );
    case 'bank':
      return (
        <>
          <TextField form={form} name={'bankName' as Path<Form>} label="Bank Name" />
          {bankNumbers}
        </>
      );
  }
};

/** How a creator is paid: a choice of method, and the fields of the chosen one. */
export const PaymentMethodFields = <Form extends PayoutForm>({ form, bankNumbers }: PaymentMethodFieldsProps<Form>) => (
  <chakra.fieldset display="grid" gap="4">
    <chakra.legend fontSize="sm" fontWeight="500" mb="2">
      Payment Method
    </chakra.legend>
    <Box display="grid" gridTemplateColumns={{ base: '1fr', sm: 'repeat(3, 1fr)' }} gap="2">
      {methods.map(({ value, label }) => (
        <chakra.label
          key={value}
          display="flex"
          alignItems="center"
          gap="2"
          minH="11"
          px="3"
          borderWidth="1px"
          borderColor="hairline.strong"
          borderRadius="control"
          fontSize="sm"
          cursor="pointer"
          css={{ '&:has(:checked)': { borderColor: 'accent', bg: 'accent.tint' } }}
        >
          <Checkable type="radio" value={value} boxSize="4" {...form.register('paymentMethod' as Path<Form>)} />
          {label}
        </chakra.label>
      ))}
    </Box>
    <ChosenFields form={form} bankNumbers={bankNumbers} />
  </chakra.fieldset>
);
