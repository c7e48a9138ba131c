import { pino } from 'pino';
import type { PaymentGateway } from '../adapters/payments/port.ts';
import type { Config } from '../config.ts';
import { type Leases, uncontended } from '../kernel/work/lease.ts';
import type { Projections } from '../kernel/projecting/projections.ts';
import type { ReadStore } from '../kernel/views/port.ts';
import { BackgroundWork } from '../kernel/work/background-work.ts';
import type { ChargeEffect } from './payment/charge.effect.ts';
import { SettleOpenPayments } from './payment/settle-open-payments.effect.ts';

const openPayments = 250;
const pageSize = 100;
const roundMs = 1_000;

afterEach(() => jest.restoreAllMocks());

/** Runs it over payments that stay open. Returns which ones it asked about in the first rounds. */
const askedIn = async (rounds: number, gateway: Partial<PaymentGateway>, leases = uncontended) => {
  const asked: string[] = [];
  let started = 0;
  // A round takes longer on a busy machine, and the test depends on rounds.
  jest.spyOn(performance, 'now').mockImplementation(() => started * roundMs);
  let done = () => {};
  const ended = new Promise<void>((resolve) => (done = resolve));
  const find = (_view: string, { cursor = '0' }: { cursor?: string }) => {
    const from = Number(cursor);
    if (from === 0) started += 1;
    if (started > rounds) done();
    const count = Math.min(pageSize, openPayments - from);
    const items = Array.from({ length: count }, (_, at) => ({ key: `order-${from + at}`, document: { attempt: 1 } }));
    return Promise.resolve({ items, next: from + count < openPayments ? String(from + count) : null });
  };
  const settle = (orderId: string) => {
    if (started <= rounds) asked.push(orderId);
    return Promise.resolve(null);
  };
  const work = new BackgroundWork(
    { caughtUpWith: () => Promise.resolve() } as unknown as Projections,
    leases,
    { restMs: 50 },
    { role: 'all' },
    pino({ level: 'silent' }),
  );
  const effect = new SettleOpenPayments(
    work,
    { settle } as unknown as ChargeEffect,
    { find } as unknown as ReadStore,
    gateway as PaymentGateway,
    { readStore: 'embedded' } as Config,
  );
  effect.onApplicationBootstrap();
  await ended;
  await work.beforeApplicationShutdown();
  return asked;
};

it('asks about every open card payment, in every round', async () => {
  const asked = await askedIn(2, { takes: 'cards' });
  expect(new Set(asked).size).toBe(openPayments);
  expect(asked).toHaveLength(2 * openPayments);
});

it('[PROD-12] leaves every payment to the next holder once it has lost the lease', async () => {
  const lost: Leases = {
    keep: (name, signal, work) => uncontended.keep(name, signal, (tenure) => work({ ...tenure, isHeld: () => false })),
  };
  expect(await askedIn(2, { takes: 'cards' }, lost)).toEqual([]);
});

it('gives a brand its time on the gateway’s page', async () => {
  expect(await askedIn(2, { takes: 'payments on its page', pageOpenMs: 60_000 })).toEqual([]);
});

it('asks about a page when its time is over, and then only after the same time again', async () => {
  const pageOpenMs = 2 * roundMs;
  expect(await askedIn(2, { takes: 'payments on its page', pageOpenMs })).toEqual([]);
  expect(await askedIn(4, { takes: 'payments on its page', pageOpenMs })).toHaveLength(openPayments);
});
