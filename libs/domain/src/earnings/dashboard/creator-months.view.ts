import type { EventDefinition } from '../../kernel/event.ts';
import { defineView, on } from '../../kernel/view.ts';
import { cashIn, dayOf } from '../../ledger.ts';
import { trafficCounted, trafficOf } from '../../traffic/traffic.ts';
import { beneficiaries } from '../ledger/creator-ledger.view.ts';
import { creditedCents } from '../ledger/creator-account.ts';
import { earningDisputed, earningPosted, earningReversed } from '../earning-events.ts';
import type { EarningPostedData } from '../earning-events.ts';
import { eachDay, noFigures, plusFigures } from './figures.ts';
import type { DayFigures, Figures } from './figures.ts';
import type { StatementDays } from '../statements/statement.ts';

/** One creator's figures for the days of a month. */
export interface CreatorMonth {
  readonly creator_id: string;
  /** Days on which something happened, oldest first. */
  readonly days: readonly DayFigures[];
}

const monthOf = (day: string) => day.slice(0, 'yyyy-mm'.length);

export const creatorMonthKey = (creatorId: string, day: string) => `${creatorId}/${monthOf(day)}`;

/** The keys of all months that the days fall in. */
export const creatorMonthKeys = (creatorId: string, days: StatementDays): readonly string[] => [
  ...new Set(eachDay(days).map((day) => creatorMonthKey(creatorId, day))),
];

const creatorIn = (key: string) => key.slice(0, key.lastIndexOf('/'));

const withDay = (before: CreatorMonth | undefined, key: string, day: string, added: Partial<Figures>): CreatorMonth => {
  const { creator_id, days } = before ?? { creator_id: creatorIn(key), days: [] };
  const known = days.find((entry) => entry.day === day) ?? noFigures;
  const entry = { day, ...plusFigures(known, added) };
  const earlier = days.filter((other) => other.day < day);
  const later = days.filter((other) => other.day > day);
  return { creator_id, days: [...earlier, entry, ...later] };
};

type Shared = Pick<EarningPostedData, 'creator_id' | 'referrer_id' | 'postings'>;

/** Folds a sale's event for each creator who shares in it, on the day it was recorded, as in the ledger. */
const moves = <Type extends string, Data extends Shared>(
  definition: EventDefinition<Type, Data>,
  figuresOf: (data: Data, creatorId: string) => Partial<Figures>,
) =>
  on<CreatorMonth, Type, Data>(
    definition,
    (data, { recordedAt }) => beneficiaries(data).map((id) => creatorMonthKey(id, dayOf(recordedAt))),
    (document, data, { recordedAt }, key) => withDay(document, key, dayOf(recordedAt), figuresOf(data, creatorIn(key))),
  );

const takenBack = ({ postings }: Shared, creatorId: string): Partial<Figures> => ({
  reversed_cents: creditedCents(postings, creatorId),
});

/** Each creator's days, in one document per month, so that any period is read from a few documents. */
export const creatorMonths = defineView<CreatorMonth>({
  name: 'creator-months',
  version: 2,
  on: [
    moves(earningPosted, ({ creator_id, postings }, id) => {
      const own = creditedCents(postings, id);
      if (id !== creator_id) return { reward_cents: own };
      const gross_cents = cashIn(postings);
      return { licenses: 1, gross_cents, net_cents: own };
    }),
    moves(earningReversed, takenBack),
    moves(earningDisputed, takenBack),
    on(
      trafficCounted,
      ({ items, day }) => [...new Set(items.map(({ creator_id }) => creatorMonthKey(creator_id, day)))],
      (document, counted, _event, key) => withDay(document, key, counted.day, trafficOf(counted, creatorIn(key))),
    ),
  ],
  live: {
    room: ({ creator_id }) => creator_id,
    mayWatch: (reader, creatorId) => reader.role === 'creator' && reader.id === creatorId,
  },
});
