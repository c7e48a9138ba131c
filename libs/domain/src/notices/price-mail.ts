import type { Decider } from '../kernel/decider.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';
import type { Cents } from '../money.ts';
import { undelivered } from '../undelivered.ts';
import type { MailOutcome, Undelivered } from '../undelivered.ts';

/** The current lowest price of a saved item. */
export interface MailedPrice {
  readonly content_id: string;
  readonly from_cents: Cents;
}

interface OfDay {
  readonly account_id: string;
  /** `yyyy-mm-dd` in UTC; there is at most one a day. */
  readonly day: string;
}

interface OfPriceMail extends OfDay {
  readonly prices: readonly MailedPrice[];
}

const items = ({ prices }: OfPriceMail) => (prices.length === 1 ? 'a saved item' : `${prices.length} saved items`);

/** Saved items cost less; which, the email finds out when it is written. */
export const priceMailDue = defineEvent<OfDay>()('PriceMailDue', {
  audit: () => 'Saved items cost less, so their owner is told by email.',
});
export const priceMailSent = defineEvent<OfPriceMail>()('PriceMailSent', {
  audit: (data) => `An email about the lower price of ${items(data)} was handed to the mail server.`,
});
export const priceMailNotSent = defineEvent<OfPriceMail & { readonly reason: Undelivered }>()('PriceMailNotSent', {
  audit: (data) => `An email about the lower price of ${items(data)} was not sent: ${undelivered[data.reason]}.`,
});

const priceMailEvents = [priceMailDue, priceMailSent, priceMailNotSent] as const;
export type PriceMailEvent = EventOf<(typeof priceMailEvents)[number]>;

type PriceMailCommand =
  | (OfDay & { readonly kind: 'announce' })
  | (OfPriceMail & { readonly kind: 'record'; readonly outcome: MailOutcome });

export interface PriceMailState {
  /** The day of the last email; empty if there was none. */
  readonly day: string;
  readonly is_due: boolean;
  /** Each item's price in the last email that named it, by item id. */
  readonly mailed: Readonly<Record<string, Cents>>;
}

/** Whether that day's email, or a later one, is settled. */
export const isMailed = (state: PriceMailState, day: string) => state.day >= day;

/** The outcomes of emails about price drops of what an account saved. Its id is the account's. */
export const priceMail: Decider<PriceMailState, PriceMailCommand, PriceMailEvent> = {
  category: 'priceMail',
  events: priceMailEvents,
  initial: { day: '', is_due: false, mailed: {} },
  evolve: (state, event) => {
    if (event.type === 'PriceMailDue') return { ...state, is_due: true };
    const { day, prices } = event.data;
    const told = Object.fromEntries(prices.map(({ content_id, from_cents }) => [content_id, from_cents]));
    return { day, is_due: false, mailed: { ...state.mailed, ...told } };
  },
  decide: (command, state) => {
    const { account_id, day } = command;
    if (isMailed(state, day)) return [];
    if (command.kind === 'announce') return state.is_due ? [] : [priceMailDue.of({ account_id, day })];
    const { prices, outcome } = command;
    const mail = { account_id, day, prices };
    return [outcome === 'sent' ? priceMailSent.of(mail) : priceMailNotSent.of({ ...mail, reason: outcome })];
  },
};

/** An item on a board. */
interface Saved {
  readonly content_id: string;
  /** The lowest price when it was saved; null if it wasn't for sale. */
  readonly from_cents: Cents | null;
  /** ISO 8601. */
  readonly saved_at: string;
}

export interface PriceDrop extends MailedPrice {
  /** The last price that the board's owner knows of. */
  readonly known_cents: Cents;
}

/**
 * The saved items that now cost less than the board's owner knows: than when they were last saved, or than in the last
 * email since. Items that aren't for sale now, or weren't when they were saved, don't count.
 * @param mailed the prices in earlier emails
 * @param priceOf the lowest price of an item; null if it isn't for sale
 */
export const priceDrops = (
  saved: readonly Saved[],
  mailed: PriceMailState['mailed'],
  priceOf: (contentId: string) => Cents | null,
): readonly PriceDrop[] => {
  const latest = new Map(
    saved.toSorted((one, other) => (one.saved_at < other.saved_at ? -1 : 1)).map((item) => [item.content_id, item]),
  );
  return [...latest.values()].toReversed().flatMap(({ content_id, from_cents: saved_cents }) => {
    const known_cents = mailed[content_id] ?? saved_cents;
    const from_cents = priceOf(content_id);
    if (known_cents === null || from_cents === null || from_cents >= known_cents) return [];
    return [{ content_id, from_cents, known_cents }];
  });
};
