import { checkout, pay, publish, signUpBrand, signUpCreator, upload } from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { connect, watch } from '../support/live.ts';
import type { UpdateOf } from '../support/live.ts';
import { drawPicture } from '../support/picture.ts';
import { startProduct } from '../support/worlds/product.ts';
import { quantile } from './raw.ts';

interface Sale {
  readonly license_id: string;
  readonly sold_at: string;
}

interface Dashboard {
  readonly sales: readonly Sale[];
}

export interface SalesOptions {
  readonly salesPerSecond: number;
  readonly seconds: number;
  readonly creators: number;
}

const standard: SalesOptions = { salesPerSecond: 200, seconds: 15, creators: 20 };

const now = () => performance.timeOrigin + performance.now();

/**
 * Listens for every sale that an open dashboard shows, and records how long it took from the decision to the dashboard.
 */
const listen = async (url: string, creator: Account, latencies: Map<string, number>) => {
  const socket = await connect(url, creator.token);
  socket.on('view', ({ value }: UpdateOf<Dashboard>) => {
    const at = now();
    for (const { license_id, sold_at } of value.sales) {
      if (!latencies.has(license_id)) latencies.set(license_id, at - Date.parse(sold_at));
    }
  });
  await watch(socket, 'creator-dashboard', creator.id);
  return socket;
};

/**
 * Sale → browser: payments at a steady rate through the whole product (HTTP, decision, durable append, fold, push),
 * each timed from the decision of the license to its arrival at the creator's open dashboard.
 */
export const saleToBrowser = async (options: Partial<SalesOptions> = {}) => {
  const { salesPerSecond, seconds, creators: count } = { ...standard, ...options };
  const product = await startProduct();
  const { url } = product;
  try {
    const brand = await signUpBrand(url);
    const creators = await Promise.all(
      Array.from({ length: count }, (_unused, index) => signUpCreator(url, `Creator ${index}`)),
    );
    const picture = new Uint8Array(await drawPicture(3, 800, 600));
    const items: string[] = [];
    for (const { token } of creators)
      items.push((await publish(url, token, await upload(url, token, picture), { title: 'Harbour' })).id);
    const orders: string[] = [];
    const total = salesPerSecond * seconds;
    while (orders.length < total) {
      const batch = Array.from({ length: 20 }, (_unused, index) => items[(orders.length + index) % items.length] ?? '');
      const placed = await Promise.all(batch.map((id) => checkout(url, brand.token, [{ id }])));
      orders.push(...placed.map(({ order_id }) => order_id));
    }
    const latencies = new Map<string, number>();
    const sockets = await Promise.all(creators.map((creator) => listen(url, creator, latencies)));
    const answers: number[] = [];
    const payments: Promise<void>[] = [];
    const startedAt = performance.now();
    const buy = async (orderId: string) => {
      const sentAt = performance.now();
      await pay(url, brand.token, orderId);
      answers.push(performance.now() - sentAt);
    };
    await new Promise<void>((resolve) => {
      const tick = setInterval(() => {
        const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1_000) * salesPerSecond));
        while (payments.length < due) payments.push(buy(orders[payments.length] ?? ''));
        if (payments.length < total) return;
        clearInterval(tick);
        resolve();
      }, 1);
    });
    await Promise.all(payments);
    const tookSeconds = (performance.now() - startedAt) / 1_000;
    const seen = async () => {
      while (latencies.size < total && performance.now() - startedAt < (seconds + 10) * 1_000)
        await new Promise(setImmediate);
    };
    await seen();
    sockets.forEach((socket) => socket.close());
    const sorted = [...latencies.values()].sort((one, other) => one - other);
    const answered = answers.sort((one, other) => one - other);
    return {
      offered_per_second: salesPerSecond,
      achieved_per_second: total / tookSeconds,
      sales: total,
      seen_live: latencies.size,
      sale_to_browser_ms: {
        p50: quantile(sorted, 0.5),
        p99: quantile(sorted, 0.99),
        max: sorted.at(-1) ?? Number.NaN,
      },
      payment_answer_ms: { p50: quantile(answered, 0.5), p99: quantile(answered, 0.99) },
    };
  } finally {
    await product.stop();
    product.forget();
  }
};
