import type { PaymentMethod } from '@tessera/domain/payment-methods';
import type { RunStatus } from '@tessera/domain/payouts/runs/payout-runs.view';
import type { PayoutStatus } from '@tessera/domain/payouts/payout';
import type { Tone } from '../../ui/facts/status-badge.tsx';

/** What the file for each payment method is called, as in 'Create the PayPal file'. */
export const fileTitles: Readonly<Record<PaymentMethod, string>> = {
  venmo: 'Venmo list',
  paypal: 'PayPal file',
  bank: 'bank file',
};

interface BadgeProps {
  readonly title: string;
  readonly tone: Tone;
}

export const runStatusBadges: Readonly<Record<RunStatus, BadgeProps>> = {
  preparing: { title: 'Preparing', tone: 'waiting' },
  prepared: { title: 'Ready to send', tone: 'accent' },
  sent: { title: 'Sent', tone: 'waiting' },
  closed: { title: 'Done', tone: 'positive' },
  canceling: { title: 'Canceling', tone: 'waiting' },
  canceled: { title: 'Canceled', tone: 'neutral' },
};

export const payoutTones: Readonly<Record<PayoutStatus, Tone>> = {
  prepared: 'accent',
  sent: 'waiting',
  paid: 'positive',
  failed: 'trouble',
  canceled: 'neutral',
  returned: 'trouble',
};

const finished: readonly RunStatus[] = ['closed', 'canceled'];
export const isOpen = ({ status }: { readonly status: RunStatus }) => !finished.includes(status);
