import { undelivered } from '@tessera/domain/undelivered';
import type { Undelivered } from '@tessera/domain/undelivered';
import { pageOf } from '../kernel/answers.ts';
import { Instant, Integer, Nullable, OneOf, Row, Rows, Text } from '../kernel/fields.ts';

/** The kinds of emails that may be due; `requested` are links, codes and farewells. */
export const waitingKinds = [
  'requested',
  'security',
  'payouts',
  'receipt',
  'reminder',
  'refund',
  'money',
  'prices',
] as const;
export type WaitingKind = (typeof waitingKinds)[number];

export class WaitingMails {
  @OneOf(waitingKinds, 'What they are about.')
  readonly kind!: WaitingKind;

  @Integer('How many are due; stops at 1,000.')
  readonly count!: number;

  @Nullable()
  @Instant('Since when the oldest is due.')
  readonly since!: string | null;
}

export class FailingMail {
  @Text('What it is about, and its id.')
  readonly mail!: string;

  @Text('Why the latest try failed.')
  readonly reason!: string;

  @Instant('The latest try.')
  readonly at!: string;
}

export class MailQueue {
  @Rows(() => WaitingMails, 'By kind; without those of which none is due.')
  readonly waiting!: readonly WaitingMails[];

  @Nullable()
  @Row(() => FailingMail, 'What holds up every email; null if nothing does.')
  readonly outage!: FailingMail | null;

  @Rows(() => FailingMail, 'Emails that were refused for now and are tried again.')
  readonly failing!: readonly FailingMail[];
}

const reasons = Object.keys(undelivered) as Undelivered[];

export class UndeliveredRow {
  @Text('What it was about, and its id.')
  readonly mail!: string;

  @OneOf(reasons, 'Why it was given up.')
  readonly reason!: Undelivered;

  @Instant('When it was given up.')
  readonly at!: string;
}

export class UndeliveredPage extends pageOf(() => UndeliveredRow, 'Newest first.') {}
