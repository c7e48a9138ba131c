import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '../kernel/decider.ts';
import type { Decision } from '../kernel/decider.ts';
import { given } from '../kernel/given.test-kit.ts';
import { isFailure } from '../kernel/failure.ts';
import type { Offers } from '../license-types.ts';
import { licenseTypes } from '../license-types.ts';
import type { SuccessorKind } from '../licensing/basis.ts';
import type { LicenseGrantedData } from '../licensing/license.ts';
import { endOfTerm } from '../licensing/term.ts';
import { termsInForce, termsVersions } from '../licensing/agreements/terms.ts';
import { sum } from '../money.ts';
import { order, paymentAttemptsMax } from './order.ts';
import type { OrderCommand, OrderEvent } from './order.ts';
import { quantityMax } from './order-failures.ts';
import type { ItemFacts } from './order-line.ts';
import { paidPerUnit } from './successor.ts';
import type { Predecessor } from './successor.ts';

const dayMs = 86_400_000;
const start = Date.parse('2026-11-21T10:00:00.000Z');
const termMs = 180 * dayMs;
const iso = (time: number) => new Date(time).toISOString();
const day = (days: number) => iso(start + days * dayMs);

const item = {
  content_id: 'photo',
  title: 'Harbour at dawn',
  description: '',
  media_url: 'a.webp',
  media_type: 'image',
} as const;

const held = (over: Partial<Predecessor> = {}): Predecessor => ({
  license_id: 'license-1',
  brand_id: 'brand-1',
  item,
  license_type: 'six_month',
  quantity: 1,
  price_cents: 25_000,
  end_date: iso(start + termMs),
  refunded_at: null,
  ...over,
});

const facts = (over: Partial<ItemFacts> = {}): ItemFacts => ({
  item,
  creator_id: 'creator-1',
  hasCreator: true,
  referrer_id: null,
  offers: { one_time: 2_500, six_month: 30_000, perpetual: 50_000 },
  ...over,
});

interface Asked {
  readonly license?: Predecessor;
  readonly facts?: ItemFacts | undefined;
  readonly at?: string;
}

const ask = (successor: SuccessorKind, asked: Asked = {}): OrderCommand => ({
  kind: 'place-successor',
  order_id: 'order-2',
  brand_id: 'brand-1',
  brand_name: 'Acme',
  successor,
  license: asked.license ?? held(),
  facts: 'facts' in asked ? asked.facts : facts(),
  at: asked.at ?? day(100),
});

const startPayment = (placing = 1, at = day(100)): OrderCommand => ({
  kind: 'start-payment',
  brand_id: 'brand-1',
  gateway: 'sandbox',
  terms_version: termsInForce().id,
  placing,
  facts: { items: new Map([['photo', facts()]]), license: held() },
  at,
});
const capture = (attempt = 1, paidAt = day(100)): OrderCommand => ({
  kind: 'capture-payment',
  attempt,
  gateway: 'sandbox',
  reference: 'ref-1',
  terms: termsVersions,
  paidAt,
  licenseIds: ['license-2'],
  creatorNames: new Map([['creator-1', 'Carla Creator']]),
  goneReferrers: new Set(),
  isBrandGone: false,
});
const fail = (attempt: number): OrderCommand => ({ kind: 'fail-payment', attempt, reason: 'declined' });

const eventsOf = (decision: Decision<OrderEvent>): readonly OrderEvent[] => {
  if (isFailure(decision)) throw new Error(`refused: ${decision.message}`);
  return decision;
};

const after = (...commands: readonly OrderCommand[]): readonly OrderEvent[] =>
  commands.reduce<readonly OrderEvent[]>(
    (history, command) => [...history, ...eventsOf(given(order, history).when(command))],
    [],
  );

const placedIn = (events: readonly OrderEvent[]) => events.flatMap((e) => (e.type === 'OrderPlaced' ? [e.data] : []));
const grantedIn = (events: readonly OrderEvent[]) =>
  events.flatMap((e) => (e.type === 'LicenseGranted' ? [e.data] : []));

test('[MKT-59] a renewal costs the item’s current six-month price per unit, and starts when the old license ends', () => {
  const history = after(
    ask('renewal', { license: held({ quantity: 3, price_cents: 75_000 }) }),
    startPayment(),
    capture(),
  );
  expect(placedIn(history)).toMatchObject([
    { total_cents: 90_000, lines: [{ license_type: 'six_month', quantity: 3 }] },
  ]);
  expect(grantedIn(history)).toMatchObject([
    {
      price_cents: 90_000,
      start_date: day(180),
      end_date: day(360),
      basis: { kind: 'renewal', license_id: 'license-1' },
    },
  ]);
  expect(grantedIn(history)[0]?.basis).toEqual({ kind: 'renewal', license_id: 'license-1' });
  const issued = history.find(({ type }) => type === 'AgreementIssued');
  expect(issued?.data).toMatchObject({
    agreement_text: expect.stringMatching(
      /6 months from its start date;[^]*This license renews license license-1\./,
    ) as string,
  });
});

test('the renewal of an ended license starts with the payment', () => {
  const at = day(200);
  const history = after(ask('renewal', { at }), startPayment(1, at), capture(1, at));
  expect(grantedIn(history)).toMatchObject([{ start_date: at, end_date: day(380) }]);
});

test('a renewal placed before the end and paid after it starts with the payment', () => {
  const history = after(ask('renewal', { at: day(179) }), startPayment(1, day(179)), capture(1, day(181)));
  expect(grantedIn(history)).toMatchObject([{ start_date: day(181), end_date: day(361) }]);
});

test('an upgrade costs the current perpetual price less what was paid per unit, starts immediately and has no end', () => {
  const license = held({ quantity: 2, price_cents: 40_000 });
  const history = after(ask('upgrade', { license }), startPayment(), capture());
  expect(grantedIn(history)).toMatchObject([
    { license_type: 'perpetual', price_cents: 60_000, start_date: day(100), end_date: null, quantity: 2 },
  ]);
  const issued = history.find(({ type }) => type === 'AgreementIssued');
  expect(issued?.data).toMatchObject({
    agreement_text: expect.stringContaining('This license upgrades license license-1.') as string,
  });
});

test('an upgrade is never free: it costs at least one dollar per unit', () => {
  const license = held({ quantity: 2, price_cents: 120_000 });
  expect(placedIn(after(ask('upgrade', { license })))).toMatchObject([{ total_cents: 200 }]);
});

test('a license that can’t be renewed or upgraded is refused with advice on what to do', () => {
  const refusal = (kind: SuccessorKind, asked: Asked) => given(order).when(ask(kind, asked));
  for (const [license_type, end_date] of [
    ['one_time', day(180)],
    ['perpetual', null],
    ['six_month', null],
  ] as const) {
    const license = held({ license_type, end_date });
    expect(refusal('renewal', { license })).toMatchObject({ failure: 'not_renewable' });
    expect(refusal('upgrade', { license })).toMatchObject({ failure: 'not_upgradable' });
  }
  expect(eventsOf(refusal('upgrade', { at: iso(start + termMs - 1) }))).toHaveLength(1);
  expect(refusal('upgrade', { at: iso(start + termMs) })).toMatchObject({ failure: 'not_upgradable' });
  expect(refusal('renewal', { facts: undefined })).toMatchObject({
    failure: 'not_for_sale',
    message: '“Harbour at dawn” is not for sale. This license can’t be renewed right now, but is otherwise unaffected.',
  });
  expect(refusal('upgrade', { facts: facts({ hasCreator: false }) })).toMatchObject({
    failure: 'creator_missing',
    message:
      'The creator of “Harbour at dawn” has left Tessera. This license can’t be upgraded right now, but is otherwise unaffected.',
  });
  const offers: Offers = { one_time: 2_500, six_month: null, perpetual: null };
  for (const kind of ['renewal', 'upgrade'] as const) {
    expect(refusal(kind, { facts: facts({ offers }) })).toMatchObject({ failure: 'not_offered' });
  }
  expect(refusal('renewal', { license: held({ brand_id: 'brand-2' }) })).toMatchObject({ failure: 'not_found' });
});

test('a repeated request changes nothing; at another price or of another kind it is placed again, until it is paid', () => {
  const first = after(ask('renewal'));
  expect(given(order, first).when(ask('renewal', { at: day(101) }))).toEqual([]);
  const dearer = facts({ offers: { one_time: null, six_month: 31_000, perpetual: 50_000 } });
  const second = [...first, ...eventsOf(given(order, first).when(ask('renewal', { facts: dearer })))];
  const third = [...second, ...eventsOf(given(order, second).when(ask('upgrade', { facts: dearer })))];
  expect(placedIn(third).map(({ total_cents }) => total_cents)).toEqual([30_000, 31_000, 25_000]);
  const paying = [...third, ...eventsOf(given(order, third).when(startPayment(3)))];
  expect(given(order, paying).when(ask('upgrade'))).toEqual([]);
  expect(given(order, paying).when(ask('renewal'))).toMatchObject({ failure: 'payment_in_progress' });
  const paid = [...paying, ...eventsOf(given(order, paying).when(capture()))];
  for (const kind of ['renewal', 'upgrade'] as const) {
    expect(given(order, paid).when(ask(kind))).toMatchObject({ failure: 'already_upgraded' });
  }
});

test('a license that has been renewed is neither renewed nor upgraded again', () => {
  const history = after(ask('renewal'), startPayment(), capture());
  for (const kind of ['renewal', 'upgrade'] as const) {
    expect(given(order, history).when(ask(kind))).toMatchObject({
      failure: 'already_renewed',
      message: 'This license has already been renewed. You’ll find the renewal among your licenses.',
    });
  }
});

test('only what was shown can be paid: a payment for an earlier placing is refused', () => {
  const history = after(ask('renewal'), ask('upgrade'));
  expect(given(order, history).when(startPayment(1))).toMatchObject({ failure: 'order_changed' });
  expect(eventsOf(given(order, history).when(startPayment(2)))).toHaveLength(1);
});

test('an upgrade that was placed in time can’t be paid once the license has ended', () => {
  const history = after(ask('upgrade'));
  expect(given(order, history).when(startPayment(1, day(180)))).toMatchObject({ failure: 'not_upgradable' });
  // Its prices are still held, but the license has ended.
  const onTheLastDay = after(ask('upgrade', { at: iso(start + termMs - 1) }));
  expect(given(order, onTheLastDay).when(startPayment(1, day(180)))).toMatchObject({ failure: 'not_upgradable' });
  expect(given(order, after(ask('renewal'))).when(startPayment(1, day(180)))).toHaveLength(1);
});

test('attempts are numbered across placings, and each placing has its own limit', () => {
  const declined = Array.from({ length: paymentAttemptsMax }, (_unused, index) => [startPayment(), fail(index + 1)]);
  const history = after(ask('renewal'), ...declined.flat());
  expect(given(order, history).when(startPayment())).toMatchObject({
    failure: 'too_many_payment_attempts',
    message: 'This order had too many failed payments. Go back to the license and start again.',
  });
  const again = [...history, ...eventsOf(given(order, history).when(ask('renewal')))];
  expect(given(order, again).when(startPayment(2))).toMatchObject([{ data: { attempt: paymentAttemptsMax + 1 } }]);
});

const prices = fc.integer({ min: 100, max: 100_000_000 });
const chains = fc.record({
  first: prices,
  quantity: fc.integer({ min: 1, max: quantityMax }),
  referred: fc.boolean(),
  steps: fc.array(fc.record({ price: prices, waitDays: fc.integer({ min: 0, max: 400 }) }), {
    minLength: 1,
    maxLength: 6,
  }),
  last: prices,
});

/** Pays for a successor at an instant; returns the license that it grants, and its price. */
const succeed = (kind: SuccessorKind, license: Predecessor, known: ItemFacts, at: string) => {
  const history = after(ask(kind, { license, facts: known, at }), startPayment(1, at), capture(1, at));
  const [granted] = grantedIn(history);
  if (!granted) throw new Error('nothing was granted');
  return { granted, due: placedIn(history)[0]?.total_cents };
};

const holds = (granted: LicenseGrantedData, due: number | undefined) => {
  const { price_cents, split } = granted;
  expect(Number.isSafeInteger(price_cents)).toBe(true);
  expect(Number.isInteger(paidPerUnit(granted))).toBe(true);
  expect(due).toBe(price_cents);
  expect(sum([split.net_cents, split.reward_cents, split.platform_cents])).toBe(price_cents);
};

test('in every chain of renewals, no day is licensed twice or lost, and every amount is in whole cents', () => {
  fc.assert(
    fc.property(chains, ({ first, quantity, referred, steps, last }) => {
      let license = held({ quantity, price_cents: first * quantity });
      let now = start;
      for (const { price, waitDays } of steps) {
        now += waitDays * dayMs;
        const offers: Offers = { one_time: null, six_month: price, perpetual: last };
        const known = facts({ offers, referrer_id: referred ? 'creator-9' : null });
        const oldEnd = Date.parse(license.end_date ?? '');
        const { granted, due } = succeed('renewal', license, known, iso(now));
        holds(granted, due);
        expect(granted.price_cents).toBe(price * quantity);
        expect(Date.parse(granted.start_date)).toBe(Math.max(now, oldEnd));
        expect(granted.end_date).toBe(endOfTerm('six_month', granted.start_date));
        license = { ...granted, license_id: 'license-1', refunded_at: null };
      }
      const inForce = Math.min(now, Date.parse(license.end_date ?? '') - 1);
      const { granted, due } = succeed(
        'upgrade',
        license,
        facts({ offers: { one_time: null, six_month: null, perpetual: last } }),
        iso(inForce),
      );
      holds(granted, due);
      const paid = license.price_cents / quantity;
      expect(granted.price_cents).toBe(Math.max(last - paid, 100) * quantity);
      expect(granted).toMatchObject({ start_date: iso(inForce), end_date: null, quantity });
    }),
  );
});

test('a cart’s licenses never have a basis, whatever is in the request', () => {
  fc.assert(
    fc.property(fc.constantFrom(...licenseTypes), fc.anything(), (license_type, basis) => {
      const line = { content_id: 'photo', title: '', license_type, quantity: 1, basis };
      const known = new Map([['photo', facts()]]);
      const placed = given(order).when({
        kind: 'place',
        order_id: 'order-1',
        brand_id: 'brand-1',
        brand_name: 'Acme',
        lines: [line],
        facts: known,
        at: day(0),
      });
      expect(placedIn(eventsOf(placed))).toMatchObject([{ lines: [{ basis: null }] }]);
    }),
  );
});

const series = fc.array(
  fc.oneof(
    fc
      .record({
        kind: fc.constantFrom<SuccessorKind>('renewal', 'upgrade'),
        price: fc.constantFrom(20_000, 30_000),
        days: fc.constantFrom(10, 179, 180, 300),
      })
      .map(({ kind, price, days }) =>
        ask(kind, {
          facts: facts({ offers: { one_time: null, six_month: price, perpetual: 2 * price } }),
          at: day(days),
        }),
      ),
    fc
      .tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom(10, 179, 180))
      .map(([placing, days]) => startPayment(placing, day(days))),
    fc.integer({ min: 1, max: 4 }).map(fail),
    fc.integer({ min: 1, max: 4 }).map((attempt) => capture(attempt, day(181))),
  ),
  // Long enough that some of the drawn series pay for a successor.
  { maxLength: 25, size: 'max' },
);

test('whatever is requested, paid and refused, a license gets at most one successor, at the price last placed', () => {
  let succeeded = 0;
  fc.assert(
    fc.property(series, (commands) => {
      let history: readonly OrderEvent[] = [];
      for (const command of commands) {
        const state = fold(order, history);
        const isDue =
          state.status === 'paid' ||
          (state.status === 'paying' && command.kind === 'capture-payment' && state.attempts === command.attempt);
        if (command.kind === 'capture-payment' && !isDue) continue;
        const decision = given(order, history).when(command);
        if (isFailure(decision)) continue;
        if (state.status === 'paid') expect(decision).toEqual([]);
        history = [...history, ...decision];
      }
      const granted = grantedIn(history);
      const captured = history.flatMap((e) => (e.type === 'PaymentCaptured' ? [e.data] : []));
      const attempts = history.flatMap((e) => (e.type === 'PaymentStarted' ? [e.data.attempt] : []));
      expect(granted.length).toBeLessThanOrEqual(1);
      expect(captured).toHaveLength(granted.length);
      expect(attempts).toEqual(attempts.map((_attempt, index) => index + 1));
      succeeded += granted.length;
      const [license] = granted;
      const due = placedIn(history).at(-1);
      if (license) {
        expect(captured[0]?.amount_cents).toBe(license.price_cents);
        expect(license.price_cents).toBe(due?.total_cents);
        expect(license.basis?.kind).toBe(due?.lines[0]?.basis?.kind);
      }
    }),
    { numRuns: 500 },
  );
  // Without any successors, the property would hold trivially.
  expect(succeeded).toBeGreaterThan(0);
});
