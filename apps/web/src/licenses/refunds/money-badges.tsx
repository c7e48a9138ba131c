import { Box } from '@chakra-ui/react';
import type { LicenseDispute, LicenseRow } from '@tessera/contract/licenses';
import { Landmark, Undo2 } from 'lucide-react';
import { StatusBadge } from '../../ui/facts/status-badge.tsx';

/** Says that the payment is disputed or was charged back; renders nothing otherwise. */
export const DisputeBadge = ({ dispute }: { dispute: LicenseDispute | null }) => {
  if (!dispute || dispute.standing === 'won') return null;
  const isOpen = dispute.standing === 'open';
  return (
    <StatusBadge tone={isOpen ? 'waiting' : 'trouble'}>
      <Landmark size={14} strokeWidth={1.75} aria-hidden />
      {isOpen ? 'Disputed' : 'Charged back'}
    </StatusBadge>
  );
};

/** Says that a license was refunded in full or in part; renders nothing otherwise. */
export const RefundBadge = ({ license }: { license: Pick<LicenseRow, 'refunded_at' | 'refunded_money'> }) =>
  license.refunded_money.amount_cents > 0 ? (
    <StatusBadge>
      <Undo2 size={14} strokeWidth={1.75} aria-hidden />
      {license.refunded_at ? 'Refunded' : 'Partly refunded'}
    </StatusBadge>
  ) : null;

/** The dispute and refund badges of a license, if any. */
export const MoneyBadges = ({ license }: { license: LicenseRow }) => (
  <Box display="flex" flexWrap="wrap" gap="1.5" css={{ '&:not(:empty)': { marginTop: '6px' } }}>
    <DisputeBadge dispute={license.dispute} />
    <RefundBadge license={license} />
  </Box>
);
