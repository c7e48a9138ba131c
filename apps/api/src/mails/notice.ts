import type { Decider } from '@tessera/domain/kernel/decider';
import type { DomainEvent } from '@tessera/domain/kernel/event';
import { mail } from '@tessera/domain/notices/mail';
import type { MailOutcome, Undelivered } from '@tessera/domain/undelivered';
import type { Mail } from '../adapters/mail/port.ts';

/** An email that someone should get exactly once, and the stream that records what became of it. */
export interface Notice<State, Command, Event extends DomainEvent> {
  /** Names the notice in logs, without personal details. */
  readonly name: string;
  readonly decider: Decider<State, Command, Event>;
  readonly id: string;
  readonly isSettled: (state: State) => boolean;
  readonly commandOf: (outcome: MailOutcome) => Command;
  /** The email, or why there will be none; null while its subject hasn't reached the views yet. */
  readonly write: () => Promise<Mail | Undelivered | null>;
  /** Ms since 1970. After that, a refusal by the recipient's mail server is final. */
  readonly giveUpAtMs: number;
  /** Whether somebody waits for it, or it is about their safety: then it never waits behind other notices. */
  readonly isUrgent?: boolean;
  /** Called once the outcome is recorded; again if the log has it already. */
  readonly onSettled?: () => Promise<void>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- notices of every stream
export type AnyNotice = Notice<any, any, any>;

/** The same email always gets the same Message-ID, so that a mail server or mail program can spot a duplicate. */
export const messageIdOf = (name: string, publicUrl: string) => `${name}@${new URL(publicUrl).hostname}`;

/** An email with an id of its own, whose outcome is in its own stream. */
export const noticeOfMail = (
  mail_id: string,
  more: Pick<AnyNotice, 'write' | 'giveUpAtMs' | 'isUrgent' | 'onSettled'>,
): AnyNotice => ({
  name: mail_id,
  decider: mail,
  id: mail_id,
  isSettled: ({ status }: typeof mail.initial) => status === 'settled',
  commandOf: (outcome) => ({ kind: 'record', mail_id, outcome }),
  ...more,
});
