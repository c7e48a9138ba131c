import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { byName, definitions, deciders, views, workflows } from './catalog.ts';
import { creatorDashboard } from './earnings/dashboard/creator-dashboard.view.ts';
import { ledger } from './earnings/ledger/ledger.view.ts';
import type { LedgerAccount } from './earnings/ledger/ledger.view.ts';
import { upcast } from './kernel/event.ts';
import type { DomainEvent, RecordedEvent } from './kernel/event.ts';
import { recorded } from './kernel/recorded.test-kit.ts';
import { foldInto } from './kernel/view.ts';
import type { AnyView } from './kernel/view.ts';
import { brandLicenses } from './licensing/brand-licenses.view.ts';
import { sum } from './money.ts';
import { storedEvents } from './stored-events.test-kit.ts';

// Every view folds every sample many times.
vi.setConfig({ testTimeout: 30_000 });

const story = (): readonly RecordedEvent[] =>
  recorded(storedEvents.map(({ type, version, data }) => ({ type, data: upcast(defined(type), version, data) })));

const defined = (type: string) => {
  const definition = definitions.get(type);
  if (!definition) throw new Error(`${type} is stored, but not defined`);
  return definition;
};

const foldAll = (view: AnyView, events: readonly RecordedEvent[], documents = new Map<string, unknown>()) => {
  for (const event of events) foldInto(view, documents, event);
  return documents;
};

test('every version of every event has a stored sample, and nothing else is stored', () => {
  const expected = [...definitions.values()].flatMap(({ type, version }) =>
    Array.from({ length: version }, (_unused, index) => `${type} ${index + 1}`),
  );
  expect(new Set(storedEvents.map(({ type, version }) => `${type} ${version}`))).toEqual(new Set(expected));
});

test('every view and every workflow is in the manifest of its feature', () => {
  const files = Object.values(import.meta.glob(['./**/*.view.ts', './**/*.workflow.ts'], { eager: true }));
  const hasHandlers = (entry: unknown): entry is AnyView => (entry as Partial<AnyView> | null)?.handlers instanceof Map;
  const found = files.flatMap((file) => Object.values(file)).filter(hasHandlers);
  expect([...views, ...workflows].map(({ name }) => name).sort()).toEqual(found.map(({ name }) => name).sort());
});

test('only views that show texts of items, or find people by name, are folded with people’s keys', () => {
  const reading = views.filter(({ readsPersonalFields }) => readsPersonalFields).map(({ name }) => name);
  expect(reading.sort()).toEqual(['creators-by-name', 'marketplace', 'own-content']);
});

test('no entry is hidden by another of the same name', () => {
  const entries = [{ name: 'orders' }, { name: 'orders' }];
  expect(() => byName(entries, ({ name }) => name)).toThrow('registered twice');
});

test('no audit sentence contains a personal field', () => {
  for (const event of story()) {
    const sentence = defined(event.type).audit(event.data);
    for (const field of defined(event.type).personal?.fields ?? []) {
      const value = (event.data as Record<string, unknown>)[field];
      if (typeof value === 'string' && value !== '') expect(sentence).not.toContain(value);
    }
  }
});

/** Views that drop settled or ended entries; in the end, all entries of the samples are. */
const ofUnsettledAlone = [
  'board-links',
  'open-payments',
  'open-refunds',
  'payout-alerts',
  'payout-holds',
  'unprepared-videos',
];

test('each view folds the stored samples into documents', () => {
  for (const view of views.filter(({ name }) => !ofUnsettledAlone.includes(name))) {
    expect([...foldAll(view, story()).keys()], view.name).not.toEqual([]);
  }
});

const isId = (name: string) => /(^|_)id$|^code$|^account$/.test(name);

/** Every id in the data, by path; names of ledger accounts and codes count as ids. */
const idsIn = (value: unknown, path = ''): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, each]) =>
        typeof each === 'string' && isId(name) ? [`${path}/${name}`] : idsIn(each, `${path}/${name}`),
      )
    : [];

/** The same data about something else: every id is replaced, except for the kept one. */
const withOtherIds = (value: unknown, kept: string, round: number, path = ''): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each, index) => withOtherIds(each, kept, round, `${path}/${index}`));
  const entries = Object.entries(value).map(([name, each]) => {
    const isOther = typeof each === 'string' && isId(name) && `${path}/${name}` !== kept;
    return [name, isOther ? `${each}-${round}` : withOtherIds(each, kept, round, `${path}/${name}`)] as const;
  });
  return Object.fromEntries(entries);
};

const countsOfYears = [
  'invoices /order_id',
  ...['license_id', 'order_id', 'brand_id', 'creator_id'].map((id) => `credit-notes /${id}`),
];

/** Bounds from the product's rules: an order has 100 lines, a creator 100 codes, a brand 50 boards; a count keeps its last 1,000 numbers. */
const boundedByRules = ['due-mails /order_id', 'referral-codes /creator_id', 'boards /account_id', ...countsOfYears];

test('[PROD-21] no document grows without bound, whatever event is repeated', () => {
  /** A document that grows in the first rounds may still be bounded, by the length of a list or the digits of a count. */
  const [firstRounds, rounds] = [100, 400];
  /** Allows for the digits of counts and sums. */
  const growthMaxBytes = 40;
  const growing: string[] = [];
  for (const view of views) {
    const before = foldAll(view, story());
    for (const { type, version, data } of storedEvents.filter((sample) => view.handlers.has(sample.type))) {
      for (const kept of idsIn(data)) {
        if (boundedByRules.includes(`${view.name} ${kept}`)) continue;
        const documents = new Map(before);
        const sizeAfter = (from: number, to: number) => {
          for (let round = from + 1; round <= to; round += 1) {
            const again = upcast(defined(type), version, withOtherIds(data, kept, round) as typeof data);
            const [event] = recorded([{ type, data: again }]);
            foldAll(view, [{ ...event!, position: storedEvents.length + round }], documents);
          }
          return Math.max(0, ...[...documents.values()].map((document) => JSON.stringify(document).length));
        };
        const grewIn = (from: number, to: number, maxBytes: number) => {
          const half = sizeAfter(from, (from + to) / 2);
          const whole = sizeAfter((from + to) / 2, to);
          return whole > half + maxBytes && `${half} to ${whole}`;
        };
        const grew = grewIn(0, firstRounds, 0) && grewIn(firstRounds, rounds, growthMaxBytes);
        if (grew) growing.push(`${view.name} by ${type} of one ${kept}: ${grew}`);
      }
    }
  }
  expect(growing).toEqual([]);
});

const shuffledSales = fc.array(
  fc.record({
    creator: fc.constantFrom('creator-1', 'creator-2'),
    brand: fc.constantFrom('brand-1', 'brand-2'),
    day: fc.integer({ min: 1, max: 28 }),
  }),
  { maxLength: 30 },
);

const sampleOf = (type: string) => storedEvents.findLast((sample) => sample.type === type)?.data ?? {};

/** Sales and their postings, as made by the deciders, for several creators and brands on several days. */
const salesOf = (list: readonly { creator: string; brand: string; day: number }[]) => {
  const post = workflows.find(({ name }) => name === 'post-earning');
  const events: RecordedEvent[] = [];
  for (const [index, { creator, brand, day }] of list.entries()) {
    const start_date = `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`;
    const data = {
      ...sampleOf('LicenseGranted'),
      license_id: `license-${index}`,
      creator_id: creator,
      brand_id: brand,
    };
    const sale = [{ type: 'LicenseGranted', data: { ...data, start_date } }];
    const granted = recorded(sale, start_date)[0] as RecordedEvent;
    events.push(granted);
    for (const { category, command } of post?.handlers.get('LicenseGranted')?.(granted) ?? []) {
      const decider = deciders.get(category);
      events.push(...recorded((decider?.decide(command, decider.initial) ?? []) as readonly DomainEvent[], start_date));
    }
  }
  return events.map((event, position) => ({ ...event, position }));
};

test('for every view, folding any prefix and then the rest equals folding everything', () => {
  fc.assert(
    fc.property(shuffledSales, fc.nat(), (list, cut) => {
      const events = [...story(), ...salesOf(list)];
      const at = cut % (events.length + 1);
      for (const view of views) {
        const inTwo = foldAll(view, events.slice(at), foldAll(view, events.slice(0, at)));
        expect(inTwo).toEqual(foldAll(view, events));
      }
    }),
    { numRuns: 30 },
  );
});

test('all accounts of the ledger always add up to zero', () => {
  fc.assert(
    fc.property(shuffledSales, (list) => {
      const accounts = [...foldAll(ledger, salesOf(list)).values()] as LedgerAccount[];
      expect(sum(accounts.map((account) => account.balance_cents))).toBe(0);
    }),
  );
});

test('[CREA-04, CREA-05] total earnings are the gross sum of license prices, shown with net, rewards and payout', () => {
  const events = salesOf([
    { creator: 'creator-1', brand: 'brand-1', day: 3 },
    { creator: 'creator-1', brand: 'brand-2', day: 5 },
  ]);
  const dashboard = foldAll(creatorDashboard, events).get('creator-1');
  expect(dashboard).toMatchObject({
    total_licenses: 2,
    gross_cents: 50_000,
    net_cents: 40_000,
    reward_cents: 0,
    days: [
      { day: '2026-11-03', licenses: 1, gross_cents: 25_000, net_cents: 20_000 },
      { day: '2026-11-05', licenses: 1, gross_cents: 25_000, net_cents: 20_000 },
    ],
  });
});

test('[BRAND-20, BRAND-21, BRAND-22] a brand’s figures: total spent, unique creators, count per license type', () => {
  const events = salesOf([
    { creator: 'creator-1', brand: 'brand-1', day: 3 },
    { creator: 'creator-2', brand: 'brand-1', day: 4 },
    { creator: 'creator-2', brand: 'brand-1', day: 4 },
    { creator: 'creator-2', brand: 'brand-2', day: 4 },
  ]);
  expect(foldAll(brandLicenses, events).get('brand-1')).toMatchObject({
    total_licenses: 3,
    total_spent_cents: 75_000,
    creators: 2,
    by_type: { one_time: 0, six_month: 3, perpetual: 0 },
  });
});

test('[PROD-21] a creator is counted once, even if a crash left the pair ahead of the brand’s figures', () => {
  const sales = ['creator-1', 'creator-2', 'creator-1'].map((creator) => ({ creator, brand: 'brand-1', day: 3 }));
  const granted = salesOf(sales).filter(({ type }) => type === 'LicenseGranted');
  const after = foldAll(brandLicenses, granted);
  // Folded again from the first event, with the pairs as the crash left them.
  const documents = new Map([...after].filter(([key]) => key !== 'brand-1'));
  expect(foldAll(brandLicenses, granted, documents).get('brand-1')).toEqual(after.get('brand-1'));
  expect(after.get('brand-1')).toMatchObject({ creators: 2, total_licenses: 3 });
});
