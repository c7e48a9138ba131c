// `npm run bench -- shape`: how much is sold and mailed per second by one and by two nodes of each kind, on the
// external engines. Everything shares this machine with the buyers, and FerretDB and the double stand in for MongoDB
// and EventStoreDB.
import { setTimeout as delay } from 'node:timers/promises';
import { checkout, pay, signUpBrand } from '../support/worlds/client.ts';
import { nodesMissing, startBalancerFor, startNodes } from '../support/worlds/nodes.ts';
import { openShop } from '../support/worlds/shop.ts';
import { rateOf } from './raw.ts';
import { startSlowMailServer } from './slow-mail-server.ts';

const buyers = 16;
const seconds = 30;
const mailTakesMs = 100;
/** Counted from the last sale. */
const mailsMaxMs = 300_000;

const measure = async (ofEach: number) => {
  const mail = await startSlowMailServer(mailTakesMs);
  const nodes = await startNodes({ MAIL_URL: mail.url }, ofEach);
  const balancer = await startBalancerFor(nodes);
  try {
    const shop = await openShop(nodes);
    const brands = await Promise.all(Array.from({ length: buyers }, () => signUpBrand(nodes.url)));
    const checkouts: number[] = [];
    const payments: number[] = [];
    const paid = new Map<string, number>();
    const begunAt = performance.now();
    const buy = async (token: string) => {
      while (performance.now() - begunAt < seconds * 1_000) {
        const askedAt = performance.now();
        const { order_id } = await checkout(balancer.url, token, [{ id: shop.itemId }]);
        const placedAt = performance.now();
        await pay(balancer.url, token, order_id);
        const paidAt = performance.now();
        checkouts.push(placedAt - askedAt);
        payments.push(paidAt - placedAt);
        paid.set(order_id, paidAt);
      }
    };
    await Promise.all(brands.map(({ token }) => buy(token)));
    const soldForMs = performance.now() - begunAt;
    while (mail.taken.size < paid.size && performance.now() - begunAt < soldForMs + mailsMaxMs) await delay(50);
    const mailedForMs = performance.now() - begunAt;
    const mailedMs = [...paid].map(([order, atMs]) => (mail.taken.get(order)?.[0] ?? Infinity) - atMs);
    return {
      sales: paid.size,
      checkout: rateOf(checkouts, soldForMs),
      payment: rateOf(payments, soldForMs),
      mail: rateOf(mailedMs, mailedForMs),
      twice: [...mail.taken.values()].filter((times) => times.length > 1).length,
    };
  } finally {
    await balancer.close();
    await nodes.stop();
    nodes.forget();
    await mail.close();
  }
};

if (nodesMissing) throw new Error(nodesMissing);
for (const ofEach of [1, 2]) {
  const { sales, checkout: placed, payment, mail, twice } = await measure(ofEach);
  console.log(
    `${ofEach} of each: ${sales} sales, ${placed.perSecond.toFixed(1)}/s; ` +
      `checkout p50 ${placed.p50Ms.toFixed(0)} p99 ${placed.p99Ms.toFixed(0)} ms; ` +
      `payment p50 ${payment.p50Ms.toFixed(0)} p99 ${payment.p99Ms.toFixed(0)} ms; ` +
      `receipts ${mail.perSecond.toFixed(1)}/s, p99 ${(mail.p99Ms / 1_000).toFixed(1)} s after the payment, ${twice} twice`,
  );
}
