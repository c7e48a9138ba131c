import { CallFailed, checkout, pay } from '../support/worlds/client.ts';
import { startProduct } from '../support/worlds/product.ts';
import { openShop } from '../support/worlds/shop.ts';
import { Books } from './books.ts';
import type { Mode, Part } from './part.ts';
import { adminOf, untilCaughtUp } from './settled.ts';

const callsOf: Readonly<Record<Mode, number>> = { short: 500, default: 10_000, full: 10_000 };
const callsAtOnce = 50;
const key = 'the-same-key-every-time';

interface Answered {
  /** Each different answer, as JSON, with how often it was received. */
  readonly answers: Map<string, number>;
  /** Calls that were told to wait because the payment was in progress. */
  underWay: number;
  /** How many of those were sent after another call already had its answer. */
  late: number;
}

/** Makes `calls` calls, `callsAtOnce` at a time. */
const repeat = async (calls: number, call: () => Promise<unknown>): Promise<Answered> => {
  const answered: Answered = { answers: new Map(), underWay: 0, late: 0 };
  let left = calls;
  const caller = async () => {
    while ((left -= 1) >= 0) {
      const isLate = answered.answers.size > 0;
      try {
        const answer = JSON.stringify(await call());
        answered.answers.set(answer, (answered.answers.get(answer) ?? 0) + 1);
      } catch (error) {
        if (!(error instanceof CallFailed) || error.body.error?.code !== 'payment_in_progress') throw error;
        answered.underWay += 1;
        if (isLate) answered.late += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: callsAtOnce }, caller));
  return answered;
};

export const part: Part = {
  id: 'b',
  title: `The same checkout and the same payment, ${callsAtOnce} at once`,

  run: async ({ mode, log }) => {
    const calls = callsOf[mode];
    const product = await startProduct();
    try {
      const { brand, itemId } = await openShop(product);
      const checkouts = await repeat(calls, () => checkout(product.url, brand.token, [{ id: itemId }], key));
      log(`${calls} checkouts: ${checkouts.answers.size} different answer`);
      const [first = '{}'] = checkouts.answers.keys();
      const { order_id } = JSON.parse(first) as { order_id: string };
      const payments = await repeat(calls, () => pay(product.url, brand.token, order_id));
      const parked = await untilCaughtUp(product, await adminOf(product));
      const books = new Books(product.dataDir);
      books.read();
      const charges = [...books.charges.values()].reduce((sum, times) => sum + times, 0);
      const paid = [...payments.answers.values()].reduce((sum, times) => sum + times, 0);
      const expect = (what: string, found: number, wanted: number) =>
        found === wanted ? [] : [`${what}: ${found}, not ${wanted}`];
      const problems = [
        ...books.problems({ placed: new Set([order_id]), paid: new Map() }),
        ...expect('different answers to the checkout', checkouts.answers.size, 1),
        ...expect('different answers to the payment', payments.answers.size, 1),
        ...expect('calls told to wait after another had its answer', payments.late, 0),
        ...expect('orders', books.placed.size, 1),
        ...expect('charges', charges, 1),
        ...expect('licenses', books.licensesGranted, 1),
        ...expect('parked events', parked, 0),
      ];
      return {
        passed: problems.length === 0,
        figures: {
          'checkouts with one key': calls,
          'different answers to them': checkouts.answers.size,
          'payments of that order': calls,
          'answered as paid': paid,
          'different answers as paid': payments.answers.size,
          'told that the payment is under way': payments.underWay,
          orders: books.placed.size,
          charges,
          licenses: books.licensesGranted,
        },
        problems,
      };
    } finally {
      await product.stop();
      product.forget();
    }
  },
};
