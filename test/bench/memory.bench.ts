import { setTimeout as delay } from 'node:timers/promises';
import { give } from '../fixtures/media/hostile-market.ts';
import { photo } from '../fixtures/media/pictures.ts';
import { checkout, pay, publish, signIn, signUpBrand, signUpCreator, upload } from '../support/worlds/client.ts';
import { connect, watch } from '../support/live.ts';
import { drawPicture } from '../support/picture.ts';
import { watchMemory } from '../support/process/process-memory.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';

export interface MemoryWork {
  readonly pictures: number;
  /** Before the first figure, and after the last picture. */
  readonly restMs: number;
  readonly minutesOfSales: number;
  /** Receives one line a minute. */
  readonly log: (line: string) => void;
}

const salesPerSecond = 10;
/**
 * So many that no brand buys more per minute than a busy agency might, but not more sign-ups than one address is
 * allowed.
 */
const brandsMax = 40;
const creatorsCount = 10;
/** If the machine is too slow for the rate, no more than this many sales wait. */
const underWayMax = 50;
const sampleEveryMs = 1_000;
/** An access token is valid for 15 minutes. */
const signInEveryMs = 10 * 60_000;
const msPerMinute = 60_000;

/** In MB per minute: the slope of the best-fitting line through evenly spaced samples. */
const risePerMinute = (samples: readonly number[]) => {
  const middle = (samples.length - 1) / 2;
  const mean = samples.reduce((sum, each) => sum + each, 0) / samples.length;
  let together = 0;
  let apart = 0;
  for (const [place, sample] of samples.entries()) {
    together += (place - middle) * (sample - mean);
    apart += (place - middle) ** 2;
  }
  return apart === 0 ? 0 : (together / apart) * (msPerMinute / sampleEveryMs);
};

const preparePictures = async ({ url }: Product, pictures: number) => {
  const { token } = await signUpCreator(url);
  const bytes = await photo(2_400, 1_600);
  const file = { what: 'a photo', filename: 'a.jpg', filetype: 'image/jpeg', expected: 'image' } as const;
  for (let number = 0; number < pictures; number += 1) {
    const { status } = await give(url, token, { ...file, make: () => bytes });
    if (status !== 200) throw new Error(`A photo was answered with ${status}`);
  }
};

/** Creators with one item each, who keep their dashboards open, and brands. */
const openMarket = async ({ url }: Product, minutes: number) => {
  const picture = new Uint8Array(await drawPicture(1, 800, 600));
  const creators = await Promise.all(
    Array.from({ length: creatorsCount }, async (_unused, number) => {
      const account = await signUpCreator(url, `Creator ${number}`);
      const item = await publish(url, account.token, await upload(url, account.token, picture), {
        title: `Harbor ${number}`,
      });
      return { item: item.id, account };
    }),
  );
  const openDashboards = async () => {
    const sockets: Awaited<ReturnType<typeof connect>>[] = [];
    for (const { account } of creators) {
      const { token, id } = await signIn(url, account);
      const socket = await connect(url, token);
      await watch(socket, 'creator-dashboard', id);
      sockets.push(socket);
    }
    return sockets;
  };
  let dashboards = openDashboards();
  const closeDashboards = async () => (await dashboards).forEach((socket) => socket.close());
  /** A socket ends when the token that opened it expires. */
  const reopening = setInterval(() => {
    const closed = closeDashboards();
    dashboards = closed.then(openDashboards);
  }, signInEveryMs);
  await dashboards;
  const length = Math.min(brandsMax, Math.ceil(minutes * salesPerSecond));
  const brands = await Promise.all(Array.from({ length }, () => signUpBrand(url)));
  const close = async () => {
    clearInterval(reopening);
    await closeDashboards();
  };
  return { creators, brands, close };
};
type Market = Awaited<ReturnType<typeof openMarket>>;

/** Sells ten licenses a second, or as many as the machine can, for the given number of minutes; returns how many. */
const sellFor = async ({ url }: Product, { creators, brands }: Market, minutes: number) => {
  let begun = 0;
  let sold = 0;
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  // One after another, as real people would: hashing forty passwords simultaneously takes 60 MB for a second.
  const signedIn = brands.map((brand, number) => ({
    brand,
    token: Promise.resolve(brand.token),
    sinceMs: performance.now() - (number / brands.length) * signInEveryMs,
  }));
  /** Signs in again before the token expires. */
  const tokenOf = (number: number) => {
    const one = signedIn[number % signedIn.length]!;
    if (performance.now() - one.sinceMs > signInEveryMs) {
      one.sinceMs = performance.now();
      one.token = signIn(url, one.brand).then(({ token }) => token);
    }
    return one.token;
  };
  const sell = async (number: number) => {
    const token = await tokenOf(number);
    const { order_id } = await checkout(url, token, [{ id: creators[number % creatorsCount]?.item ?? '' }]);
    await pay(url, token, order_id);
    sold += 1;
  };
  const since = performance.now();
  for (let passedMs = 0; passedMs < minutes * msPerMinute; passedMs = performance.now() - since) {
    while (begun < (passedMs / 1_000) * salesPerSecond && underWay.size < underWayMax) {
      const sale: Promise<void> = sell((begun += 1))
        .catch((error: unknown) => void failures.push(error))
        .finally(() => underWay.delete(sale));
      underWay.add(sale);
    }
    if (failures.length > 0) throw failures[0];
    await delay(1_000 / salesPerSecond);
  }
  await Promise.all(underWay);
  return { sold, perSecond: sold / ((performance.now() - since) / 1_000) };
};

/**
 * The memory of one service in MB: idle; a minute after 50 pictures were prepared; the peak including the process that
 * decodes them; then, while ten licenses a second are sold and each is pushed to its creator's open dashboard, the peak
 * and the final value, and the rise per minute in the second half.
 */
export const memoryOfWork = async ({ pictures, restMs, minutesOfSales, log }: MemoryWork) => {
  const product = await startProduct({ env: { PICTURES_AT_ONCE: '1' } });
  const memory = watchMemory(product.pid);
  const samples: number[] = [];
  let sampler: NodeJS.Timeout | undefined;
  try {
    await delay(restMs);
    const idle = memory.serviceNow();
    log(`${idle} MB idle`);
    await preparePictures(product, pictures);
    await delay(restMs);
    const afterPictures = memory.serviceNow();
    const peak = memory.peak();
    log(`${afterPictures} MB after ${pictures} pictures`);
    const market = await openMarket(product, minutesOfSales);
    sampler = setInterval(() => {
      samples.push(memory.serviceNow());
      if (samples.length % (msPerMinute / sampleEveryMs) === 0) log(`${samples.at(-1)} MB during sales`);
    }, sampleEveryMs);
    const { sold, perSecond } = await sellFor(product, market, minutesOfSales);
    await market.close();
    return {
      idle,
      afterPictures,
      peak,
      sold,
      perSecond,
      most: Math.max(...samples),
      end: memory.serviceNow(),
      risePerMinute: risePerMinute(samples.slice(Math.floor(samples.length / 2))),
    };
  } finally {
    clearInterval(sampler);
    memory.end();
    await product.stop();
    product.forget();
  }
};
