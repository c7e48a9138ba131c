import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { get, publish, signUpBrand, signUpCreator, upload } from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { drawPicture } from '../support/picture.ts';
import { heldBytes, inspectable } from '../support/process/held-memory.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';
import { until } from '../support/until.ts';
import { Books } from './books.ts';
import { nothingTold, startBuyers } from './buyers.ts';
import type { Mode, Part, PartOptions, PartResult } from './part.ts';
import { Proxy } from './proxy.ts';
import { adminOf, untilSettled } from './settled.ts';
import { Watcher } from './watcher.ts';

interface Scale {
  readonly sockets: number;
  readonly cuts: number;
  /** Sales before anything goes wrong: the caches of the stores fill with the log. */
  readonly warmUpSales: number;
  readonly stallMs: number;
  /** Allowed growth in memory between before the stall and after it, garbage collected. */
  readonly growthMaxMib: number;
}

/** A short run ends while the caches are still filling. */
const scales: Readonly<Record<Mode, Scale>> = {
  short: { sockets: 60, cuts: 60, warmUpSales: 300, stallMs: 6_000, growthMaxMib: 24 },
  default: { sockets: 200, cuts: 200, warmUpSales: 10_000, stallMs: 70_000, growthMaxMib: 24 },
  full: { sockets: 200, cuts: 1_000, warmUpSales: 20_000, stallMs: 300_000, growthMaxMib: 24 },
};
const creatorsCount = 20;
const stalledShare = 5;
/** After a stalled client's connection is open: by then it is watching. */
const stallAfterMs = 500;
const sampleEveryMs = 500;
const warmUpTimeoutMs = 600_000;
const settleTimeoutMs = 60_000;

interface Seller extends Account {
  readonly itemId: string;
}

const openShops = async ({ url }: Product): Promise<Seller[]> => {
  const picture = new Uint8Array(await drawPicture(1, 800, 600));
  const sellers: Seller[] = [];
  for (let index = 0; index < creatorsCount; index += 1) {
    const creator = await signUpCreator(url, `Creator ${index}`);
    const uploadId = await upload(url, creator.token, picture);
    const { id: itemId } = await publish(url, creator.token, uploadId, { title: `Harbour ${index}` });
    sellers.push({ ...creator, itemId });
  }
  return sellers;
};

const bytesInMib = 1_048_576;

/** Polls the product for its number of live connections until stopped. */
const watchConnections = ({ url }: Product) => {
  let most = 0;
  const sample = async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    most = Math.max(most, Number(/^tessera_live_sockets (\S+)/m.exec(metrics)?.[1]));
  };
  const timer = setInterval(() => void sample().catch(() => undefined), sampleEveryMs);
  return { most: () => most, stop: () => clearInterval(timer) };
};

const heldMib = async (product: Product) => Math.round((await heldBytes(product)) / bytesInMib);

const cutAll = async (proxy: Proxy, cuts: number, overMs: number) => {
  let made = 0;
  for (let cut = 0; cut < cuts; cut += 1) {
    if (proxy.cutOne()) made += 1;
    await delay(overMs / cuts);
  }
  return made;
};

interface Dashboard {
  readonly value: { readonly total_licenses: number };
  readonly position: number;
}

/** What the server finally shows, and how the watchers, given in the sellers' turn, differ from it. */
const compareWithServer = async ({ url }: Product, sellers: readonly Seller[], watchers: readonly Watcher[]) => {
  const shown = await Promise.all(
    sellers.map(({ token }) => get<Dashboard>(`${url}/api/dashboards/creator`, { token })),
  );
  const truthOf = (index: number) => shown[index % sellers.length];
  const behind = () => watchers.filter(({ position }, index) => position !== truthOf(index)?.position);
  const allThere = async () => behind().length === 0;
  await until('every watcher has the last position', allThere, settleTimeoutMs).catch(() => undefined);
  return {
    missed: behind().length,
    wrong: watchers.filter(({ value }, index) => !isDeepStrictEqual(value, truthOf(index)?.value)).length,
    stepsBack: watchers.flatMap(({ stepsBack }) => stepsBack),
    sold: shown.reduce((sum, { value }) => sum + value.total_licenses, 0),
  };
};

/** Sellers, buyers who don't pause, and watchers, some of which connect through the proxy that will stall. */
const openStage = async (product: Product, sockets: number) => {
  const sellers = await openShops(product);
  const brand = await signUpBrand(product.url);
  const [steady, stalling] = [await Proxy.before(product.port), await Proxy.before(product.port)];
  const watchers = Array.from({ length: sockets }, (_unused, index) => {
    const { token, id } = sellers[index % sellers.length] as Seller;
    return new Watcher((index % stalledShare === 0 ? stalling : steady).url, token, 'creator-dashboard', id);
  });
  const told = nothingTold();
  const buyers = sellers.map(({ itemId }) =>
    startBuyers({ url: product.url, shop: { brand, itemId }, count: 1, told }),
  );
  const connections = watchConnections(product);
  const close = async () => {
    connections.stop();
    for (const watcher of watchers) watcher.close();
    await Promise.allSettled(buyers.map((each) => each.stop()));
    await Promise.all([steady.close(), stalling.close()]);
  };
  return { steady, stalling, sellers, watchers, told, buyers, connections, close };
};

const runOn = async (product: Product, { mode, log }: PartOptions): Promise<PartResult> => {
  const { sockets, cuts, warmUpSales, stallMs, growthMaxMib } = scales[mode];
  const stage = await openStage(product, sockets);
  const { steady, stalling, sellers, watchers, told, buyers, connections } = stage;
  try {
    const warmedUp = async () => told.paid.size >= warmUpSales;
    await until('the caches are warm', warmedUp, warmUpTimeoutMs);
    const warm = await heldMib(product);
    log(`${sockets} sockets, ${told.paid.size} sales, ${warm} MiB when warm`);

    stalling.stallAll(stallAfterMs);
    const cutsMade = await cutAll(steady, cuts, stallMs);
    const stalled = await heldMib(product);
    stalling.release();

    await Promise.all(buyers.map((each) => each.stop()));
    await untilSettled(product, await adminOf(product), new Books(product.dataDir));
    const { missed, wrong, stepsBack, sold } = await compareWithServer(product, sellers, watchers);
    // A stalled client reconnects before the heartbeat has ended the connection that it left behind.
    const heldMax = sockets + Math.ceil(sockets / stalledShare);
    const held = connections.most();
    const growth = (await heldMib(product)) - warm;
    const problems = [
      ...(missed === 0 ? [] : [`${missed} watchers did not get the last update`]),
      ...(wrong === 0 ? [] : [`${wrong} watchers hold another value than the server`]),
      ...(sold === told.paid.size ? [] : [`the dashboards show ${sold} of ${told.paid.size} sales`]),
      ...(stepsBack.length === 0 ? [] : [`positions went back ${stepsBack.length} times: ${stepsBack[0] ?? ''}`]),
      ...(cutsMade === cuts ? [] : [`only ${cutsMade} of ${cuts} cuts found a connection`]),
      ...(held <= heldMax ? [] : [`${held} connections were held at once; ${heldMax} are allowed`]),
      ...(growth <= growthMaxMib ? [] : [`memory grew by ${growth} MiB; ${growthMaxMib} are allowed`]),
    ];
    return {
      passed: problems.length === 0,
      figures: {
        sockets,
        'of them not read': Math.ceil(sockets / stalledShare),
        'time they were not read (s)': stallMs / 1_000,
        'live connections held at the most': held,
        'connections cut': cutsMade,
        'connections opened in all': watchers.reduce((sum, { connections }) => sum + connections, 0),
        'updates received': watchers.reduce((sum, { messages }) => sum + messages, 0),
        'watchers with another value than the server': wrong,
        'positions that went back': stepsBack.length,
        sales: told.paid.size,
        'memory held before the stall (MiB)': warm,
        'memory held at the end of the stall (MiB)': stalled,
        'growth in all (MiB)': growth,
        'growth allowed (MiB)': growthMaxMib,
      },
      problems,
    };
  } finally {
    await stage.close();
  }
};

export const part: Part = {
  id: 'f',
  title: 'Live sockets that stall and connections that are cut',

  run: async (options) => {
    const product = await startProduct({ env: inspectable });
    try {
      return await runOn(product, options);
    } finally {
      await product.stop();
      product.forget();
    }
  },
};
