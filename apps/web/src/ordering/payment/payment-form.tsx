import { Box, chakra } from '@chakra-ui/react';
import type { Cents } from '@tessera/domain/money';
import { formatUsd } from '@tessera/domain/money';
import { PaymentForm as PaymentRules } from '@tessera/domain/ordering/forms';
import { CreditCard, Lock } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { FormField } from '../../kernel/forms/form-field.tsx';
import { showFieldErrors, useClassForm } from '../../kernel/forms/form.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextInput, Checkable } from '../../ui/controls/text-input.tsx';
import { cardBrandOf } from './card-brand.ts';
import { CardInput, cardNumberMask, cvvMask, expiryMask } from './card-input.tsx';
import { TextLink } from '../../ui/controls/text-link.tsx';
import { Form } from '../../ui/controls/form.tsx';

interface PaymentFormProps {
  readonly totalCents: Cents;
  readonly processing: boolean;
  /** May reject with the server's errors for the fields. */
  readonly onPay: (card: PaymentRules) => Promise<void>;
}

/** Shown at the end of the label's line, out of the way. */
const CardBrand = ({ brand }: { brand: string | null }) => (
  <Box
    role="status"
    aria-label="Card brand"
    position="absolute"
    top={0}
    insetEnd={0}
    display="flex"
    alignItems="center"
    gap="1.5"
    h="5"
    fontSize="sm"
    color="ink.muted"
  >
    {brand && (
      <>
        <CreditCard size={16} strokeWidth={1.5} aria-hidden />
        {brand}
      </>
    )}
  </Box>
);

/** The card is sent to the payment gateway and stored nowhere, including here. */
export const PaymentForm = ({ totalCents, processing, onPay }: PaymentFormProps) => {
  const form = useClassForm(PaymentRules);
  const { errors, isValid } = form.formState;
  const brand = cardBrandOf(useWatch({ control: form.control, name: 'cardNumber' }));
  const pay = form.handleSubmit(async (card) => {
    try {
      await onPay(card);
    } catch (error) {
      if (!showFieldErrors(form, error)) throw error;
    }
  });
  return (
    <Form
      onSubmit={pay}
      aria-label="Payment"
      // Keeps a focused field from scrolling under the button, which is sticky on a phone.
      css={{ '& input': { scrollMarginBottom: { base: '24', lg: '0' } } }}
    >
      <FormField label="Cardholder Name" error={errors.cardholderName?.message}>
        <TextInput
          autoComplete="cc-name"
          autoCapitalize="words"
          spellCheck={false}
          {...form.register('cardholderName')}
        />
      </FormField>
      <Box position="relative">
        <CardInput
          form={form}
          name="cardNumber"
          label="Card Number"
          mask={cardNumberMask}
          autoComplete="cc-number"
          placeholder="0000 0000 0000 0000"
        />
        <CardBrand brand={brand} />
      </Box>
      <Box display="grid" gridTemplateColumns="1fr 1fr" gap="4">
        <CardInput
          form={form}
          name="expiry"
          label="Expiry Date"
          mask={expiryMask}
          autoComplete="cc-exp"
          placeholder="MM/YY"
        />
        <CardInput form={form} name="cvv" label="CVV" mask={cvvMask} autoComplete="cc-csc" placeholder="000" />
      </Box>
      <Box>
        <chakra.label display="flex" gap="3" alignItems="flex-start" cursor="pointer" fontSize="sm">
          <Checkable
            type="checkbox"
            {...form.register('terms')}
            aria-invalid={Boolean(errors.terms)}
            aria-describedby="terms-note"
          />
          <span>
            I accept the{' '}
            <TextLink to={paths.terms} target="_blank" color="accent" textUnderlineOffset="auto">
              terms and conditions
            </TextLink>{' '}
            and the license agreement of each item.
          </span>
        </chakra.label>
        <Box id="terms-note" fontSize="sm" color="trouble" mt="1.5" aria-live="polite">
          {errors.terms?.message}
        </Box>
      </Box>
      <Box
        position={{ base: 'sticky', lg: 'static' }}
        bottom={0}
        bg="paper"
        py={{ base: '3', lg: '0' }}
        mx={{ base: '-4', md: '0' }}
        px={{ base: '4', md: '0' }}
        borderTopWidth={{ base: '1px', lg: '0' }}
        borderColor="hairline"
      >
        <Button type="submit" size="lg" w="full" disabled={!isValid} loading={processing} loadingText="Processing…">
          <Lock size={16} strokeWidth={1.5} aria-hidden />
          Pay {formatUsd(totalCents)}
        </Button>
      </Box>
    </Form>
  );
};
