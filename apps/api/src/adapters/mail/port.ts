export interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

export interface Mail {
  /** A single address. */
  readonly to: string;
  readonly subject: string;
  /** The full message, for mail programs without HTML. */
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly Attachment[];
  /**
   * `name@host`. It must be the same each time this email is sent, so that a mail program recognizes a duplicate. By
   * default, each email gets a new one.
   */
  readonly messageId?: string;
}

/** Delivers emails. */
export abstract class Mailer {
  /** @throws MailNotSent */
  abstract send(mail: Mail): Promise<void>;
  abstract close(): void;
}

/** An email could not be sent, for now or for good. The message contains no address, so it can be logged. */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent';
  /** Whether a retry makes sense. */
  readonly maySucceedLater: boolean;
  /** True if only this email or its recipient is at fault; false if any email would have failed. */
  readonly isOfThisMail: boolean;

  constructor(message: string, maySucceedLater: boolean, isOfThisMail = false) {
    super(message);
    this.maySucceedLater = maySucceedLater;
    this.isOfThisMail = isOfThisMail;
  }
}
