import type { Clock } from '../clock.ts';
import type { Mail, Mailer } from './port.ts';

const keptMax = 100;

export interface KeptMail extends Mail {
  readonly id: string;
  readonly at: Date;
}

/**
 * Where mails go while no mail server is named: they are kept for its page, and leave this process never. In memory
 * alone, as they hold addresses and links that open accounts.
 */
export class DevelopmentMailbox implements Mailer {
  readonly #clock: Clock;
  #mails: readonly KeptMail[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  send(mail: Mail) {
    const kept = { ...mail, id: this.#clock.newId(), at: this.#clock.now() };
    this.#mails = [kept, ...this.#mails].slice(0, keptMax);
    return Promise.resolve();
  }

  /** Newest first. */
  mails(): readonly KeptMail[] {
    return this.#mails;
  }

  mail(id: string): KeptMail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }

  close() {
    this.#mails = [];
  }
}
