import { join } from 'node:path';
import { earning } from '@tessera/domain/earnings/earning';
import { earningPosted } from '@tessera/domain/earnings/earning-events';
import { isFailure } from '@tessera/domain/kernel/failure';
import { systemClock } from '../../../apps/api/src/kernel/clock.ts';
import { noStream } from '../../../apps/api/src/kernel/log/port.ts';
import { openSqliteEventStore } from '../../../apps/api/src/kernel/log/sqlite/engine.ts';
import { signUpCreator } from './client.ts';
import type { Account } from './client.ts';
import { startProduct } from './product.ts';
import type { Product } from './product.ts';

const dayMs = 86_400_000;
/** Long enough ago to be due. */
const soldDaysAgo = 20;
const commissionCents = 100;

interface Earner {
  readonly name: string;
  readonly cents: number;
  readonly profile?: object;
}

const postedOf = (creator_id: string, cents: number, number: number) => {
  const ids = { license_id: `license-${number}`, order_id: `order-${number}`, creator_id, referrer_id: null };
  const gross_cents = cents + commissionCents;
  const shares = { policy_version: 1, gross_cents, commission_cents: commissionCents, net_cents: cents };
  const split = { ...shares, reward_cents: 0, platform_cents: commissionCents };
  const paidAt = new Date(Date.now() - soldDaysAgo * dayMs).toISOString();
  const decided = earning.decide({ kind: 'post', ...ids, split, gateway: 'sandbox', paidAt }, earning.initial);
  if (isFailure(decided)) throw new Error(decided.message);
  return decided;
};

/** Adds a sale from long ago for each creator to the log of a product that isn't running. */
const addEarlierSales = async (dataDir: string, earned: readonly (readonly [Account, number])[]) => {
  const store = await openSqliteEventStore({ file: join(dataDir, 'events.db') });
  const { version } = earningPosted;
  const metadata = { actor: 'system', correlation: 'earlier sales', causation: null };
  try {
    for (const [index, [{ id }, cents]] of earned.entries()) {
      const events = postedOf(id, cents, index + 1).map((event) => ({
        id: systemClock.newId(),
        version,
        ...event,
        metadata,
      }));
      await store.append(`earning-license-${index + 1}`, noStream, events);
    }
  } finally {
    await store.close();
  }
};

/** A product whose creators, in the given order, have earned amounts that are due by now. */
export const startEarnedProduct = async (
  earners: readonly Earner[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly product: Product; readonly creators: readonly Account[] }> => {
  const first = await startProduct({ env });
  const earned: (readonly [Account, number])[] = [];
  for (const { name, cents, profile } of earners) {
    earned.push([await signUpCreator(first.url, name, profile), cents]);
  }
  await first.stop();
  await addEarlierSales(first.dataDir, earned);
  const product = await startProduct({ again: first, env });
  return { product, creators: earned.map(([account]) => account) };
};
