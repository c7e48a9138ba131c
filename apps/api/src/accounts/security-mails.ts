import { Inject, Injectable } from '@nestjs/common';
import { assertNever } from '@tessera/domain/kernel/decider';
import type { SecurityNotice } from '@tessera/domain/accounts/access/security-notice';
import type { DueSecurityNotice } from '@tessera/domain/accounts/access/security-notices.view';
import { heldUntil } from '@tessera/domain/payouts/left-out';
import type { Undelivered } from '@tessera/domain/undelivered';
import type { Mail } from '../adapters/mail/port.ts';
import type { Config } from '../config.ts';
import { EventCodec } from '../kernel/log/codec.ts';
import { configToken } from '../kernel/tokens.ts';
import { MailKinds, MailRequests, messageIdOf, noticeOfMail, retryForMs } from '../mails/public.ts';
import {
  emailChangeAskedMail,
  emailChangedMail,
  newDeviceMail,
  passkeyAddedMail,
  passkeyRemovedMail,
  passwordChangedMail,
  payoutChangedMail,
  recoveryCodeUsedMail,
  secondFactorAddedMail,
  secondFactorRemovedMail,
} from './account-mails.ts';
import type { NewDeviceSignIn } from './account-mails.ts';
import { Accounts } from './accounts.ts';

/** What the owner is told without an event: sign-ins go on while the log can't be written. */
export type UnrecordedNotice =
  | { readonly about: 'email_change_asked'; readonly facts: null }
  | { readonly about: 'new_device'; readonly facts: NewDeviceSignIn }
  /** `left`: how many codes are left. */
  | { readonly about: 'recovery_code_used'; readonly facts: { readonly left: number } };

const unrecorded: readonly UnrecordedNotice['about'][] = ['email_change_asked', 'new_device', 'recovery_code_used'];

interface NoticeRequest {
  readonly account_id: string;
  readonly notice: UnrecordedNotice;
}

/** Nothing older: notices are due only since they are recorded. */
const always = '';

/** @param at when it happened, ISO 8601 */
const contentOf = (notice: SecurityNotice | UnrecordedNotice, to: string, publicUrl: string, at: string): Mail => {
  switch (notice.about) {
    case 'password_changed':
      return passwordChangedMail(to, publicUrl);
    case 'email_change_asked':
      return emailChangeAskedMail(to, publicUrl);
    case 'email_changed':
      return emailChangedMail(notice.facts.to, publicUrl);
    case 'payout_changed':
      return payoutChangedMail(to, publicUrl, heldUntil(at));
    case 'new_device':
      return newDeviceMail(to, publicUrl, notice.facts);
    case 'second_factor_added': {
      const { kind, name } = notice.facts;
      return kind === 'totp' ? secondFactorAddedMail(to, publicUrl) : passkeyAddedMail(name)(to, publicUrl);
    }
    case 'second_factor_removed': {
      const { kind, name } = notice.facts;
      return kind === 'totp' ? secondFactorRemovedMail(to, publicUrl) : passkeyRemovedMail(name)(to, publicUrl);
    }
    case 'recovery_code_used':
      return recoveryCodeUsedMail(to, publicUrl, notice.facts.left);
    default:
      return assertNever(notice);
  }
};

/** Tells owners what happened to the safety of their accounts. */
@Injectable()
export class SecurityMails {
  constructor(
    private readonly accounts: Accounts,
    private readonly codec: EventCodec,
    private readonly requests: MailRequests,
    @Inject(configToken) private readonly config: Config,
    kinds: MailKinds,
  ) {
    for (const about of unrecorded) {
      requests.register<NoticeRequest>(about, {
        usefulForMs: retryForMs,
        write: async ({ facts, atMs }) => this.writeRequested(facts, atMs),
      });
    }
    kinds.register('security', {
      isUrgent: true,
      dueSince: () => always,
      noticeOf: (due) =>
        noticeOfMail(due.mail_id, {
          isUrgent: true,
          giveUpAtMs: Date.parse(due.due_at) + retryForMs,
          write: () => this.write(due),
        }),
    });
  }

  /** Durable once it resolves: call it before what it is about takes effect. */
  async notify(account_id: string, notice: UnrecordedNotice): Promise<void> {
    await this.requests.add(this.requests.newId(notice.about), { account_id, notice } satisfies NoticeRequest);
  }

  private async writeRequested({ account_id, notice }: NoticeRequest, atMs: number): Promise<Mail | Undelivered> {
    const email = (await this.accounts.identity(account_id))?.email;
    if (!email) return 'no_address';
    return contentOf(notice, email, this.config.publicUrl, new Date(atMs).toISOString());
  }

  private async write({ mail_id, account_id, about, facts, due_at }: DueSecurityNotice): Promise<Mail | Undelivered> {
    const { publicUrl } = this.config;
    const email = (await this.accounts.identity(account_id))?.email;
    if (!email) return 'no_address';
    const notice = { about, facts: facts && (await this.codec.open(account_id, facts)) } as SecurityNotice;
    return { ...contentOf(notice, email, publicUrl, due_at), messageId: messageIdOf(mail_id, publicUrl) };
  }
}
