import { dueSecurityNotices } from '../accounts/access/security-notices.view.ts';
import { joined } from './joined.ts';
import type { OfKind } from './joined.ts';
import { defineView } from '../kernel/view.ts';
import { endingLicenses } from '../licensing/reminders/ending-licenses.view.ts';
import { unsentReceipts } from '../ordering/receipts/unsent-receipts.view.ts';
import { duePayoutNotices } from '../payouts/promise/payout-notices.view.ts';
import { dueRefundMails } from '../refunds/due-refund-mails.view.ts';
import { duePriceMails } from './due-price-mails.view.ts';
import { undeliveredMails } from './undelivered-mails.view.ts';
import { unsentMoneyMails } from './unsent-money-mails.view.ts';

const parts = {
  security: dueSecurityNotices,
  payouts: duePayoutNotices,
  receipt: unsentReceipts,
  reminder: endingLicenses,
  refund: dueRefundMails,
  money: unsentMoneyMails,
  prices: duePriceMails,
  /** Given up: nothing sends these. */
  undelivered: undeliveredMails,
};

/** An email that is or will be due, by its kind. */
export type DueMail = OfKind<typeof parts>;
export type MailKind = DueMail['kind'];

const dueAtOf = ({ kind, of }: DueMail) => (parts[kind].dueAt as (document: typeof of) => string | null)(of);

/**
 * All emails that the log says are due and that have no recorded outcome, and those that were given up. What was due
 * before the product sent emails of a kind stays here.
 */
export const dueMails = defineView<DueMail>({
  name: 'due-mails',
  version: 1,
  on: joined(parts),
  indexes: {
    fields: { kind: ({ kind }) => kind, due_at: dueAtOf },
    orders: ['due_at'],
    listings: [{ where: ['kind'], sorts: ['due_at'] }],
  },
});
