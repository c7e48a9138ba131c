export interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

export interface Mail {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  /** The whole message for readers without HTML. */
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly Attachment[];
  /**
   * `name@host`, the same whenever this email is sent again, so that who gets it twice can tell; by default one of its
   * own.
   */
  readonly messageId?: string;
}

/** Hands an email to whoever delivers it. */
export abstract class Mailer {
  /** @throws MailNotSent */
  abstract send(mail: Mail): Promise<void>;
  abstract close(): void;
}

/** Not sent, now or ever. The message names no address, so that it can be logged. */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent';
  /** Whether another try makes sense. */
  readonly maySucceedLater: boolean;
  /** Of this email or its reader alone; otherwise any mail would have failed. */
  readonly isOfThisMail: boolean;

  constructor(message: string, maySucceedLater: boolean, isOfThisMail = false) {
    super(message);
    this.maySucceedLater = maySucceedLater;
    this.isOfThisMail = isOfThisMail;
  }
}
