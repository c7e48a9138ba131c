import { defineEvent } from '@tessera/domain/kernel/event';
import { defineView, on } from '@tessera/domain/kernel/view';
import { defineWorkflow, whenever } from '@tessera/domain/kernel/workflow';

/** A small catalog for tests and benchmarks of the event-sourcing machinery; a replay thread loads it by its URL. */
export interface Count {
  readonly item: string;
  readonly amount: number;
  readonly note?: string;
}

export const counted = defineEvent<Count>()('Counted', { audit: ({ item }) => `${item} was counted` });
export const cleared = defineEvent<{ readonly item: string }>()('Cleared', {
  audit: ({ item }) => `${item} was cleared`,
});
export const remarked = defineEvent<{ readonly item: string; readonly words: string }>()('Remarked', {
  audit: () => 'A remark was made',
});
export const greeted = defineEvent<{ readonly account: string; readonly name: string }>()('Greeted', {
  personal: { account: ({ account }) => account, fields: ['name'] },
  audit: () => 'Somebody was greeted',
});

export interface Tally {
  readonly item: string;
  readonly total: number;
  readonly counts: number;
  /** Depends on the order in which amounts arrived. */
  readonly trace: number;
}

const tracePrime = 1_000_003;
const counting = on<Tally, 'Counted', Count>(
  counted,
  ({ item }) => item,
  (tally, { item, amount }) => {
    if (!Number.isFinite(amount)) throw new Error('This amount cannot be counted');
    const { total, counts, trace } = tally ?? { total: 0, counts: 0, trace: 0 };
    return { item, total: total + amount, counts: counts + 1, trace: (trace * 31 + amount) % tracePrime };
  },
);

export const tallies = defineView<Tally>({
  name: 'tallies',
  version: 1,
  on: [
    counting,
    on<Tally, 'Cleared', { readonly item: string }>(
      cleared,
      ({ item }) => item,
      () => undefined,
    ),
  ],
  indexes: { fields: { total: ({ total }) => total }, text: ({ item }) => item },
});

/** All counts in one document, from streams that are independent of each other. */
export const sum = defineView<{ readonly total: number }>({
  name: 'sum',
  version: 1,
  on: [
    on(
      counted,
      () => 'all',
      (before, { amount }) => ({ total: (before?.total ?? 0) + (Number.isFinite(amount) ? amount : 0) }),
    ),
  ],
});

/** Also handles the filler events of the benchmarks. */
export const everything = defineView<Tally>({
  name: 'everything',
  version: 1,
  on: [
    counting,
    on<Tally, 'Remarked', { readonly item: string; readonly words: string }>(
      remarked,
      ({ item }) => item,
      (before, { item, words }) => ({
        item,
        total: (before?.total ?? 0) + words.length,
        counts: (before?.counts ?? 0) + 1,
        trace: 0,
      }),
    ),
  ],
});

export const greetings = defineView<{ readonly name: string }>({
  name: 'greetings',
  version: 1,
  readsPersonalFields: true,
  on: [
    on(
      greeted,
      ({ account }) => account,
      (_, { name }) => ({ name }),
    ),
  ],
});

export const bell = defineWorkflow('bell', [
  whenever(counted, ({ item, amount }) => [{ category: 'bell', id: item, command: { ring: amount } }]),
]);

export const views = [tallies, sum, everything, greetings];
export const workflows = [bell];
export const definitions = new Map(
  [counted, cleared, remarked, greeted].map((definition) => [definition.type, definition] as const),
);
