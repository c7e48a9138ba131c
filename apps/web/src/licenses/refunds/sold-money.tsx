import { Box } from '@chakra-ui/react';
import type { LicenseDispute, LicenseRow } from '@tessera/contract/licenses';
import { formatUsd } from '@tessera/domain/money';
import { formatUtcDay } from '../../kernel/dates.ts';
import { DisputeBadge, RefundBadge } from './money-badges.tsx';

const dayOf = (instant: string | null) => `on ${formatUtcDay(instant ?? '')} (UTC)`;

const disputeText = ({ standing, own_part_money, opened_at, decided_at }: LicenseDispute): string => {
  const own = formatUsd(own_part_money?.amount_cents ?? 0);
  switch (standing) {
    case 'open':
      return `The buyer’s bank took the payment back ${dayOf(opened_at)}: ${own} of yours is set aside until it decides. You don’t have to do anything.`;
    case 'won':
      return `The dispute was won ${dayOf(decided_at)}: ${own} is yours again.`;
    case 'lost':
      return `The bank gave the payment back to the buyer ${dayOf(decided_at)}, including ${own} of yours.`;
  }
};

const refundText = ({ refunded_money, refunded_at, price_money }: LicenseRow): string | null => {
  if (refunded_at) return `The price went back to the buyer ${dayOf(refunded_at)}, and the license ended.`;
  if (refunded_money.amount_cents === 0) return null;
  const [refunded, price] = [refunded_money, price_money].map(({ amount_cents }) => formatUsd(amount_cents));
  return `${refunded} of ${price} went back to the buyer; the license stays as it is.`;
};

/** Tells the creator about refunds and disputes of a sold license; renders nothing if there are none. */
export const SoldMoney = ({ license }: { license: LicenseRow }) => {
  const refunded = refundText(license);
  const { dispute } = license;
  if (!refunded && !dispute) return null;
  return (
    <Box mt="1.5" fontSize="sm" color="ink.muted" display="grid" gap="1.5" justifyItems="start">
      {dispute && (
        <>
          <DisputeBadge dispute={dispute} />
          <Box textWrap="pretty">{disputeText(dispute)}</Box>
        </>
      )}
      {refunded && (
        <>
          <RefundBadge license={license} />
          <Box textWrap="pretty">{refunded}</Box>
        </>
      )}
    </Box>
  );
};
