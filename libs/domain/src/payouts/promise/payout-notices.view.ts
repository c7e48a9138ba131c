import type { SealedField } from '../../kernel/event.ts';
import { on, removes } from '../../kernel/view.ts';
import { mailNotSent, mailSent } from '../../notices/mail.ts';
import type { MailPart } from '../../notices/mail-part.ts';
import { payoutsHeld, payoutsReleased } from '../payout-events.ts';
import { payoutsUrgent } from './payout-alert.ts';
import type { Urgent } from './payout-alert.ts';

interface OfMail {
  readonly mail_id: string;
  /** ISO 8601. */
  readonly due_at: string;
}

export type DuePayoutNotice =
  /** `reason` as encrypted in the log. */
  | (OfMail & { readonly about: 'held'; readonly creator_id: string; readonly reason: SealedField | null })
  | (OfMail & { readonly about: 'released'; readonly creator_id: string })
  | (OfMail & { readonly about: 'urgent'; readonly urgent: Urgent });

/** Emails about holds on payouts, and to the operator about urgent ones, that have no recorded outcome. */
export const duePayoutNotices: MailPart<DuePayoutNotice> = {
  on: [
    on(
      payoutsHeld,
      (_data, { id }) => `payouts-held.${id}`,
      (_before, { creator_id }, { recordedAt: due_at, sealed }, mail_id): DuePayoutNotice => ({
        about: 'held',
        mail_id,
        due_at,
        creator_id,
        reason: sealed?.['reason'] ?? null,
      }),
    ),
    on(
      payoutsReleased,
      (_data, { id }) => `payouts-released.${id}`,
      (_before, { creator_id }, { recordedAt: due_at }, mail_id): DuePayoutNotice => ({
        about: 'released',
        mail_id,
        due_at,
        creator_id,
      }),
    ),
    on(
      payoutsUrgent,
      (_data, { id }) => `payouts-urgent.${id}`,
      (_before, { by, creators, cents }, { recordedAt: due_at }, mail_id): DuePayoutNotice => ({
        about: 'urgent',
        mail_id,
        due_at,
        urgent: { by, creators, cents },
      }),
    ),
    removes(mailSent, 'mail_id'),
    removes(mailNotSent, 'mail_id'),
  ],
  dueAt: ({ due_at }) => due_at,
};
