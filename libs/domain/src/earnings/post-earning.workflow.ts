import type { RecordedEvent } from '../kernel/event.ts';
import { defineWorkflow, whenever } from '../kernel/workflow.ts';
import { licenseGranted } from '../licensing/license.ts';
import { disputeLost, disputeOpened, disputeWon } from '../refunds/dispute.ts';
import type { DisputeOpenedData } from '../refunds/dispute.ts';
import { licenseRefunded } from '../refunds/refund.ts';
import { earning } from './earning.ts';
import type { DisputeEarning, PostEarning, ReverseEarning } from './earning.ts';
import type { DisputeStep } from './earning-events.ts';

type Disputed = Pick<DisputeOpenedData, 'dispute_id' | 'gateway' | 'licenses'>;

const disputed = ({ dispute_id, gateway, licenses }: Disputed, step: DisputeStep, event: RecordedEvent) =>
  licenses.map(({ license_id, amount_cents }) => {
    const ids = { dispute_id, dispute_revision: event.revision };
    const command: DisputeEarning = { kind: 'dispute', ...ids, step, amount_cents, gateway, at: event.recordedAt };
    return { category: earning.category, id: license_id, command };
  });

/**
 * Posts every granted license to the ledger, and whatever is taken back of its price. One workflow does both, so that a
 * refund is never posted before its sale.
 */
export const postEarning = defineWorkflow('post-earning', [
  whenever(licenseGranted, (license, { recordedAt: paidAt }) => {
    const { license_id, order_id, creator_id, referrer_id, split, gateway } = license;
    const ids = { license_id, order_id, creator_id, referrer_id };
    const command: PostEarning = { kind: 'post', ...ids, split, gateway, paidAt };
    return [{ category: earning.category, id: license_id, command }];
  }),
  whenever(licenseRefunded, ({ license_id, refund_number, amount_cents, gateway }, { recordedAt: at }) => {
    const command: ReverseEarning = { kind: 'reverse', refund_number, amount_cents, gateway, at };
    return [{ category: earning.category, id: license_id, command }];
  }),
  whenever(disputeOpened, (data, event) => disputed(data, 'opened', event)),
  whenever(disputeWon, (data, event) => disputed(data, 'won', event)),
  whenever(disputeLost, (data, event) => disputed(data, 'lost', event)),
]);
