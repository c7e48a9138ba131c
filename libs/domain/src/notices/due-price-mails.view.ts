import { on, removes } from '../kernel/view.ts';
import type { MailPart } from './mail-part.ts';
import { priceMailDue, priceMailNotSent, priceMailSent } from './price-mail.ts';

export interface DuePriceMail {
  readonly account_id: string;
  /** `yyyy-mm-dd` in UTC. */
  readonly day: string;
  /** ISO 8601. */
  readonly due_at: string;
}

/** Emails about price drops that have no recorded outcome: at most one for an account. */
export const duePriceMails: MailPart<DuePriceMail> = {
  on: [
    on(priceMailDue, 'account_id', (_before, { account_id, day }, { recordedAt: due_at }): DuePriceMail => ({
      account_id,
      day,
      due_at,
    })),
    removes(priceMailSent, 'account_id'),
    removes(priceMailNotSent, 'account_id'),
  ],
  dueAt: ({ due_at }) => due_at,
};
