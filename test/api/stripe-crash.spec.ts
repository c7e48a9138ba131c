import { randomUUID } from 'node:crypto';
import { checkout, get } from '../support/worlds/client.ts';
import { startProduct } from '../support/worlds/product.ts';
import { openShop } from '../support/worlds/shop.ts';
import { startStripeDouble } from '../support/doubles/stripe-double.ts';
import { until } from '../support/until.ts';

it('a crash after Stripe created a payment page but before its answer leaves one page, which is found again', async () => {
  const stripe = await startStripeDouble();
  const env = {
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_key',
    STRIPE_WEBHOOK_SECRET: 'whsec_secret',
    STRIPE_API_HOST: stripe.url,
  };
  const first = await startProduct({ env });
  const { brand, itemId } = await openShop(first);
  const key = randomUUID();
  stripe.setMode('loses answers');
  const answer = checkout(first.url, brand.token, [{ id: itemId }], key).then(
    () => 'answered',
    () => 'lost',
  );
  await until('Stripe made a page', () => Promise.resolve(stripe.created.length > 0));
  await first.kill();
  expect(await answer).toBe('lost');
  stripe.setMode('up');

  const second = await startProduct({ again: first, env });
  const { order_id, checkoutUrl } = await checkout(second.url, brand.token, [{ id: itemId }], key);
  expect(stripe.created).toHaveLength(1);
  expect(checkoutUrl).toBe(stripe.sessionOf(`${order_id}:1`).url);
  expect(await get(`${second.url}/api/orders/${order_id}`, { token: brand.token })).toMatchObject({ status: 'paying' });
  await second.stop();
  second.forget();
  await stripe.close();
}, 60_000);
