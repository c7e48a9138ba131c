import type { Billing } from '@tessera/contract/accounts/profile';
import { Box, chakra } from '@chakra-ui/react';
import { useReading } from '../../kernel/reading/use-reading.ts';
import { paths } from '../../paths.ts';
import { TextLink } from '../../ui/controls/text-link.tsx';

const addressOf = ({ street, postal_code, city, region, country }: Billing) =>
  [street, `${postal_code} ${city}`.trim(), region, country].filter((part) => part !== '').join(', ');

/** Whom the invoice will name, while it can still be changed. Nothing while that isn't known: paying doesn't need it. */
export const BilledTo = () => {
  const { reading } = useReading<Billing>('/api/profile/billing');
  if (reading.status !== 'known') return null;
  const billing = reading.value;
  const isGiven = billing.company !== '';
  return (
    <chakra.section aria-labelledby="billed-to" borderTopWidth="1px" borderColor="hairline" mt="4" pt="4" fontSize="sm">
      <Box display="flex" justifyContent="space-between" gap="4">
        <chakra.h3 id="billed-to" fontWeight="600">
          Billing details
        </chakra.h3>
        <TextLink to={paths.accountPart('billing')} color="accent">
          {isGiven ? 'Change' : 'Add'}
        </TextLink>
      </Box>
      <Box color="ink.muted" mt="1" overflowWrap="anywhere">
        {isGiven ? (
          <>
            <Box color="ink">{billing.company}</Box>
            {addressOf(billing)}
            {billing.tax_number && <Box>Tax number {billing.tax_number}</Box>}
            {billing.po_number && <Box>PO number {billing.po_number}</Box>}
          </>
        ) : (
          'None yet. The invoice names your brand; add an address or a PO number before you pay to have them on it.'
        )}
      </Box>
    </chakra.section>
  );
};
