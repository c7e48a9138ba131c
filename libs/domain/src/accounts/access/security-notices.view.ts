import type { SealedField } from '../../kernel/event.ts';
import { on, removes } from '../../kernel/view.ts';
import { mailNotSent, mailSent } from '../../notices/mail.ts';
import type { MailPart } from '../../notices/mail-part.ts';
import { securityNoticeDue } from './security-notice.ts';
import type { SecurityNoticeAbout } from './security-notice.ts';

export interface DueSecurityNotice {
  readonly mail_id: string;
  readonly account_id: string;
  readonly about: SecurityNoticeAbout;
  /** As encrypted in the log; null without anything to say. */
  readonly facts: SealedField | null;
  /** ISO 8601. */
  readonly due_at: string;
}

/** Emails about the safety of accounts that have no recorded outcome. */
export const dueSecurityNotices: MailPart<DueSecurityNotice> = {
  on: [
    on(
      securityNoticeDue,
      (_data, { id }) => `security.${id}`,
      (_before, data, { recordedAt, sealed }, mail_id): DueSecurityNotice => {
        const { account_id, about } = data;
        return { mail_id, account_id, about, facts: sealed?.['facts'] ?? null, due_at: recordedAt };
      },
    ),
    removes(mailSent, 'mail_id'),
    removes(mailNotSent, 'mail_id'),
  ],
  dueAt: ({ due_at }) => due_at,
};
