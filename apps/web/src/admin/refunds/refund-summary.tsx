import { Box, Flex, Stack, chakra } from '@chakra-ui/react';
import type { RefundableLicense } from '@tessera/contract/money/refunds';
import { takeBack } from '@tessera/domain/earnings/parts';
import { formatUsd } from '@tessera/domain/money';
import type { Cents } from '@tessera/domain/money';
import { useEffect, useRef } from 'react';

const Line = ({ name, cents, strong }: { name: string; cents: Cents; strong?: true }) => (
  <Flex justify="space-between" gap="4" py="2" borderTopWidth="1px" borderColor="hairline">
    <chakra.dt overflowWrap="anywhere">{name}</chakra.dt>
    <chakra.dd fontVariantNumeric="tabular-nums" whiteSpace="nowrap" fontWeight={strong ? '600' : '400'}>
      {formatUsd(cents)}
    </chakra.dd>
  </Flex>
);

interface RefundSummaryProps {
  readonly license: RefundableLicense;
  readonly cents: Cents;
  readonly reason: string;
}

/** The consequences of a refund and each party's share of it, to confirm. */
export const RefundSummary = ({ license, cents, reason }: RefundSummaryProps) => {
  const { brand_name, creator_name, left_money, split, taken } = license;
  const parts = takeBack(split, taken, cents);
  const place = useRef<HTMLDivElement>(null);
  // Replaces the form, so it takes the focus for keyboard and screen reader users.
  useEffect(() => place.current?.focus(), []);
  return (
    <Stack ref={place} tabIndex={-1} outline="none" gap="4">
      <chakra.p textWrap="pretty">
        {brand_name} gets <strong>{formatUsd(cents)}</strong> back through its original payment method, with a credit
        note and an email. This can’t be undone.
      </chakra.p>
      <chakra.p textWrap="pretty">
        {cents === left_money.amount_cents
          ? 'The license ends immediately: the original can’t be downloaded anymore, and its public proof says that it was refunded.'
          : 'The license stays as it is.'}
      </chakra.p>
      <chakra.dl fontSize="sm" borderBottomWidth="1px" borderColor="hairline">
        <Line name={`From ${creator_name}, the creator`} cents={parts.creator} />
        {split.referrer > 0 && <Line name="From the creator’s referrer" cents={parts.referrer} />}
        <Line name="From you" cents={parts.platform} />
        <Line name={`To ${brand_name}`} cents={cents} strong />
      </chakra.dl>
      <Box fontSize="sm" color="ink.muted" overflowWrap="anywhere">
        Reason: {reason}
      </Box>
    </Stack>
  );
};
