import type { PayoutStatus } from '@tessera/domain/payouts/payout';
import { payoutStatusTitles } from '@tessera/domain/payouts/titles';
import { StatusBadge } from '../ui/facts/status-badge.tsx';
import type { Tone } from '../ui/facts/status-badge.tsx';

const tones: Readonly<Record<PayoutStatus, Tone>> = {
  prepared: 'waiting',
  sent: 'accent',
  paid: 'positive',
  failed: 'trouble',
  canceled: 'neutral',
  returned: 'trouble',
};

export const PayoutBadge = ({ status }: { status: PayoutStatus }) => (
  <StatusBadge tone={tones[status]}>{payoutStatusTitles[status]}</StatusBadge>
);
