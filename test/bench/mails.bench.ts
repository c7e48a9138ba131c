import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { licenses } from '@tessera/domain/licensing/licenses.view';
import { photo } from '../fixtures/media/pictures.ts';
import { drawPicture } from '../support/picture.ts';
import {
  checkout,
  pay,
  post,
  publish,
  signInAdmin,
  signUpBrand,
  signUpCreator,
  upload,
} from '../support/worlds/client.ts';
import { startProduct } from '../support/worlds/product.ts';
import { quantile } from './raw.ts';
import { startSlowMailServer } from './slow-mail-server.ts';

export interface MailsOptions {
  readonly salesPerSecond: number;
  readonly seconds: number;
  /** How long the mail server takes for each email. */
  readonly mailTakesMs: number;
  /** The number of different items, which are sold in turn. */
  readonly items: number;
  /** Whether pictures are uploaded one after another and a view is replayed again and again during the whole run. */
  readonly beside: boolean;
}

const standard: MailsOptions = { salesPerSecond: 50, seconds: 60, mailTakesMs: 100, items: 20, beside: false };

const brandsCount = 20;
/** Counted from the last payment: an email that hasn't left by then counts as never sent. */
const lateMaxMs = 60_000;
const ticksPerSecond = 100;

interface ProcessorTime {
  /** The thread that answers requests. */
  readonly main: number;
  /** The threads of lower priority. */
  readonly behind: number;
  /** All other threads: the writer of the log, the garbage collector, the pool. */
  readonly others: number;
}

/** Processor time of a process's threads so far, in ms, as Linux reports it. */
const processorTime = (pid: number): ProcessorTime => {
  const time = { main: 0, behind: 0, others: 0 };
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user = 0, system = 0, , , , nice = 0] = fields.slice(11, 17).map(Number);
    const kind = nice > 0 ? 'behind' : Number(thread) === pid ? 'main' : 'others';
    time[kind] += ((user + system) / ticksPerSecond) * 1_000;
  }
  return time;
};

const figuresOf = (values: readonly number[]) => {
  const sorted = values.toSorted((one, other) => one - other);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), max: sorted.at(-1) ?? Number.NaN };
};

/**
 * Sales at a steady rate through the whole product, each a checkout and a payment, and how long after each payment the
 * mail server received the receipt with its agreement.
 */
export const mailsAfterPayments = async (options: Partial<MailsOptions> = {}) => {
  const { salesPerSecond, seconds, mailTakesMs, items: count, beside } = { ...standard, ...options };
  const mail = await startSlowMailServer(mailTakesMs);
  const product = await startProduct({ env: { MAIL_URL: mail.url } });
  const { url } = product;
  const stopping = new AbortController();
  try {
    const creator = await signUpCreator(url);
    const items: string[] = [];
    while (items.length < count) {
      const picture = new Uint8Array(await drawPicture(items.length, 800, 600));
      const { token } = creator;
      items.push((await publish(url, token, await upload(url, token, picture), { title: `Item ${items.length}` })).id);
    }
    const brands = await Promise.all(
      Array.from({ length: brandsCount }, (_unused, number) => signUpBrand(url, `Brand ${number}`)),
    );

    const uploads = { done: 0 };
    const replays = { done: 0 };
    const uploading = async () => {
      const bytes = new Uint8Array(await photo(2_400, 1_600));
      const { token } = await signUpCreator(url, 'Uploading');
      while (!stopping.signal.aborted) {
        await upload(url, token, bytes);
        uploads.done += 1;
      }
    };
    const replaying = async () => {
      const token = await signInAdmin(url, product.adminPassword());
      while (!stopping.signal.aborted) {
        // A replay that is still in progress is refused.
        const begun = await post(`${url}/api/admin/views/${licenses.name}/replay`, undefined, { token }).then(
          () => true,
          () => false,
        );
        if (begun) replays.done += 1;
        await delay(250);
      }
    };
    const others = beside ? [uploading(), uploading(), replaying()] : [];

    const checkouts: number[] = [];
    const payments: number[] = [];
    /** By order: when its payment was answered. */
    const paid = new Map<string, number>();
    const total = salesPerSecond * seconds;
    const before = processorTime(product.pid);
    const startedAt = performance.now();
    const sell = async (number: number) => {
      const { token } = brands[number % brandsCount]!;
      const askedAt = performance.now();
      const { order_id } = await checkout(url, token, [{ id: items[number % count] ?? '' }]);
      const checkedOutAt = performance.now();
      checkouts.push(checkedOutAt - askedAt);
      await pay(url, token, order_id);
      paid.set(order_id, performance.now());
      payments.push(performance.now() - checkedOutAt);
    };
    const sales: Promise<void>[] = [];
    while (sales.length < total) {
      const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1_000) * salesPerSecond));
      while (sales.length < due) sales.push(sell(sales.length));
      await delay(5);
    }
    await Promise.all(sales);
    const tookSeconds = (performance.now() - startedAt) / 1_000;
    const lastPaidAt = performance.now();
    while (mail.taken.size < total && performance.now() - lastPaidAt < lateMaxMs) await delay(50);
    const after = processorTime(product.pid);
    stopping.abort();
    await Promise.allSettled(others);

    const latencies = [...paid].map(([order, at]) => (mail.taken.get(order)?.[0] ?? Infinity) - at);
    return {
      sales_per_second: total / tookSeconds,
      sales: total,
      mails: mail.taken.size,
      repeated: [...mail.taken.values()].filter((times) => times.length > 1).length,
      mail_after_payment_ms: figuresOf(latencies),
      checkout_ms: figuresOf(checkouts),
      payment_ms: figuresOf(payments),
      processor_ms_per_sale: {
        main: (after.main - before.main) / total,
        behind: (after.behind - before.behind) / total,
        others: (after.others - before.others) / total,
      },
      pictures_beside: uploads.done,
      replays_beside: replays.done,
    };
  } finally {
    stopping.abort();
    await product.stop();
    product.forget();
    await mail.close();
  }
};
