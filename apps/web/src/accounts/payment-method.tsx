import { Box, chakra } from '@chakra-ui/react';
import type { PaymentMethod } from '@tessera/domain/accounts/account';
import type { ReactNode } from 'react';
import type { Path, UseFormReturn } from 'react-hook-form';
import { Tick } from '../ui/text-input.tsx';

const methods = [
  { value: 'venmo', label: 'Venmo' },
  { value: 'paypal', label: 'PayPal' },
  { value: 'bank', label: 'Bank/ACH' },
] as const;

interface PaymentMethodChoiceProps<Form extends { paymentMethod: PaymentMethod }> {
  readonly form: UseFormReturn<Form, unknown, Form>;
  /** The fields of the chosen method. */
  readonly children: ReactNode;
}

/** How a creator is paid. */
export const PaymentMethodChoice = <Form extends { paymentMethod: PaymentMethod }>({
  form,
  children,
}: PaymentMethodChoiceProps<Form>) => (
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
          <Tick type="radio" value={value} boxSize="4" {...form.register('paymentMethod' as Path<Form>)} />
          {label}
        </chakra.label>
      ))}
    </Box>
    {children}
  </chakra.fieldset>
);
