import { Injectable } from '@nestjs/common';
import type { NotificationRow } from '@tessera/contract/notifications';
import { ownContent } from '@tessera/domain/content/own-content.view';
import type { OwnContent } from '@tessera/domain/content/own-content.view';
import { licenses } from '@tessera/domain/licensing/licenses.view';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { dollarsOf } from '@tessera/domain/money';
import type { Notification, NotificationKind } from '@tessera/domain/notifications/notification';
import { payouts } from '@tessera/domain/payouts/payouts.view';
import type { Payout } from '@tessera/domain/payouts/payouts.view';
import { ReadStore } from '../kernel/views/port.ts';

/** The view that knows what a notification is about. */
const viewOf = (kind: NotificationKind) => {
  if (kind === 'video_failed') return ownContent.name;
  return kind.startsWith('payout') ? payouts.name : licenses.name;
};

type Facts = Pick<NotificationRow, 'title' | 'buyer' | 'ends_at'> & { readonly amount_cents?: number };
const noFacts: Facts = { title: null, buyer: null, ends_at: null };

/** Adds the names and amounts that the sentences of notifications need, as they are now. */
@Injectable()
export class NotificationRows {
  constructor(private readonly views: ReadStore) {}

  async of(accountId: string, notifications: readonly Notification[]): Promise<readonly NotificationRow[]> {
    const known = await this.known(notifications);
    return notifications.map(({ id, kind, at, isRead: read, about, amount_cents }) => {
      const { amount_cents: found = null, ...facts } = this.factsOf(accountId, kind, known.get(about ?? ''));
      const cents = amount_cents ?? found;
      return { id, kind, at, read, about, amount: cents === null ? null : dollarsOf(cents), ...facts };
    });
  }

  private factsOf(accountId: string, kind: NotificationKind, document: unknown): Facts {
    if (document === undefined) return noFacts;
    switch (viewOf(kind)) {
      case ownContent.name:
        return { ...noFacts, title: (document as OwnContent).item.title };
      case payouts.name:
        return { ...noFacts, amount_cents: (document as Payout).amount_cents };
      default: {
        const { item, brand_name, creator_id, end_date } = document as License;
        // The creator's referrer learns what was sold, but not to whom.
        return { title: item.title, buyer: creator_id === accountId ? brand_name : null, ends_at: end_date };
      }
    }
  }

  /** The documents that they are about, by key. Each view is read once. */
  private async known(notifications: readonly Notification[]): Promise<ReadonlyMap<string, unknown>> {
    const keys = new Map<string, Set<string>>();
    for (const { kind, about } of notifications) {
      if (about !== null) keys.set(viewOf(kind), (keys.get(viewOf(kind)) ?? new Set<string>()).add(about));
    }
    const loaded = await Promise.all([...keys].map(([view, wanted]) => this.views.load(view, [...wanted])));
    return new Map(loaded.flatMap((stored) => [...stored].map(([key, { document }]) => [key, document] as const)));
  }
}
