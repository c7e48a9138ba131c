import { setTimeout as delay } from 'node:timers/promises';
import { checkout, get, patch, pay, post, signIn, signInAdmin, signUpCreator } from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { connect, watch } from '../support/live.ts';
import type { UpdateOf } from '../support/live.ts';
import { addManyCreators } from '../support/worlds/many-creators.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';
import { openShop } from '../support/worlds/shop.ts';
import type { Shop } from '../support/worlds/shop.ts';
import { watchMemory } from '../support/process/process-memory.ts';
import { until } from '../support/until.ts';
import { quantile } from './raw.ts';

export interface MoneyOptions {
  readonly creators: number;
  /** The total for all creators. Each sale has three postings. */
  readonly sales: number;
  /** Sales of one additional creator, whose statement is read. */
  readonly statementLines: number;
  readonly salesPerSecond: number;
  /** How often the board is read. */
  readonly reads: number;
  readonly log: (line: string) => void;
}

/** 333,334 sales: a million postings. */
const standard: MoneyOptions = {
  creators: 100_000,
  sales: 233_334,
  statementLines: 100_000,
  salesPerSecond: 20,
  reads: 500,
  log: console.log,
};

const masterKey = 'a1'.repeat(32);
const env = { MASTER_KEY: masterKey, JWT_SECRET: masterKey, PAYOUTS: 'manual', NODE_ENV: 'test' };
const foldMaxMs = 900_000;
const runMaxMs = 300_000;
/** How long sales are measured before a run, for comparison with the figure during the run. */
const aloneMs = 10_000;
/** How long sales continue: longer than a run should take. */
const secondsMax = 100;
const statements = 3;
const sampleEveryMs = 20;

const shares = (measured: readonly number[]) => {
  const sorted = measured.toSorted((one, other) => one - other);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), max: sorted.at(-1) ?? Number.NaN };
};

interface Consumer {
  readonly lag: number;
  readonly state: string;
}

/** Waits for workflows too: their work on the added sales is not part of a run. */
const untilFolded = async ({ url }: Product, admin: string) => {
  await until(
    'all that follows the log has come to its end',
    async () => {
      const { items } = await get<{ items: readonly Consumer[] }>(`${url}/api/admin/views`, { token: admin });
      return items.every(({ lag, state }) => lag === 0 && state === 'live');
    },
    foldMaxMs,
  );
};

interface Dashboard {
  readonly sales: readonly { readonly license_id: string; readonly sold_at: string }[];
}

/** Pays orders at a steady rate, and watches for each of them on the creator's open dashboard. */
const startSales = async ({ url }: Product, { creator, brand, itemId }: Shop, perSecond: number) => {
  const orders: string[] = [];
  while (orders.length < perSecond * secondsMax) {
    const placed = await Promise.all(Array.from({ length: 20 }, () => checkout(url, brand.token, [{ id: itemId }])));
    orders.push(...placed.map(({ order_id }) => order_id));
  }
  const now = () => performance.timeOrigin + performance.now();
  const seen = new Map<string, number>();
  const socket = await connect(url, creator.token);
  socket.on('view', ({ value }: UpdateOf<Dashboard>) => {
    for (const { license_id, sold_at } of value.sales)
      if (!seen.has(license_id)) seen.set(license_id, now() - Date.parse(sold_at));
  });
  await watch(socket, 'creator-dashboard', creator.id);
  const sold: { readonly id: string; readonly atMs: number; readonly answerMs: number }[] = [];
  const underWay = new Set<Promise<void>>();
  const buy = async (order: string) => {
    const atMs = performance.now();
    const { license_ids } = await pay(url, brand.token, order);
    sold.push({ id: license_ids[0] ?? '', atMs, answerMs: performance.now() - atMs });
  };
  const startedAtMs = performance.now();
  let begun = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAtMs) / 1_000) * perSecond);
    for (; begun < Math.min(due, orders.length); begun += 1) {
      const buying = buy(orders[begun] ?? '');
      underWay.add(buying);
      void buying.finally(() => underWay.delete(buying));
    }
  }, 1);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(underWay);
      // The dashboard lists only the latest sales: if many arrive together, some are never shown.
      await until('the dashboard has shown the last sale', async () => seen.has(sold.at(-1)?.id ?? ''));
      socket.close();
    },
    /** The sales that were started within a time range, in ms. */
    between: (fromMs: number, toMs: number) => {
      const those = sold.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
      return {
        sales: those.length,
        answer_ms: shares(those.map(({ answerMs }) => answerMs)),
        seen_live: those.filter(({ id }) => seen.has(id)).length,
        sale_to_browser_ms: shares(those.flatMap(({ id }) => seen.get(id) ?? [])),
      };
    },
  };
};

interface Run {
  readonly status: string;
  readonly count: number;
  readonly total_cents: number;
  readonly left_out: number;
}

const payoutRun = async (product: Product, shop: Shop, admin: string, perSecond: number) => {
  const memory = watchMemory(product.pid);
  const sales = await startSales(product, shop, perSecond);
  const beforeMs = performance.now();
  await delay(aloneMs);
  const restingMegabytes = memory.serviceNow();
  const startedMs = performance.now();
  const runs = `${product.url}/api/admin/payout-runs`;
  const { id } = await post<{ id: string }>(runs, {}, { token: admin });
  const run = await until(
    'the run is prepared',
    async () => {
      await delay(250);
      const found = await get<Run>(`${runs}/${id}`, { token: admin }).catch(() => null);
      return found?.status === 'prepared' && found;
    },
    runMaxMs,
  );
  const endedMs = performance.now();
  await sales.stop();
  const [peak, own] = [memory.servicePeak(), memory.ownPeak()];
  memory.end();
  return {
    run_seconds: (endedMs - startedMs) / 1_000,
    count: run.count,
    total_cents: run.total_cents,
    left_out: run.left_out,
    resting_megabytes: restingMegabytes,
    peak_megabytes: peak,
    own_megabytes: own,
    alone: sales.between(beforeMs, startedMs),
    beside: sales.between(startedMs, endedMs),
  };
};

const boardReads = async ({ url }: Product, admin: string, reads: number) => {
  const answersMs: number[] = [];
  for (let read = 0; read < reads; read += 1) {
    const startedMs = performance.now();
    await get(`${url}/api/admin/money`, { token: admin });
    answersMs.push(performance.now() - startedMs);
  }
  return shares(answersMs);
};

/** A statement with all lines, read as fast as it arrives. */
const readStatement = async ({ url, pid }: Product, { token }: Account) => {
  const memory = watchMemory(pid);
  const samples: number[] = [];
  const sampling = setInterval(() => samples.push(memory.serviceNow()), sampleEveryMs);
  const startedMs = performance.now();
  const day = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
  const from = new Date(Date.now() - 300 * 86_400_000).toISOString().slice(0, 'yyyy-mm-dd'.length);
  const answer = await fetch(`${url}/api/earnings/statement.csv?from=${from}&to=${day}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!answer.ok || !answer.body) throw new Error(`The statement was answered with ${answer.status}`);
  let firstMs = Number.NaN;
  let lines = 0;
  for await (const piece of answer.body) {
    if (Number.isNaN(firstMs)) firstMs = performance.now() - startedMs;
    for (const byte of piece as Uint8Array) if (byte === 10) lines += 1;
  }
  const tookMs = performance.now() - startedMs;
  clearInterval(sampling);
  memory.end();
  const half = samples.length >> 1;
  const most = (of: readonly number[]) => Math.max(0, ...of);
  return {
    first_ms: firstMs,
    seconds: tookMs / 1_000,
    lines,
    megabytes_in_first_half: most(samples.slice(0, half)),
    megabytes_in_second_half: most(samples.slice(half)),
  };
};

/** What money costs at scale: a payout run during live sales, a long statement, and the operator's board. */
export const moneyAtScale = async (options: Partial<MoneyOptions> = {}) => {
  const { creators, sales, statementLines, salesPerSecond, reads, log } = { ...standard, ...options };
  let product = await startProduct({ env });
  const again = async () => {
    await product.stop();
    product = await startProduct({ again: product, env });
    return signInAdmin(product.url, product.adminPassword());
  };
  try {
    let shop = await openShop(product);
    const busy = await signUpCreator(product.url, 'Stella Statement');
    await patch(`${product.url}/api/profile/sale-mails`, { sale_mails: 'never' }, { token: busy.token });
    await patch(`${product.url}/api/profile/sale-mails`, { sale_mails: 'never' }, { token: shop.creator.token });
    const { dataDir } = product;
    await product.stop();
    let startedMs = performance.now();
    const passed = () => `${((performance.now() - startedMs) / 1_000).toFixed(0)} s`;
    const made = { creatorId: busy.id, sales: statementLines };
    const { due } = await addManyCreators({ dataDir, masterKey, creators, sales, busy: made });
    log(`${creators} creators with ${sales + statementLines} sales are in the log after ${passed()}`);
    startedMs = performance.now();
    product = await startProduct({ again: product, env });
    await untilFolded(product, await signInAdmin(product.url, product.adminPassword()));
    log(`every view has folded them after ${passed()}`);
    const admin = await again();
    await untilFolded(product, admin);
    const signedIn = async () => ({
      ...shop,
      brand: await signIn(product.url, shop.brand),
      creator: await signIn(product.url, shop.creator),
    });
    shop = await signedIn();
    const run = await payoutRun(product, shop, admin, salesPerSecond);
    log(`a run of ${run.count} payouts is prepared after ${run.run_seconds.toFixed(1)} s: ${JSON.stringify(run)}`);
    const reader = await again();
    await untilFolded(product, reader);
    const board_ms = await boardReads(product, reader, reads);
    const stella = await signIn(product.url, busy);
    const read = [];
    while (read.length < statements) read.push(await readStatement(product, stella));
    return { run, due, board_ms, statements: read };
  } finally {
    await product.stop();
    product.forget();
  }
};
