import { on } from '../kernel/view.ts';
import type { Keys } from '../kernel/view.ts';
import type { EventDefinition } from '../kernel/event.ts';
import { reminderNotSent } from '../licensing/reminders/reminder.ts';
import { receiptNotSent } from '../ordering/receipts/receipt.ts';
import { refundMailNotSent } from '../refunds/refund-mail.ts';
import type { Undelivered } from '../undelivered.ts';
import { mailNotSent } from './mail.ts';
import type { MailPart } from './mail-part.ts';
import { moneyMailNotSent } from './money-mail.ts';
import { priceMailNotSent } from './price-mail.ts';

export interface UndeliveredMail {
  /** What it was about, and its id. */
  readonly mail: string;
  readonly reason: Undelivered;
  /** When it was given up, ISO 8601. */
  readonly at: string;
}

interface Given {
  readonly reason: Undelivered;
}

/** An email that its reader had turned off is no failure. */
const keysOf =
  <Type extends string, Data extends Given>(): Keys<Type, Data> =>
  ({ reason }, { id }) =>
    reason === 'not_wanted' ? [] : id;

const gives = <Type extends string, Data extends Given>(
  definition: EventDefinition<Type, Data>,
  mailOf: (data: Data) => string,
) =>
  on<UndeliveredMail, Type, Data>(definition, keysOf(), (_before, data, { recordedAt: at }) => ({
    mail: mailOf(data),
    reason: data.reason,
    at,
  }));

/** Emails that were given up. */
export const undeliveredMails: MailPart<UndeliveredMail> = {
  on: [
    gives(receiptNotSent, ({ order_id }) => `receipt.${order_id}`),
    gives(reminderNotSent, ({ license_id, days }) => `reminder.${license_id}.${days}`),
    gives(refundMailNotSent, ({ license_id, about }) => `${about}.${license_id}`),
    gives(moneyMailNotSent, ({ mail_id }) => mail_id),
    gives(priceMailNotSent, ({ account_id, day }) => `prices.${account_id}.${day}`),
    gives(mailNotSent, ({ mail_id }) => mail_id),
  ],
  dueAt: ({ at }) => at,
};
