import { defineWorkflow, whenever } from '../kernel/workflow.ts';
import { refundDue } from '../ordering/refund-due.ts';
import { refund } from './refund.ts';
import type { RefundCommand } from './refund.ts';

const reason = 'The account was deleted during the payment.';

/** Starts the refund of every license that nobody is left to hold. */
export const startDueRefunds = defineWorkflow('start-due-refunds', [
  whenever(refundDue, ({ licenses, ...of }) =>
    licenses.map(({ license_id, creator_id, price_cents }) => {
      const facts = { ...of, license_id, creator_id, price_cents, isContinued: false, isDisputed: false };
      const command: RefundCommand = { kind: 'start', amount_cents: price_cents, reason, facts };
      return { category: refund.category, id: license_id, command };
    }),
  ),
]);
