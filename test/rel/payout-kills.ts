import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { seedOf } from '../support/sample.ts';
import { drawPicture } from '../support/picture.ts';
import { get, post, publish, signIn, signUpBrand, signUpCreator, upload } from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { differencesNow } from '../support/worlds/differences.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';
import { until } from '../support/until.ts';
import { Books } from './books.ts';
import { nothingTold, startBuyers } from './buyers.ts';
import { MoneyBooks } from './money-books.ts';
import { startMoneyLoad, stepRun } from './money-load.ts';
import type { Counts, Draw } from './money-load.ts';
import type { Mode, Part, PartOptions, PartResult } from './part.ts';
import { adminOf, untilSettled } from './settled.ts';

const killsOf: Readonly<Record<Mode, number>> = { short: 12, default: 100, full: 500 };
const creatorsCount = 6;
/** In ms from when the product is ready: two rounds of its background work and the time between them. */
const killWithinMs = 2_000;
const progressEveryKills = 25;
const dayMs = 86_400_000;
/** The gateway's list is compared for a year at most, so all kills must fit in it. */
const comparedDays = 366;
const daysMax = 300;
/** A day and a half more than it takes for a sale to become due or for a bank to return a payout. */
const dueDays = 16.5;
const returnedDays = 4.5;
const settleMaxMs = 120_000;
/** 80% of it is $101.01, so a creator's payout for one, two or three sales ends in the cents of the bank's failures. */
const price = 126.26;

const clock = fileURLToPath(new URL('../support/process/moved-clock.mjs', import.meta.url));
const at = (movedMs: number) => ({
  PAYOUTS: 'sandbox',
  NODE_OPTIONS: `--import=${clock}`,
  CLOCK_MOVED_MS: String(Math.round(movedMs)),
});

/** One data folder that lives through all kills. */
interface Shop {
  product: Product;
  movedMs: number;
  admin: string;
  brand: Account;
  readonly creators: readonly Account[];
  readonly items: readonly string[];
  readonly books: Books;
  readonly money: MoneyBooks;
  readonly told: ReturnType<typeof nothingTold>;
  readonly counts: Counts;
}

/** The first creator has referred the others. */
const openMoneyShop = async (): Promise<Shop> => {
  const product = await startProduct({ env: at(0) });
  const { url, dataDir } = product;
  const referrer = await signUpCreator(url, 'Rita Referrer');
  const { code } = await post<{ code: string }>(`${url}/api/referral-codes`, {}, { token: referrer.token });
  const creators = [referrer];
  while (creators.length < creatorsCount) {
    const name = `Creator ${creators.length}`;
    const own = { phone: `+1 555 010 3${creators.length}00`, venmo_name: `creator-${creators.length}` };
    creators.push(await signUpCreator(url, name, { ...own, referral_code: code }));
  }
  const picture = new Uint8Array(await drawPicture(1, 400, 300));
  const items: string[] = [];
  for (const { token } of creators) {
    const uploadId = await upload(url, token, picture);
    items.push((await publish(url, token, uploadId, { title: 'Harbour', prices: [25, price, 500] })).id);
  }
  return {
    product,
    movedMs: 0,
    admin: await adminOf(product),
    brand: await signUpBrand(url),
    creators,
    items,
    books: new Books(dataDir),
    money: new MoneyBooks(dataDir),
    told: nothingTold(),
    counts: { runs: 0, refunds: 0, disputes: 0, decisions: 0, cutOff: 0 },
  };
};

/** Starts on the same data, `days` later; everyone signs in again, because their sessions have expired by then. */
const startAgain = async (shop: Shop, days: number) => {
  await shop.product.kill();
  shop.movedMs += days * dayMs;
  shop.product = await startProduct({ again: shop.product, env: at(shop.movedMs) });
  shop.admin = await adminOf(shop.product);
  shop.brand = await signIn(shop.product.url, shop.brand);
};

const drawOf = (name: string): Draw => {
  let drawn = 0;
  return (limit) => {
    drawn += 1;
    return limit > 0 ? seedOf(`${name}, ${drawn}`) % limit : 0;
  };
};

const killOnce = async (shop: Shop, kill: number) => {
  const { product, admin, brand, items, told, counts } = shop;
  const draw = drawOf(`money of kill ${kill}`);
  const load = startMoneyLoad({
    ...{ product, admin, draw, counts },
    bought: () => [...told.paid.values()].flat(),
  });
  const buyers = items.map((itemId) => startBuyers({ url: product.url, shop: { brand, itemId }, count: 1, told }));
  const moment = delay(seedOf(`moment of kill ${kill}`) % killWithinMs);
  await Promise.race([moment, load.ended, ...buyers.map(({ ended }) => ended)]);
  load.isOver();
  await product.kill();
  await Promise.all([load.ended, ...buyers.map((each) => each.stop())]);
  for (const each of buyers) counts.cutOff += each.cutOff();
};

/** Waits until both sides have finished everything that was started. */
const untilMoneySettled = async (shop: Shop): Promise<number> => {
  let left: readonly string[] = [];
  await until(
    'all money has come to its end',
    async () => {
      shop.money.read();
      left = shop.money.unsettled();
      return left.length === 0;
    },
    settleMaxMs,
  ).catch((error: unknown) => {
    throw new Error(left.join('\n'), { cause: error });
  });
  return untilSettled(shop.product, shop.admin, shop.books);
};

/** Pays what is due by now, until a run is closed. */
const payAll = async (shop: Shop) => {
  const load = { product: shop.product, admin: shop.admin, counts: shop.counts, draw: () => 1 };
  // A run that was already open is finished first.
  for (let closed = 0; closed < 2;) if ((await stepRun(load)) === 'closed') closed += 1;
};

interface Balance {
  readonly day: string;
  readonly pending_cents: number;
  readonly available_cents: number;
  readonly held_cents: number;
  readonly in_transit_cents: number;
  readonly paid_cents: number;
  readonly earned_cents: number;
  readonly reversed_cents: number;
}

/** What each creator reads, compared with the postings. */
const balanceProblems = async ({ product, creators, money }: Shop): Promise<readonly string[]> => {
  const problems: string[] = [];
  for (const creator of creators) {
    const { token } = await signIn(product.url, creator);
    const read = await get<Balance>(`${product.url}/api/earnings/balance`, { token });
    const due = money.standingOf(creator.id, read.day);
    const five = [read.pending_cents, read.available_cents, read.held_cents, read.in_transit_cents, read.paid_cents];
    const all = five.reduce((sum, cents) => sum + cents, 0);
    if (all !== read.earned_cents - read.reversed_cents) problems.push(`${creator.name}: the five add up to ${all}`);
    const shown = [read.pending_cents, read.available_cents + read.held_cents, read.in_transit_cents];
    if (String(shown) !== String([due.pending, due.available + due.reserve, 0]))
      problems.push(`${creator.name} reads ${shown.join(', ')} where the log has ${JSON.stringify(due)}`);
  }
  return problems;
};

const finalProblems = async (shop: Shop): Promise<readonly string[]> => {
  await startAgain(shop, dueDays);
  await payAll(shop);
  await startAgain(shop, returnedDays);
  await until(
    'what banks returned is known',
    async () => {
      shop.money.read();
      return (await shop.money.problems(Date.now() + shop.movedMs)).every((problem) => !problem.includes('Returned'));
    },
    settleMaxMs,
  );
  const parked = await untilMoneySettled(shop);
  const differences = await differencesNow(shop.product.url, shop.admin, comparedDays);
  shop.money.read();
  return [
    ...shop.books.problems(shop.told),
    ...(await shop.money.problems(Date.now() + shop.movedMs)),
    ...differences,
    ...(parked === 0 ? [] : [`${parked} events are parked`]),
    ...(await balanceProblems(shop)),
  ];
};

const figuresOf = ({ counts, told, money }: Shop, kills: number) => {
  const ends = (type: string) => [...money.payouts.values()].filter((steps) => steps.at(-1) === type).length;
  const refunds = [...money.refunds.values()];
  return {
    'kills placed': kills,
    'purchases answered': told.paid.size,
    'payout runs begun': counts.runs,
    'payouts prepared': money.payouts.size,
    '  paid': ends('PayoutPaid'),
    '  failed': ends('PayoutFailed'),
    '  canceled': ends('PayoutCanceled'),
    '  returned': ends('PayoutReturned'),
    'refunds made': refunds.filter((steps) => steps.length === 2 && steps[1] !== 'RefundFailed').length,
    '  failed at the gateway': refunds.filter((steps) => steps[1] === 'RefundFailed').length,
    disputes: money.disputes.size,
    'decisions of banks': counts.decisions,
    'calls cut off': counts.cutOff,
  };
};

const runOn = async (shop: Shop, { mode, log }: PartOptions): Promise<PartResult> => {
  const kills = killsOf[mode];
  const days = Math.min(6, daysMax / kills);
  for (let kill = 1; kill <= kills; kill += 1) {
    await killOnce(shop, kill);
    shop.money.read();
    if (shop.money.broken.length > 0)
      return { passed: false, figures: figuresOf(shop, kill), problems: shop.money.broken };
    if (kill % progressEveryKills === 0)
      log(`${kill} of ${kills} kills, ${shop.told.paid.size} purchases, ${shop.money.payouts.size} payouts`);
    await startAgain(shop, days);
  }
  const problems = await finalProblems(shop);
  return { passed: problems.length === 0, figures: figuresOf(shop, kills), problems };
};

export const part: Part = {
  id: 'j',
  title: 'SIGKILL at any moment of payouts, refunds and disputes',

  run: async (options) => {
    const shop = await openMoneyShop();
    try {
      return await runOn(shop, options);
    } finally {
      await shop.product.kill();
      shop.product.forget();
    }
  },
};
