import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { checkout, signUpBrand } from '../support/worlds/client.ts';
import { startProduct } from '../support/worlds/product.ts';
import { openShop } from '../support/worlds/shop.ts';
import { productForFile, test } from '../support/browser/journey.ts';
import type { Open } from '../support/browser/journey.ts';
import { arriveSignedIn } from '../support/browser/sign-in.ts';
import { startStripeDouble } from '../support/doubles/stripe-double.ts';
import type { StripeDouble } from '../support/doubles/stripe-double.ts';
import { examine } from '../support/browser/visit.ts';
import { pointAt } from '../support/browser/wall.ts';

const stripePage = /^https:\/\/checkout[.]stripe[.]com\//;
const harbour = 'Harbour at dawn';

let stripe: StripeDouble;
let itemId: string;

const product = productForFile(async () => {
  stripe = await startStripeDouble();
  return startProduct({
    env: {
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_key',
      STRIPE_WEBHOOK_SECRET: 'whsec_secret',
      STRIPE_API_HOST: stripe.url,
    },
  });
});

test.beforeAll(async () => {
  ({ itemId } = await openShop(product));
});

test.afterAll(() => stripe.close());

const unpaid = (page: Page) => page.getByRole('status').filter({ hasText: 'You haven’t paid yet' });

const signedInBrand = async (open: Open) => {
  const brand = await signUpBrand(product.url);
  const page = await open(product.url);
  await page.route(stripePage, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Stripe</title><h1>Pay here</h1>' }),
  );
  await arriveSignedIn(page, brand.email);
  return { page, brand };
};

/** Puts the item into the cart and proceeds to Stripe's page; returns the id of the order. */
const proceedToPayment = async (page: Page) => {
  await page.goto('/brand/marketplace');
  await (await pointAt(page, harbour)).getByRole('button', { name: 'Add to Cart' }).click();
  await page.goto('/brand/cart');
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await expect(page).toHaveURL(stripePage);
  return stripe.created.at(-1)?.get('metadata[tessera_payment]')?.split(':')[0] ?? '';
};

test('a buyer who goes back from the payment page is told that nothing is paid, and finds the same page again', async ({
  open,
}) => {
  const { page } = await signedInBrand(open);
  const order = await proceedToPayment(page);
  await page.goBack();
  await expect(unpaid(page)).toBeVisible();
  await expect(page.getByText(/bank is confirming|is being confirmed/)).toHaveCount(0);
  await examine(page);
  await page.getByRole('button', { name: `One more of ${harbour}` }).click();
  await unpaid(page).getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page, 'whatever the cart holds by now').toHaveURL(stripe.sessionOf(`${order}:1`).url ?? '');
});

test('the order’s page says so too, and the payment can be canceled there with the keyboard', async ({ open }) => {
  const { page, brand } = await signedInBrand(open);
  const { order_id: order } = await checkout(product.url, brand.token, [{ id: itemId }]);
  await page.goto(`/brand/checkout?order=${order}`);
  await expect(unpaid(page)).toBeVisible();
  await examine(page);
  await unpaid(page).getByRole('button', { name: 'Cancel payment' }).press('Enter');
  const words = 'The payment was canceled. Nothing was charged, and your cart is unchanged.';
  await expect(page.locator(':focus')).toHaveText(words);
  expect(stripe.sessionOf(`${order}:1`)).toMatchObject({ status: 'expired' });
  await examine(page);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page).toHaveURL(stripePage);
  await expect(page).toHaveURL(stripe.sessionOf(`${order}:2`).url ?? '');
});

test('a payment that is with the bank is shown as waiting for the bank, not as unpaid', async ({ open }) => {
  const { page } = await signedInBrand(open);
  const order = await proceedToPayment(page);
  stripe.payThroughBank(stripe.sessionOf(`${order}:1`).id);
  await page.goto(`/brand/checkout?order=${order}`);
  await expect(page.getByText('Your bank is confirming…')).toBeVisible();
  await expect(unpaid(page)).toBeHidden();
  await page.goto('/brand/cart');
  await expect(page.getByText('A payment for this cart is being confirmed')).toBeVisible();
});
