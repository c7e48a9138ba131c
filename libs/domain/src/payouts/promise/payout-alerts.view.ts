import { defineView, on, removes } from '../../kernel/view.ts';
import { payoutsInTime, payoutsUrgent } from './payout-alert.ts';
import type { PayoutsUrgentData } from './payout-alert.ts';

/** What the operator was last alerted to, until it is settled. */
export interface PayoutAlert extends PayoutsUrgentData {
  /** ISO 8601. */
  readonly since: string;
}

export const payoutAlerts = defineView<PayoutAlert>({
  name: 'payout-alerts',
  version: 1,
  on: [
    on(payoutsUrgent, 'alert_id', (before: PayoutAlert | undefined, data, { recordedAt }): PayoutAlert => ({
      ...data,
      since: before?.since ?? recordedAt,
    })),
    removes(payoutsInTime, 'alert_id'),
  ],
  indexes: {},
});
