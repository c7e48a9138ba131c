import type { Decider } from '@tessera/domain/kernel/decider';
import type { DomainEvent } from '@tessera/domain/kernel/event';
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
}

/** The same email always gets the same Message-ID, so that a mail server or mail program can spot a duplicate. */
export const messageIdOf = (name: string, publicUrl: string) => `${name}@${new URL(publicUrl).hostname}`;
