import type { Clock } from '../../kernel/clock.ts';
import type { Mail, Mailer } from './port.ts';

const mailsMax = 100;
/** For the attachments of all emails together. */
const attachmentBytesMax = 50_000_000;

const bytesOf = ({ attachments = [] }: Mail) => attachments.reduce((bytes, { content }) => bytes + content.length, 0);

/** Returns the newest emails that fit, newest first. The first one is always kept. */
const withinLimits = (mails: readonly StoredMail[]) => {
  let bytes = 0;
  return mails.slice(0, mailsMax).filter((mail, age) => (bytes += bytesOf(mail)) <= attachmentBytesMax || age === 0);
};

export interface StoredMail extends Mail {
  readonly id: string;
  readonly at: Date;
}

/**
 * Receives the emails when no mail server is set. They are shown on its page and never leave this process. It keeps
 * them in memory only, because they contain addresses and links that give access to accounts.
 */
export class DevelopmentMailbox implements Mailer {
  readonly #clock: Clock;
  #mails: readonly StoredMail[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  send(mail: Mail) {
    this.#mails = withinLimits([{ ...mail, id: this.#clock.newId(), at: this.#clock.now() }, ...this.#mails]);
    return Promise.resolve();
  }

  /** Newest first. */
  mails(): readonly StoredMail[] {
    return this.#mails;
  }

  mail(id: string): StoredMail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }

  close() {
    this.#mails = [];
  }
}
