import fc from 'fast-check';
import { expect, test } from 'vitest';
import { invoices } from './ordering/invoices.view.ts';
import type { Invoice } from './ordering/invoices.view.ts';
import { paymentCaptured } from './ordering/order.ts';
import { creditNotes } from './refunds/credit-notes.view.ts';
import type { CreditNote } from './refunds/credit-notes.view.ts';
import { licenseRefunded } from './refunds/refund.ts';
import type { RecordedEvent } from './kernel/event.ts';
import { aheadMax, numberOf, withNumber } from './kernel/numbering.ts';
import type { YearCount } from './kernel/numbering.ts';
import { recorded } from './kernel/recorded.test-kit.ts';
import type { AnyView } from './kernel/view.ts';

const paid = (order: number) =>
  paymentCaptured.of({
    order_id: `order-${order}`,
    attempt: 1,
    gateway: 'sandbox',
    reference: `ch_${order}`,
    amount_cents: 100 + order,
    terms_version: '2026-11',
  });

const refunded = (license: number) =>
  licenseRefunded.of({
    license_id: `license-${license}`,
    order_id: `order-${license}`,
    brand_id: 'brand-1',
    creator_id: 'creator-1',
    price_cents: 1_000,
    refund_number: 1,
    amount_cents: 1_000,
    refunded_cents: 1_000,
    is_whole: true,
    gateway: 'sandbox',
    reference: `re_${license}`,
  });

/** Some in one year and some in the next, as recorded around midnight UTC by nodes whose clocks differ. */
const moments = [
  '2026-12-31T23:59:59.998Z',
  '2026-12-31T23:59:59.999Z',
  '2027-01-01T00:00:00.000Z',
  '2027-01-01T00:00:00.001Z',
];

interface Stored {
  readonly document: unknown;
  readonly position: number;
}

/** A view's state in a store. */
type Store = Map<string, Stored>;

/** Folds a batch as a follower does: each document with the events that it doesn't reflect yet, then a commit of some documents. */
const foldBatch = (view: AnyView, store: Store, batch: readonly RecordedEvent[], commits: (key: string) => boolean) => {
  const loaded = new Map(store);
  for (const event of batch) {
    const handler = view.handlers.get(event.type)!;
    const touched = handler.keys(event).filter((key) => (loaded.get(key)?.position ?? -1) < event.position);
    const other = (key: string) => loaded.get(key)?.document;
    const next = touched.map((key) => handler.evolve(other(key), event, key, other) as unknown);
    for (const [index, key] of touched.entries()) loaded.set(key, { document: next[index], position: event.position });
  }
  for (const [key, stored] of loaded) if (commits(key)) store.set(key, stored);
};

const numbersOf = (store: Store): readonly string[] =>
  [...store.values()].flatMap(({ document }) => {
    const { number } = document as Partial<Invoice>;
    return number === undefined ? [] : [number];
  });

const expected = (series: string, events: readonly RecordedEvent[]) =>
  [2026, 2027].flatMap((year) =>
    events
      .filter(({ recordedAt }) => recordedAt.startsWith(String(year)))
      .map((_event, index) => `${series}-${year}-${String(index + 1).padStart(6, '0')}`),
  );

const history = fc.array(fc.constantFrom(...moments), { minLength: 1, maxLength: 40 });
const crashes = fc.array(
  fc.record({ until: fc.nat(40), events: fc.integer({ min: 1, max: 15 }), lost: fc.func(fc.boolean()) }),
  { maxLength: 12 },
);

test.each([
  ['invoices of paid orders', 'INV', invoices as AnyView, paid],
  ['credit notes of refunds', 'CN', creditNotes as AnyView, refunded],
] as const)(
  '[PAY-30] %s are numbered 1 to n in each year, in the order of the log, whatever a crash left half committed',
  (_of, series, view, happened) => {
    fc.assert(
      fc.property(history, crashes, (times, crashed) => {
        const events = times.map((at, index) => ({
          ...recorded([happened(index)], at)[0]!,
          position: index * 7,
          revision: 0,
        }));
        const store: Store = new Map();
        // Each crash stores some documents of a batch but not the checkpoint, so that the batch comes again in another size.
        let checkpoint = 0;
        for (const { until, events: count, lost } of crashed) {
          foldBatch(view, store, events.slice(checkpoint, checkpoint + count), (key) => !lost(key));
          if (until % 3 > 0) continue;
          const done = checkpoint + (until % 15);
          foldBatch(view, store, events.slice(checkpoint, done), () => true);
          checkpoint = Math.max(checkpoint, Math.min(done, events.length));
        }
        foldBatch(view, store, events.slice(checkpoint), () => true);
        expect([...numbersOf(store)].sort()).toEqual(expected(series, events));
        const inOrder = events.map((event) => {
          const [key = ''] = view.handlers.get(event.type)!.keys(event);
          return (store.get(key)!.document as Invoice | CreditNote).number;
        });
        for (const year of [2026, 2027]) {
          const ofYear = inOrder.filter((number) => number.includes(`-${year}-`));
          expect(ofYear).toEqual([...ofYear].sort());
        }
      }),
      { numRuns: 500 },
    );
  },
);

const eventAt = (position: number) => ({ position, recordedAt: '2026-12-07T10:00:00.000Z' });

test('[PAY-30] an event that is folded again keeps its number, however many followed it', () => {
  let count: YearCount | undefined;
  for (let position = 0; position < aheadMax; position += 1) {
    count = withNumber(count, eventAt(position));
    expect(withNumber(count, eventAt(position))).toBe(count);
  }
  expect(numberOf('INV', count, eventAt(0))).toBe('INV-2026-000001');
  expect(numberOf('INV', count, eventAt(aheadMax - 1))).toBe('INV-2026-001000');
  expect(numberOf('INV', count, eventAt(aheadMax))).toBe('INV-2026-001001');
});

test('[PAY-30] a number that can no longer be known is an error, never a guess', () => {
  let count: YearCount | undefined;
  for (let position = 1; position <= aheadMax + 1; position += 1) count = withNumber(count, eventAt(position));
  expect(() => numberOf('INV', count, eventAt(1))).toThrow('The number of the event at 1 is no longer known');
  expect(count?.recent).toHaveLength(aheadMax);
  expect(count?.given).toBe(aheadMax + 1);
});

test('[PAY-30] a paid order has one invoice, from the moment it was paid', () => {
  const store: Store = new Map();
  foldBatch(invoices as AnyView, store, recorded([paid(1)], '2026-12-31T23:59:59.999Z'), () => true);
  expect(store.get('order-1')?.document).toEqual({
    order_id: 'order-1',
    number: 'INV-2026-000001',
    issued_at: '2026-12-31T23:59:59.999Z',
    total_cents: 101,
    gateway: 'sandbox',
    reference: 'ch_1',
  });
  expect(store.get('year-2026')?.document).toEqual({ year: 2026, given: 1, recent: [0] });
});
