import type { Decider } from '../kernel/decider.ts';
import { defineEvent } from '../kernel/event.ts';
import type { EventOf } from '../kernel/event.ts';

/** The most items, or codes, in one event. */
export const countedEntriesMax = 500;

/** How often an item was viewed and added to a cart. */
export interface ItemTraffic {
  readonly content_id: string;
  readonly creator_id: string;
  readonly views: number;
  readonly carts: number;
}

/** How often a referral code's link was visited. */
export interface CodeVisits {
  readonly code: string;
  readonly creator_id: string;
  readonly visits: number;
}

/** What one process counted in a few minutes of a day: how often, but not who. */
export interface TrafficCountedData {
  /** `yyyy-mm-dd`, in UTC. */
  readonly day: string;
  readonly items: readonly ItemTraffic[];
  readonly codes: readonly CodeVisits[];
}

const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

export const trafficCounted = defineEvent<TrafficCountedData>()('LooksCounted', {
  audit: ({ day, items, codes }) =>
    `On ${day}, ${total(items.map(({ views }) => views))} item views, ${total(items.map(({ carts }) => carts))} ` +
    `items added to carts and ${total(codes.map(({ visits }) => visits))} visits by referral links were counted.`,
});

type TrafficState = { readonly status: 'none' } | { readonly status: 'counted' };

export interface CountTraffic {
  readonly kind: 'count';
  readonly counted: TrafficCountedData;
}

/** One batch of counts. Each batch has a stream of its own, so that a batch that is written twice counts once. */
export const traffic: Decider<TrafficState, CountTraffic, EventOf<typeof trafficCounted>> = {
  category: 'looks',
  events: [trafficCounted],
  initial: { status: 'none' },
  evolve: () => ({ status: 'counted' }),
  decide: ({ counted }, { status }) => (status === 'none' ? [trafficCounted.of(counted)] : []),
};

/** A creator's share of a batch. */
export const trafficOf = ({ items }: TrafficCountedData, creatorId: string): Pick<ItemTraffic, 'views' | 'carts'> => {
  const own = items.filter(({ creator_id }) => creator_id === creatorId);
  return { views: total(own.map(({ views }) => views)), carts: total(own.map(({ carts }) => carts)) };
};
