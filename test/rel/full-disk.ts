import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CallFailed, checkout, get, pay, signIn } from '../support/worlds/client.ts';
import type { LicenseAnswer } from '../support/worlds/client.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';
import { openShop } from '../support/worlds/shop.ts';
import type { Shop } from '../support/worlds/shop.ts';
import { until } from '../support/until.ts';
import type { Mode, Part, PartOptions } from './part.ts';

/** How often the disk fills up; each time it then grows by a MiB. */
const fillings: Record<Mode, number> = { short: 1, default: 4, full: 16 };
const firstMib = 1;
const salesMax = 2_000;
const salesWhileFull = 20;
const salesAfterRestart = 5;
const fullMessage = /can’t take this right now\. Nothing was changed/;

const mount = (...args: string[]) => spawnSync('mount', args, { encoding: 'utf8' });

interface Run {
  product: Product;
  readonly shop: Shop;
  /** Order to licenses, for every payment that was answered as paid. */
  readonly paid: Map<string, readonly string[]>;
  /** Orders whose payment was answered as in progress: the charge went through, but its record found no room. */
  readonly paying: Set<string>;
  readonly problems: string[];
  refused: number;
}

/** Sells once. Null if it was sold, else the refusal. */
const sell = async ({ product: { url }, shop, paid, paying }: Run): Promise<CallFailed | null> => {
  try {
    const { order_id } = await checkout(url, shop.brand.token, [{ id: shop.itemId }]);
    const payment = await pay(url, shop.brand.token, order_id);
    if (payment.status === 'paid') paid.set(order_id, payment.license_ids);
    else paying.add(order_id);
    return null;
  } catch (error) {
    if (error instanceof CallFailed) return error;
    throw error;
  }
};

const expectRefusal = (run: Run, refusal: CallFailed | null, when: string) => {
  if (!refusal) return;
  run.refused += 1;
  const { status, body } = refusal;
  const isClear = status === 503 && body.error?.code === 'unavailable' && fullMessage.test(body.error.message);
  if (!isClear) run.problems.push(`${when}: not a clear 503 but ${refusal.message}`);
};

const tried = async (run: Run, what: string, call: () => Promise<unknown>) => {
  try {
    await call();
  } catch (error) {
    run.problems.push(`${what}: ${(error as Error).message}`);
  }
};

const allLicenses = async ({ product: { url }, shop }: Run): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>();
  for (let cursor: string | null = ''; cursor !== null;) {
    const after: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
    const page: LicenseAnswer = await get(`${url}/api/licenses?limit=500${after}`, shop.brand);
    for (const { id, order_id } of page.items) found.set(id, order_id);
    cursor = page.next_cursor;
  }
  return found;
};

const expectAllKept = (run: Run, when: string) =>
  tried(run, when, async () => {
    const owned = await allLicenses(run);
    const lost = [...run.paid].filter(([order, ids]) => ids.some((id) => owned.get(id) !== order));
    if (lost.length > 0) throw new Error(`${lost.length} answered purchases are gone, first order ${lost[0]?.[0]}`);
  });

const expectAlive = async (run: Run) => {
  const { url } = run.product;
  await tried(run, 'full disk: live', () => get(`${url}/health/live`));
  await tried(run, 'full disk: marketplace', () => get(`${url}/api/marketplace`));
  await tried(run, 'full disk: profile', () => get(`${url}/api/profile`, run.shop.brand));
  await tried(run, 'full disk: sign-in', () => signIn(url, run.shop.brand));
  await expectAllKept(run, 'full disk: reading licenses');
};

/**
 * Sells until the disk is full, checks what is refused and what still works, then enlarges the disk and sells again.
 */
const fill = async (run: Run, disk: string, mib: number) => {
  let refusal: CallFailed | null = null;
  let sales = 0;
  for (; refusal === null && run.paying.size === 0 && sales < salesMax; sales += 1) refusal = await sell(run);
  if (sales === salesMax) throw new Error(`${mib} MiB were not full after ${salesMax} sales`);
  expectRefusal(run, refusal, 'first refusal');
  for (const again of await Promise.all(Array.from({ length: salesWhileFull }, () => sell(run)))) {
    expectRefusal(run, again, 'full disk');
  }
  await expectAlive(run);

  const { pid } = run.product;
  mount('-o', `remount,size=${mib + 1}m`, disk);
  const begun = performance.now();
  await until('sales go on once there is room', async () => (await sell(run)) === null);
  const recoveredMs = performance.now() - begun;
  await until('payments under way are finished', async () => {
    const charged = new Set((await allLicenses(run)).values());
    return [...run.paying].every((order) => charged.has(order));
  });
  run.paying.clear();
  process.kill(pid, 0);
  await expectAllKept(run, 'with room again');
  return { sales, recoveredMs };
};

/** Moves the log to a disk of its own; everything else stays where it is. */
const moveLog = ({ dataDir }: Product, disk: string) => {
  const log = join(dataDir, 'events.db');
  copyFileSync(log, join(disk, 'events.db'));
  rmSync(log);
  symlinkSync(join(disk, 'events.db'), log);
};

const fillUp = async (disk: string, { mode, log }: PartOptions) => {
  let product = await startProduct();
  try {
    const shop = await openShop(product);
    await product.stop();
    moveLog(product, disk);
    product = await startProduct({ again: product });
    const run: Run = { product, shop, paid: new Map(), paying: new Set(), problems: [], refused: 0 };
    let slowestMs = 0;
    let firstSales = 0;
    for (let filling = 0; filling < fillings[mode]; filling += 1) {
      const { sales, recoveredMs } = await fill(run, disk, firstMib + filling);
      log(
        `${firstMib + filling} MiB full after ${sales} sales; sold again ${Math.round(recoveredMs)} ms after it had room`,
      );
      slowestMs = Math.max(slowestMs, recoveredMs);
      firstSales ||= sales;
    }
    await product.stop();
    product = await startProduct({ again: product });
    run.product = product;
    await expectAllKept(run, 'after a restart');
    for (let sale = 0; sale < salesAfterRestart; sale += 1) expectRefusal(run, await sell(run), 'after a restart');
    const figures = {
      fillings: fillings[mode],
      sales_in_first_mib: firstSales,
      purchases_answered: run.paid.size,
      refused_with_503: run.refused,
      slowest_recovery_ms: Math.round(slowestMs),
    };
    return { passed: run.problems.length === 0, figures, problems: run.problems };
  } finally {
    await product.stop();
    product.forget();
  }
};

export const part: Part = {
  id: 'c',
  title: 'a disk that fills up: 503, reads go on, clean recovery',
  async run(options) {
    const directory = mkdtempSync(join(tmpdir(), 'tessera-full-'));
    const disk = join(directory, 'disk');
    mkdirSync(disk);
    try {
      const { status, stderr } = mount('-t', 'tmpfs', '-o', `size=${firstMib}m`, 'tessera', disk);
      if (status !== 0) {
        const skipped = `a small disk can't be mounted here: ${(stderr ?? '').trim() || 'no mount command'}`;
        return { passed: false, skipped, figures: {}, problems: [] };
      }
      try {
        return await fillUp(disk, options);
      } finally {
        spawnSync('umount', [disk]);
      }
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
};
