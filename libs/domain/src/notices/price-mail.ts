import type { Decider } from '../kernel/decider.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';
import type { Cents } from '../money.ts';
import { undelivered } from '../undelivered.ts';
import type { MailOutcome, Undelivered } from '../undelivered.ts';

/** What one saved item costs now, at the lowest. */
export interface MailedPrice {
  readonly content_id: string;
  readonly from_cents: Cents;
}

interface OfPriceMail {
  readonly account_id: string;
  /** `yyyy-mm-dd` in UTC; there is one a day at most. */
  readonly day: string;
  readonly prices: readonly MailedPrice[];
}

const items = ({ prices }: OfPriceMail) => (prices.length === 1 ? 'a saved item' : `${prices.length} saved items`);

export const priceMailSent = defineEvent<OfPriceMail>()('PriceMailSent', {
  audit: (data) => `An email about the lower price of ${items(data)} was handed to the mail server.`,
});
export const priceMailNotSent = defineEvent<OfPriceMail & { readonly reason: Undelivered }>()('PriceMailNotSent', {
  audit: (data) => `An email about the lower price of ${items(data)} was not sent: ${undelivered[data.reason]}.`,
});

const priceMailEvents = [priceMailSent, priceMailNotSent] as const;
export type PriceMailEvent = EventOf<(typeof priceMailEvents)[number]>;

interface RecordPriceMail extends OfPriceMail {
  readonly kind: 'record';
  readonly outcome: MailOutcome;
}

export interface PriceMailState {
  /** Of the last email; empty before there was one. */
  readonly day: string;
  /** By the item’s id, what it cost in the last email that named it. */
  readonly told: Readonly<Record<string, Cents>>;
}

/** Whether that day’s email, or a later one, was dealt with. */
export const isMailed = (state: PriceMailState, day: string) => state.day >= day;

/** What became of the emails about the prices of what an account saved. Its id is the account’s. */
export const priceMail: Decider<PriceMailState, RecordPriceMail, PriceMailEvent> = {
  category: 'priceMail',
  events: priceMailEvents,
  initial: { day: '', told: {} },
  evolve: ({ told }, { data: { day, prices } }) => ({
    day,
    told: { ...told, ...Object.fromEntries(prices.map(({ content_id, from_cents }) => [content_id, from_cents])) },
  }),
  decide: ({ account_id, day, prices, outcome }, state) => {
    if (isMailed(state, day)) return [];
    const told = { account_id, day, prices };
    return [outcome === 'sent' ? priceMailSent.of(told) : priceMailNotSent.of({ ...told, reason: outcome })];
  },
};

/** An item on a board. */
interface Saved {
  readonly content_id: string;
  /** The lowest price when it was saved; null for what wasn’t for sale. */
  readonly from_cents: Cents | null;
  /** ISO 8601. */
  readonly saved_at: string;
}

export interface PriceDrop extends MailedPrice {
  /** What its owner knows that it cost. */
  readonly known_cents: Cents;
}

/**
 * Which saved items cost less than their owner knows: than when they were saved last, or than the last email said since.
 * What isn’t for sale, and what wasn’t when it was saved, has not fallen.
 * @param costs the lowest price of an item; null where it isn’t for sale
 */
export const priceDrops = (
  saved: readonly Saved[],
  told: PriceMailState['told'],
  costs: (contentId: string) => Cents | null,
): readonly PriceDrop[] => {
  const latest = new Map(
    saved.toSorted((one, other) => (one.saved_at < other.saved_at ? -1 : 1)).map((item) => [item.content_id, item]),
  );
  return [...latest.values()].toReversed().flatMap(({ content_id, from_cents: saved_cents }) => {
    const known_cents = told[content_id] ?? saved_cents;
    const from_cents = costs(content_id);
    if (known_cents === null || from_cents === null || from_cents >= known_cents) return [];
    return [{ content_id, from_cents, known_cents }];
  });
};
