import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CallFailed, get, post } from '../support/worlds/client.ts';
import type { Product } from '../support/worlds/product.ts';
import { until } from '../support/until.ts';

interface Run {
  readonly id: string;
  readonly status: string;
}

/** Draws integers below a limit, the same ones for the same seed. */
export type Draw = (limit: number) => number;

export interface Counts {
  runs: number;
  refunds: number;
  disputes: number;
  decisions: number;
  cutOff: number;
}

export interface MoneyLoad {
  readonly product: Product;
  readonly admin: string;
  /** Licenses that were bought, newest last. */
  readonly bought: () => readonly string[];
  readonly draw: Draw;
  readonly counts: Counts;
}

/** One in this many runs is canceled instead of sent. */
const canceledShare = 6;
const refundsMax = 40;
/** Pause before checking again for something to refund or dispute: the product sends no signal for it. */
const idleMs = 25;
const statusMaxMs = 30_000;
/** For refunds of whole dollars plus this many cents, the sandbox makes the refund and loses its answer. */
const lostCents = 19;

const refusals = [400, 404, 409, 422];
const isRefusal = (error: unknown) => error instanceof CallFailed && refusals.includes(error.status);

const runsOf = (url: string) => `${url}/api/admin/payout-runs`;

const latestRun = async ({ product, admin }: Pick<MoneyLoad, 'product' | 'admin'>) =>
  (await get<{ items: readonly Run[] }>(`${runsOf(product.url)}?limit=1`, { token: admin })).items[0];

/** Takes the open payout run, or a new one, a step further; returns its status once that has changed. */
export const stepRun = async (load: Pick<MoneyLoad, 'product' | 'admin' | 'draw' | 'counts'>): Promise<string> => {
  const { product, admin, draw, counts } = load;
  const open = await latestRun(load);
  if (!open || open.status === 'closed' || open.status === 'canceled') {
    const { id } = await post<{ id: string }>(runsOf(product.url), {}, { token: admin });
    counts.runs += 1;
    await until('the run is known', async () => (await latestRun(load))?.id === id, statusMaxMs);
    return 'started';
  }
  if (open.status === 'prepared') {
    const step = draw(canceledShare) === 0 ? 'cancel' : 'send';
    await post(`${runsOf(product.url)}/${open.id}/${step}`, {}, { token: admin });
  }
  const moved = await until(
    `the run is no longer ${open.status}`,
    async () => {
      const found = await latestRun(load);
      return found && found.status !== open.status && found.status;
    },
    statusMaxMs,
  );
  return moved;
};

const refundOne = async ({ product, admin, bought, draw, counts }: MoneyLoad) => {
  const among = bought().slice(-refundsMax);
  const license = among[draw(among.length)];
  if (license === undefined) return delay(idleMs);
  const whole = draw(4) === 0;
  const cents = draw(5) === 0 ? draw(60) * 100 + lostCents : 1 + draw(6_000);
  const body = { reason: 'Asked for.', ...(whole ? {} : { amount: cents / 100 }) };
  await post(`${product.url}/api/admin/licenses/${license}/refunds`, body, { token: admin });
  counts.refunds += 1;
  return undefined;
};

const some = <Row>(dataDir: string, sql: string): readonly Row[] => {
  const gateway = new DatabaseSync(join(dataDir, 'sandbox-gateway.db'), { readOnly: true, timeout: 5_000 });
  try {
    return gateway.prepare(sql).all() as unknown as readonly Row[];
  } finally {
    gateway.close();
  }
};

const disputable = `SELECT detail AS id FROM charges WHERE status = 'approved'
  AND detail NOT IN (SELECT payment FROM disputes) ORDER BY known_at DESC LIMIT 20`;
const decidable = 'SELECT id FROM disputes ORDER BY opened_at DESC, id LIMIT 10';

/** Posts what the sandbox's page would post; a bank tells the product immediately. */
const tell = async (product: Product, path: string) => {
  const answer = await fetch(`${product.url}/dev/sandbox/${path}`, { method: 'POST', redirect: 'manual' });
  if (answer.status >= 400 && !refusals.includes(answer.status))
    throw new CallFailed(`POST /dev/sandbox/${path}`, answer.status, await answer.text());
};

const disputeOne = async ({ product, draw, counts }: MoneyLoad) => {
  const opens = draw(3) === 0;
  const among = some<{ id: string }>(product.dataDir, opens ? disputable : decidable);
  const id = among[draw(among.length)]?.id;
  if (id === undefined) return delay(idleMs);
  if (opens) counts.disputes += 1;
  else counts.decisions += 1;
  const path = opens ? `charges/${id}/dispute` : `disputes/${id}/${draw(2) === 0 ? 'won' : 'lost'}`;
  return tell(product, path);
};

/**
 * An operator who runs payouts and refunds licenses, and banks that dispute payments and decide about them, all without
 * a pause until the product dies.
 */
export const startMoneyLoad = (load: MoneyLoad) => {
  let stopped = false;
  const again = async (work: (load: MoneyLoad) => Promise<unknown>) => {
    while (!stopped) {
      try {
        await work(load);
      } catch (error) {
        if (isRefusal(error)) continue;
        if (!stopped) throw error;
        load.counts.cutOff += 1;
      }
    }
  };
  const ended = Promise.all([stepRun, refundOne, disputeOne].map(again)).then(() => undefined);
  // The failure reaches whoever stops the load.
  ended.catch(() => undefined);
  return {
    ended,
    /** Called before the product is killed: whatever fails from then on was cut off. */
    isOver: () => {
      stopped = true;
    },
  };
};
