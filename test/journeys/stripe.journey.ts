import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';
import { openShop } from '../support/worlds/shop.ts';
import type { Shop } from '../support/worlds/shop.ts';
import { arriveSignedIn } from '../support/browser/sign-in.ts';
import { startStripeDouble } from '../support/doubles/stripe-double.ts';
import type { StripeDouble } from '../support/doubles/stripe-double.ts';
import { examine, visit } from '../support/browser/visit.ts';
import { pointAt } from '../support/browser/wall.ts';

let stripe: StripeDouble;
let product: Product;
let shop: Shop;
let page: Page;
const troubles: string[] = [];
const stripePage = /^https:\/\/checkout[.]stripe[.]com\//;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  stripe = await startStripeDouble();
  product = await startProduct({
    env: {
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_key',
      STRIPE_WEBHOOK_SECRET: 'whsec_secret',
      STRIPE_API_HOST: stripe.url,
    },
  });
  shop = await openShop(product);
  page = await visit(browser, product.url, troubles);
  await page.route(stripePage, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Stripe</title><h1>Pay here</h1>' }),
  );
  await arriveSignedIn(page, shop.brand.email);
});

test.afterAll(async () => {
  await page.context().close();
  await product.stop();
  product.forget();
  await stripe.close();
});

const unpaid = () => page.getByRole('status').filter({ hasText: 'You haven’t paid yet' });
const harbour = 'Harbour at dawn';

test('a buyer who goes back from the payment page is told that nothing is paid, and finds the same page again', async () => {
  await page.goto('/brand/marketplace');
  await (await pointAt(page, harbour)).getByRole('button', { name: 'Add to Cart' }).click();
  await page.goto('/brand/cart');
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await expect(page).toHaveURL(stripePage);
  const address = page.url();
  await page.goBack();
  await expect(unpaid()).toBeVisible();
  await expect(page.getByText(/bank is confirming|is being confirmed/)).toHaveCount(0);
  await examine(page);
  await page.getByRole('button', { name: `One more of ${harbour}` }).click();
  await unpaid().getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page, 'whatever the cart holds by now').toHaveURL(address);
});

test('the order’s page says so too, and the payment can be canceled there with the keyboard', async () => {
  const order = stripe.created.at(-1)?.get('metadata[tessera_payment]')?.split(':')[0] ?? '';
  await page.goto(`/brand/checkout?order=${order}`);
  await expect(unpaid()).toBeVisible();
  await examine(page);
  await unpaid().getByRole('button', { name: 'Cancel payment' }).press('Enter');
  const words = 'The payment was canceled. Nothing was charged, and your cart is unchanged.';
  await expect(page.locator(':focus')).toHaveText(words);
  expect(stripe.sessionOf(`${order}:1`)).toMatchObject({ status: 'expired' });
  await examine(page);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page).toHaveURL(stripePage);
  expect(page.url()).toBe(stripe.sessionOf(`${order}:2`).url);
});

test('a payment that is with the bank is shown as waiting for the bank, not as unpaid', async () => {
  const order = stripe.created.at(-1)?.get('metadata[tessera_payment]')?.split(':')[0] ?? '';
  stripe.payThroughBank(stripe.sessionOf(`${order}:2`).id);
  await page.goto(`/brand/checkout?order=${order}`);
  await expect(page.getByText('Your bank is confirming…')).toBeVisible();
  await expect(unpaid()).toBeHidden();
  await page.goto('/brand/cart');
  await expect(page.getByText('A payment for this cart is being confirmed')).toBeVisible();
});

test('no page of the journey raised an error', () => {
  expect(troubles).toEqual([]);
});
