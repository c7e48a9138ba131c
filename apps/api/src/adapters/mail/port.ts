export interface Mail {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  /** The whole message for readers without HTML. */
  readonly text: string;
  readonly html: string;
}

/** Hands a mail to whoever delivers it. */
export interface Mailer {
  /** @throws MailNotSent */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Not sent, now or ever. The message names no address, so that it can be logged. */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent';
  /** Whether another try makes sense. */
  readonly maySucceedLater: boolean;

  constructor(message: string, maySucceedLater: boolean) {
    super(message);
    this.maySucceedLater = maySucceedLater;
  }
}
