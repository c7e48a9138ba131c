import { Injectable } from '@nestjs/common';
import type { DueMail, MailKind } from '@tessera/domain/notices/due-mails.view';
import type { AnyNotice } from './notice.ts';

/** The kinds that are sent; those given up aren't. */
type SentKind = Exclude<MailKind, 'undelivered'>;

type DocumentOf<Kind extends SentKind> = Extract<DueMail, { readonly kind: Kind }>['of'];

/** How the emails of a kind are written, and which of them are still sent. */
interface WritesKind<Document> {
  /** Whether somebody waits for them, or they are about people's safety. */
  readonly isUrgent?: boolean;
  /**
   * ISO 8601: what was due before that is never sent.
   * @param now ms since 1970
   */
  readonly dueSince: (now: number) => string | Promise<string>;
  /** Null if there is nothing to send now. */
  readonly noticeOf: (document: Document, now: number) => AnyNotice | null;
}

export interface RegisteredKind extends WritesKind<unknown> {
  readonly kind: SentKind;
}

/** The kinds of emails in `due-mails`, each registered by the feature that writes them. */
@Injectable()
export class MailKinds {
  private readonly registered: RegisteredKind[] = [];

  register<Kind extends SentKind>(kind: Kind, writes: WritesKind<DocumentOf<Kind>>) {
    this.registered.push({ kind, ...writes } as RegisteredKind);
  }

  /** @param isUrgent by default both */
  all(isUrgent?: boolean): readonly RegisteredKind[] {
    return this.registered.filter((each) => isUrgent === undefined || (each.isUrgent ?? false) === isUrgent);
  }
}
