import type { ViewPart } from './joined.ts';

/** One kind of email in `due-mails`: from which events it is due, and which settle it. */
export interface MailPart<Document> extends ViewPart<Document> {
  /** When it can be sent, ISO 8601; null for a document that is no email. */
  readonly dueAt: (document: Document) => string | null;
}
