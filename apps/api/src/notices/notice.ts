import type { Decider } from '@tessera/domain/kernel/decider';
import type { DomainEvent } from '@tessera/domain/kernel/event';
import type { MailOutcome, Undelivered } from '@tessera/domain/undelivered';
import type { Mail } from '../adapters/mail/port.ts';

/** An email that someone is to get once, and the stream that says what became of it. */
export interface Notice<State, Command, Event extends DomainEvent> {
  /** Names it in logs: of whom it is, it doesn't tell. */
  readonly name: string;
  readonly decider: Decider<State, Command, Event>;
  readonly id: string;
  readonly isSettled: (state: State) => boolean;
  readonly commandOf: (outcome: MailOutcome) => Command;
  /** The email, or why there will be none; null while what it is about is not there yet. */
  readonly write: () => Promise<Mail | Undelivered | null>;
  /** Ms since 1970: what its reader's mail server has not taken until then is given up. */
  readonly giveUpAtMs: number;
}
