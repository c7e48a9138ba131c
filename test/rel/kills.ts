import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { signIn } from '../support/worlds/client.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';
import { openShop } from '../support/worlds/shop.ts';
import type { Shop } from '../support/worlds/shop.ts';
import { differencesNow } from '../support/worlds/differences.ts';
import { Books } from './books.ts';
import { nothingTold, purchases, startBuyers } from './buyers.ts';
import { killPoints, stepsOf } from './kill-points.ts';
import type { KillPoint, Step } from './kill-points.ts';
import type { Mode, Part, PartOptions, PartResult } from './part.ts';
import { adminOf, untilSettled } from './settled.ts';
import { leavingCalls, trace, whyNoStrace } from './strace.ts';
import { syncedAnswers } from './synced-answers.ts';
import { viewStates } from './views.ts';

const pointsOf: Readonly<Record<Mode, number>> = { short: 6, default: 200, full: 1_000 };
const tracedPurchasesOf: Readonly<Record<Mode, number>> = { short: 20, default: 100, full: 300 };
const buyersAtOnce = 6;
/** A point not reached within this time is given up: a checkpoint needs many commits. */
const pointTimeoutMs = 40_000;
/** Before the buyers' tokens expire. */
const signInEveryKills = 40;
const progressEveryKills = 25;

/** One data folder that lives through all kills, and what its buyers were answered. */
interface Run {
  product: Product;
  shop: Shop;
  admin: string;
  readonly books: Books;
  readonly told: ReturnType<typeof nothingTold>;
  cutOff: number;
}

/** The calls of one purchase, seen from outside, while nobody else buys. */
const dryRun = async (run: Run): Promise<readonly Step[]> => {
  const { product, shop, told } = run;
  const file = join(product.dataDir, 'dry-run.trace');
  // Earlier sales may still be being posted, and would be counted with this purchase.
  await untilSettled(product, run.admin, run.books);
  const tracing = await trace(product.pid, ['-yy', '-s', '16', '-o', file, '-e', `trace=${leavingCalls}`]);
  await purchases({ url: product.url, shop, count: 1, told }, 1);
  // The last fold and the workflow's turn come after the answer.
  await untilSettled(product, run.admin, run.books);
  await tracing.detach();
  const steps = await stepsOf(file, product.dataDir);
  rmSync(file);
  return steps;
};

/**
 * Buys until the product dies at the point; false if the point wasn't reached in time and the product was killed
 * directly.
 */
const killAt = async (run: Run, { call, path, occurrence }: KillPoint): Promise<boolean> => {
  const { product, shop, told } = run;
  const onPath = path === null ? [] : ['-P', join(product.dataDir, path)];
  const kill = `inject=${call}:signal=KILL:when=${occurrence}`;
  const tracing = await trace(product.pid, ['-o', '/dev/null', '-e', `trace=${call}`, '-e', kill, ...onPath]);
  const buyers = startBuyers({ url: product.url, shop, count: buyersAtOnce, told });
  const timeout = Promise.withResolvers<false>();
  const timer = setTimeout(() => timeout.resolve(false), pointTimeoutMs);
  const died = Promise.race([tracing.ended, buyers.ended.then(() => tracing.ended)]).then(() => true);
  const reached = await Promise.race([died, timeout.promise]);
  clearTimeout(timer);
  await product.kill();
  await Promise.all([buyers.stop(), tracing.ended]);
  run.cutOff += buyers.cutOff();
  return reached;
};

/** Starts on the same data, lets it finish what was cut off, and returns what is wrong then. */
const restartAndCheck = async (run: Run, kills: number): Promise<string[]> => {
  run.product = await startProduct({ again: run.product });
  const { product, books, told } = run;
  if (kills % signInEveryKills === 0) {
    run.admin = await adminOf(product);
    run.shop = { ...run.shop, brand: await signIn(product.url, run.shop.brand) };
  }
  const parked = await untilSettled(product, run.admin, books);
  const shown = viewStates(product.dataDir).get('licenses')?.documents;
  return [
    ...books.problems(told),
    ...(await differencesNow(product.url, run.admin)),
    ...(parked === 0 ? [] : [`${parked} events are parked`]),
    ...(shown === books.licensesGranted ? [] : [`the view of licenses shows ${shown} of ${books.licensesGranted}`]),
  ];
};

/** Kills `wanted` times; stops at the first broken promise, as it would stay broken after every later kill. */
const killAll = async (run: Run, points: Iterable<KillPoint>, wanted: number, log: PartOptions['log']) => {
  const reached = new Map<string, number>();
  let [kills, missed] = [0, 0];
  for (const point of points) {
    if (await killAt(run, point)) {
      kills += 1;
      reached.set(point.name, (reached.get(point.name) ?? 0) + 1);
    } else missed += 1;
    const found = await restartAndCheck(run, kills + missed);
    const problems = found.map((what) => `after a kill at ${point.name}, occurrence ${point.occurrence}: ${what}`);
    if (problems.length > 0 || kills === wanted) return { problems, reached, kills, missed };
    if (kills % progressEveryKills === 0) log(`${kills} of ${wanted} kills, ${run.told.paid.size} purchases answered`);
  }
  throw new Error('There were no more points');
};

const runOn = async (run: Run, { mode, log }: PartOptions): Promise<PartResult> => {
  const traced = await syncedAnswers({ ...run, purchases: tracedPurchasesOf[mode] });
  log(`${traced.figures['answers seen in the trace']} answers traced, ${traced.problems.length} problems`);
  const steps = await dryRun(run);
  const { problems, reached, kills, missed } = await killAll(run, killPoints(steps), pointsOf[mode], log);
  const all = [...traced.problems, ...problems];
  return {
    passed: all.length === 0,
    figures: {
      ...traced.figures,
      'calls of one purchase': steps.reduce((sum, { count }) => sum + count, 0),
      'kills placed': kills,
      ...Object.fromEntries([...reached].map(([name, times]) => [`  at ${name}`, times])),
      'points the load did not come to': missed,
      'purchases answered': run.told.paid.size,
      'purchases cut off': run.cutOff,
      'purchases in the log': run.books.licensesGranted,
      charges: run.books.charges.size,
    },
    problems: all,
  };
};

export const part: Part = {
  id: 'a',
  title: 'SIGKILL at every sync and write of a purchase',

  run: async (options) => {
    const skipped = await whyNoStrace();
    if (skipped) return { passed: false, skipped, figures: {}, problems: [] };
    let product = await startProduct();
    try {
      const [shop, admin] = [await openShop(product), await adminOf(product)];
      const run: Run = { product, shop, admin, books: new Books(product.dataDir), told: nothingTold(), cutOff: 0 };
      return await runOn(run, options).finally(() => (product = run.product));
    } finally {
      await product.kill();
      product.forget();
    }
  },
};
