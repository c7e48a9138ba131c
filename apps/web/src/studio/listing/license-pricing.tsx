import { Box, Flex, Grid, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { ChangeEvent, ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import type { PricingForm } from '@tessera/domain/content/forms';
import { splitOf } from '@tessera/domain/earnings/split';
import { licenseTypeTitles } from '@tessera/domain/license-types';
import type { LicenseType } from '@tessera/domain/license-types';
import { centsOf, formatUsd } from '@tessera/domain/money';
import { amountProblem, dollarsTyped } from '@tessera/domain/typed-amount';
import { TextInput } from '../../ui/controls/text-input.tsx';
import { FormSection } from './form-section.tsx';

const fieldsOf = {
  one_time: { offer: 'offerOneTime', price: 'oneTimePrice', use: 'One campaign, for 180 days' },
  six_month: { offer: 'offerSixMonth', price: 'sixMonthPrice', use: 'Any number of campaigns, for 180 days' },
  perpetual: { offer: 'offerPerpetual', price: 'perpetualPrice', use: 'Any number of campaigns, with no end date' },
} as const satisfies Record<LicenseType, unknown>;

/** Zero, which no price may be, until it can be read. */
const priceTyped = (value: unknown) => dollarsTyped(String(value)) || 0;

const earningOf = (dollars: number) =>
  Number.isFinite(dollars) && dollars > 0 ? formatUsd(splitOf(centsOf(dollars), false).net_cents) : '–';

const Switch = (props: React.ComponentProps<'input'>) => (
  <chakra.input
    type="checkbox"
    role="switch"
    {...props}
    appearance="none"
    flexShrink="0"
    w="40px"
    h="24px"
    borderRadius="media"
    bg="ink.muted"
    position="relative"
    cursor="pointer"
    transition="background 150ms ease-out"
    _checked={{ bg: 'accent' }}
    _before={{
      content: '""',
      position: 'absolute',
      top: '3px',
      left: '3px',
      w: '18px',
      h: '18px',
      borderRadius: 'full',
      bg: 'surface',
      transition: 'transform 150ms ease-out',
    }}
    css={{ '&:checked::before': { transform: 'translateX(16px)' } }}
  />
);

const TypePricing = ({ type }: { type: LicenseType }) => {
  const form = useFormContext<PricingForm>();
  const { offer, price, use } = fieldsOf[type];
  const offered = form.watch(offer);
  const dollars = form.watch(price);
  const [typed, setTyped] = useState('');
  const refusal = form.formState.errors[price]?.message;
  const unreadable = dollars === 0 && typed.trim() !== '' ? amountProblem(typed) : null;
  const error = refusal && (unreadable ?? refusal);
  return (
    <Grid
      templateColumns={{ base: '40px 1fr', md: '40px 1fr 160px' }}
      columnGap="4"
      rowGap="3"
      py="4"
      borderTopWidth="1px"
      borderColor="hairline"
      alignItems="start"
    >
      <Switch id={offer} {...form.register(offer, { onChange: () => void form.trigger() })} />
      <chakra.label htmlFor={offer} cursor="pointer">
        <Box fontWeight="500">{licenseTypeTitles[type]}</Box>
        <Box fontSize="sm" color="ink.muted">
          {use}
        </Box>
      </chakra.label>
      <Box gridColumn={{ base: '2', md: 'auto' }}>
        <Flex align="center" gap="2">
          <Box color="ink.muted" aria-hidden>
            $
          </Box>
          <TextInput
            id={price}
            inputMode="decimal"
            autoComplete="off"
            readOnly={!offered}
            opacity={offered ? 1 : 0.5}
            aria-label={`${licenseTypeTitles[type]} price in US dollars`}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${price}-note`}
            textAlign="end"
            fontVariantNumeric="tabular-nums"
            {...form.register(price, {
              setValueAs: priceTyped,
              onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setTyped(target.value),
            })}
          />
        </Flex>
        <Box
          id={`${price}-note`}
          mt="1"
          fontSize="sm"
          textAlign="end"
          color={error ? 'trouble' : 'ink.muted'}
          aria-live="polite"
        >
          {offered ? (error ?? `You earn ${earningOf(dollars)}`) : 'Not offered'}
        </Box>
      </Box>
    </Grid>
  );
};

/** For each license type: whether it is offered, its price, and what the creator earns. Used inside a form. */
export const LicensePricing = ({ actions }: { actions?: ReactNode }) => {
  const noneOffered = useFormContext<PricingForm>().formState.errors.offerOneTime?.message;
  return (
    <FormSection heading="License pricing" actions={actions}>
      <TypePricing type="one_time" />
      <TypePricing type="six_month" />
      <TypePricing type="perpetual" />
      {noneOffered && (
        <Box role="alert" fontSize="sm" color="trouble">
          {noneOffered}
        </Box>
      )}
    </FormSection>
  );
};
