import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openWorld } from '../support/worlds/access-world.ts';
import type { World } from '../support/worlds/access-world.ts';
import { caller } from '../support/worlds/call.ts';
import { signUpBrand } from '../support/worlds/client.ts';
import { watchMemory } from '../support/process/process-memory.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';
import { openShop } from '../support/worlds/shop.ts';
import { Books } from './books.ts';
import { nothingTold, startBuyers } from './buyers.ts';
import { forgeAddresses, spreadBehindProxy } from './guesses.ts';
import type { Mode, Part, PartOptions, PartResult } from './part.ts';
import { watchReadiness } from './readiness.ts';
import { adminOf, untilSettled } from './settled.ts';
import { Siege } from './siege.ts';
import { askForOthers, possessions, sendHostile, watchOthers } from './strangers.ts';

interface Scale {
  /** The maximum number of requests for other people's things, evenly spread over all possible ones. */
  readonly foreignRequests: number;
  readonly foreignWatches: number;
  readonly hostileRequests: number;
  /** Guesses at people's passwords, each claiming an address of its own. */
  readonly sprayed: number;
}

const everything = { foreignRequests: Infinity, foreignWatches: 600, hostileRequests: 6_000, sprayed: 150 };
const scales: Readonly<Record<Mode, Scale>> = {
  short: { foreignRequests: 60, foreignWatches: 30, hostileRequests: 150, sprayed: 0 },
  default: { ...everything, foreignWatches: 130, hostileRequests: 1_500 },
  full: everything,
};
const shoppersCount = 6;
/** The service and its decoding processes: what a small node has. */
const memoryMaxMegabytes = 1_024;
const stopMaxMs = 10_000;

const secretsOf = ({ dataDir }: Product) =>
  ['jwt_secret', 'master_key'].map((name) => readFileSync(join(dataDir, 'secrets', name), 'utf8').trim());

/** The IPv4 address, so that all attackers belong to one network. */
const addressOf = ({ port }: Product) => `http://127.0.0.1:${port}`;

/** Six brands with one buyer each. */
const startShoppers = async (product: Product, isGoodbye: () => boolean) => {
  const told = nothingTold();
  const { itemId } = await openShop(product);
  const brands = await Promise.all(Array.from({ length: shoppersCount }, () => signUpBrand(product.url)));
  const shoppers = brands.map((brand) =>
    startBuyers({
      url: product.url,
      shop: { brand, itemId },
      count: 1,
      told,
      isGoodbye: ({ status }) => status === 503 && isGoodbye(),
    }),
  );
  return { told, ended: () => Promise.all(shoppers.map(({ ended }) => ended)) };
};

/** All attacks, one after another; the other people's data is compared before and after the attacks on it. */
const attack = async (world: World, siege: Siege, scale: Scale, { dataDir }: Product) => {
  const before = await possessions(world);
  const sockets = await watchOthers(world, siege, scale.foreignWatches);
  await askForOthers(world, siege, scale.foreignRequests);
  const after = await possessions(world);
  for (const [what, text] of before) {
    if (after.get(what) !== text) siege.leak(`${what} is another after strangers had asked`);
  }
  await sendHostile(world, siege, scale.hostileRequests, dataDir);
  await forgeAddresses(world.send, siege, scale.sprayed);
  for (const socket of sockets) socket.close();
};

const besiege = async (first: Product, { mode, log }: PartOptions): Promise<PartResult> => {
  const siege = new Siege();
  let product = first;
  let isStopping = false;
  const [url, adminPassword] = [addressOf(product), product.adminPassword()];
  const world = await openWorld({ url, adminPassword, secrets: secretsOf(product) });
  const shoppers = await startShoppers(product, () => isStopping);
  const readiness = watchReadiness(product.url);
  const memory = watchMemory(product.pid);
  try {
    await attack(world, siege, scales[mode], product);
    const { asked, notReady, slowestMs } = await readiness.stop();
    const boughtBeside = shoppers.told.paid.size;
    const [servicePeak, peak] = [memory.servicePeak(), memory.peak()];
    log(`${boughtBeside} purchases beside the attacks; now SIGTERM`);

    isStopping = true;
    const stoppedAt = performance.now();
    await product.stop();
    const stopMs = Math.round(performance.now() - stoppedAt);
    await shoppers.ended();
    product = await startProduct({ again: product, env: { TRUST_PROXY: '127.0.0.1' } });
    const books = new Books(product.dataDir);
    const parked = await untilSettled(product, await adminOf(product), books);
    const lost = books.problems(shoppers.told);
    const { send, close } = caller(url);
    await spreadBehindProxy(send, siege);
    close();

    const problems = [
      ...siege.problems,
      ...lost,
      ...(parked === 0 ? [] : [`${parked} events are set aside`]),
      ...(notReady.length === 0 ? [] : [`not ready ${notReady.length} times: ${notReady[0] ?? ''}`]),
      ...(boughtBeside > 0 ? [] : ['nobody could buy']),
      ...(stopMs < stopMaxMs ? [] : [`it took ${stopMs} ms to end`]),
      ...(peak < memoryMaxMegabytes ? [] : [`memory reached ${peak} MB; ${memoryMaxMegabytes} are allowed`]),
    ];
    return {
      passed: problems.length === 0,
      figures: {
        ...Object.fromEntries(siege.counts),
        leaks: siege.leaks,
        'answers 503': siege.unavailable,
        'answers 5xx but 503': siege.otherErrors,
        'times asked whether it is ready': asked,
        'of them not': notReady.length,
        'slowest answer of readiness (ms)': slowestMs,
        'purchases of six shoppers meanwhile': boughtBeside,
        'memory of the service, at its peak (MB)': servicePeak,
        'with the processes that decode (MB)': peak,
        'from SIGTERM to the end, under six shoppers (ms)': stopMs,
        'purchases answered in all': shoppers.told.paid.size,
        'of them lost, or made twice': lost.length,
      },
      problems,
    };
  } finally {
    isStopping = true;
    memory.end();
    world.close();
    await readiness.stop();
    await product.stop();
    await Promise.allSettled([shoppers.ended()]);
  }
};

export const part: Part = {
  id: 'g',
  title: 'hostile strangers while six shoppers buy: nothing leaks, nothing but 503, never down',

  run: async (options) => {
    const product = await startProduct();
    try {
      return await besiege(product, options);
    } finally {
      await product.stop();
      product.forget();
    }
  },
};
