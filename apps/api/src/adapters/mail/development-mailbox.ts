import type { Clock } from '../../kernel/clock.ts';
import type { Mail, Mailer } from './port.ts';

const keptMax = 100;
/** Of attachments, in all mails together. */
const keptBytesMax = 50_000_000;

const bytesOf = ({ attachments = [] }: Mail) => attachments.reduce((bytes, { content }) => bytes + content.length, 0);

/** The newest, as many as there is room for; the very newest stays in any case. */
const kept = (mails: readonly KeptMail[]) => {
  let bytes = 0;
  return mails.slice(0, keptMax).filter((mail, age) => (bytes += bytesOf(mail)) <= keptBytesMax || age === 0);
};

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
    this.#mails = kept([{ ...mail, id: this.#clock.newId(), at: this.#clock.now() }, ...this.#mails]);
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
