import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { systemClock } from '../../kernel/clock.ts';
import { OutcomeUnknown } from './port.ts';
import { SandboxGateway } from './sandbox.ts';
import { howMany } from '../../../../../test/support/sample.ts';
import { changed } from '../../../../../test/support/doubles/changed.ts';

const card = (cardNumber: string) => ({ cardholderName: 'Bo Buyer', cardNumber, expiry: '12/40', cvv: '123' });

const all = async <Item>(items: AsyncIterable<Item>) => {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
};
const byAmount = ([one = 0]: readonly number[], [other = 0]: readonly number[]) => one - other;

describe('the sandbox gateway', () => {
  let folder: string;
  let gateway: SandboxGateway;
  let nowMs: number;

  const open = () =>
    new SandboxGateway(join(folder, 'gateway.db'), changed(systemClock, { now: () => new Date(nowMs) }));
  const charge = (key: string, cardNumber: string) => gateway.charge({ key, amountCents: 25_000 }, card(cardNumber));

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tessera-gateway-'));
    nowMs = Date.parse('2026-11-21T10:00:00.000Z');
    gateway = open();
  });
  afterEach(() => {
    gateway.close();
    rmSync(folder, { recursive: true });
  });

  it('charges a key once, and remembers the outcome across restarts', async () => {
    const first = await charge('order:1', '4242424242424242');
    expect(first).toMatchObject({ status: 'approved' });
    expect(await charge('order:1', '4000000000000002')).toEqual(first);
    gateway.close();
    gateway = open();
    expect(await gateway.settle({ key: 'order:1' })).toEqual(first);
  });

  it('declines the declining card, and every number that is not a test card', async () => {
    expect(await charge('order:1', '4000000000000002')).toEqual({
      status: 'declined',
      reason: 'The card was declined',
    });
    expect(await charge('order:2', '5555555555554444')).toMatchObject({ status: 'declined' });
  });

  it('loses the answer for one card, and knows the outcome a few seconds later', async () => {
    await expect(charge('order:1', '4000000000000119')).rejects.toBeInstanceOf(OutcomeUnknown);
    await expect(gateway.settle({ key: 'order:1' })).rejects.toBeInstanceOf(OutcomeUnknown);
    nowMs += 3_000;
    expect(await gateway.settle({ key: 'order:1' })).toMatchObject({ status: 'approved' });
  });

  it('closes an unknown key, so that a late charge can’t succeed after the answer', async () => {
    expect(await gateway.settle({ key: 'order:1' })).toEqual({
      status: 'declined',
      reason: 'The payment did not reach the bank',
    });
    expect(await charge('order:1', '4242424242424242')).toMatchObject({ status: 'declined' });
  });

  it('[PAY-22] loses the answer for a refund that ends in 19 cents, and knows the outcome a few seconds later', async () => {
    const charged = await charge('order:1', '4242424242424242');
    const reference = charged.status === 'approved' ? charged.reference : '';
    const refund = { key: 'license:1', reference, amountCents: 519 };
    await expect(gateway.refund(refund)).rejects.toBeInstanceOf(OutcomeUnknown);
    nowMs += 2_999;
    await expect(gateway.refund(refund)).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(await gateway.refundsOf(reference)).toEqual([]);
    nowMs += 1;
    expect(await gateway.refund(refund)).toMatchObject({ status: 'refunded' });
    expect(await gateway.refundsOf(reference)).toMatchObject([{ key: 'license:1', amountCents: 519 }]);
  });

  it('[PAY-23] approves the card whose holder disputes the payment right away', async () => {
    const charged = await charge('order:1', '4000000000000259');
    expect(charged).toMatchObject({ status: 'approved' });
    expect(await charge('order:1', '4000000000000259')).toEqual(charged);
    const disputes = await all(gateway.disputes(new Date(0)));
    expect(disputes).toMatchObject([{ amountCents: 25_000, standing: 'open' }]);
    expect(charged).toMatchObject({ reference: disputes[0]?.payment });
  });

  it('[PAY-33] continues with the database of a version that had only charges', async () => {
    gateway.close();
    rmSync(join(folder, 'gateway.db'));
    const old = new DatabaseSync(join(folder, 'gateway.db'));
    old.exec(
      'CREATE TABLE charges (key TEXT PRIMARY KEY, status TEXT NOT NULL, detail TEXT NOT NULL, ' +
        'amount_cents INTEGER NOT NULL, known_at INTEGER NOT NULL) STRICT; ' +
        `INSERT INTO charges VALUES ('order:1', 'approved', 'sandbox_1', 25000, ${nowMs})`,
    );
    old.close();
    gateway = open();
    expect(await gateway.refund({ key: 'license:1', reference: 'sandbox_1', amountCents: 5_000 })).toMatchObject({
      status: 'refunded',
    });
    const transactions = await all(gateway.transactions(new Date(0), new Date(nowMs + 1)));
    expect(transactions.map(({ amountCents, feeCents }) => [amountCents, feeCents]).toSorted(byAmount)).toEqual([
      [-5_000, 0],
      [25_000, 755],
    ]);
  });

  it('[PAY-23] takes no money twice when a won dispute is lost after a refund', async () => {
    const charged = await charge('order:1', '4000000000000259');
    const reference = charged.status === 'approved' ? charged.reference : '';
    const [dispute] = await all(gateway.disputes(new Date(0)));
    gateway.refundsAndDisputes.decide(dispute!.id, 'won');
    await gateway.refund({ key: 'license:1', reference, amountCents: 5_000 });
    for (const [standing, left] of [
      ['lost', 0],
      ['won', 20_000],
      ['lost', 0],
    ] as const) {
      expect(gateway.refundsAndDisputes.decide(dispute!.id, standing)).toMatchObject({ standing, amountCents: 20_000 });
      const moved = await movesOf(reference);
      expect(moved.reduce((total, { amountCents }) => total + amountCents, 0)).toBe(left);
    }
  });

  const refundStep = fc.record({
    key: fc.integer({ min: 1, max: 6 }).map((number) => `license:${number}`),
    amountCents: fc.integer({ min: -1, max: 15_000 }),
    tooEarly: fc.boolean(),
  });
  const steps = fc.array(fc.oneof({ weight: 4, arbitrary: refundStep }, fc.constantFrom('open', 'won', 'lost')), {
    maxLength: 25,
  });

  it('[PAY-22] refunds and disputes never take more than was charged, and a key never twice', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const id = randomUUID();
        const charged = await charge(id, '4242424242424242');
        const reference = charged.status === 'approved' ? charged.reference : '';
        const outcomes = new Map<string, unknown>();
        for (const step of taken) {
          if (step === 'open') gateway.refundsAndDisputes.open(reference);
          else if (typeof step === 'string') {
            for (const dispute of await all(gateway.disputes(new Date(0))))
              if (dispute.payment === reference) gateway.refundsAndDisputes.decide(dispute.id, step);
          } else {
            const key = `${id} ${step.key}`;
            const ask = () => gateway.refund({ key, reference, amountCents: step.amountCents });
            const first: unknown = await ask().catch((error: unknown) => error);
            if (first instanceof OutcomeUnknown && !step.tooEarly) nowMs += 3_000;
            const again: unknown = await ask().catch((error: unknown) => error);
            if (!(again instanceof OutcomeUnknown)) {
              expect(outcomes.get(key) ?? again).toEqual(again);
              outcomes.set(key, again);
            }
          }
          const moved = await movesOf(reference);
          const left = moved.reduce((total, { amountCents }) => total + amountCents, 0);
          expect(left).toBeGreaterThanOrEqual(0);
          expect(left).toBeLessThanOrEqual(25_000);
          const refunded = moved.filter(({ kind }) => kind === 'refund').map(({ key }) => key);
          expect(new Set(refunded).size).toBe(refunded.length);
        }
      }),
      { numRuns: howMany({ usual: 30, full: 300 }) },
    );
  });

  const movesOf = async (reference: string) =>
    (await all(gateway.transactions(new Date(0), new Date(nowMs + 60_000)))).filter(
      ({ payment }) => payment === reference,
    );
});
