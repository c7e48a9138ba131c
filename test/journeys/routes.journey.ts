import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { get } from '../support/worlds/client.ts';
import { isLeftToOther } from '../support/sample.ts';
import { openShop } from '../support/worlds/shop.ts';
import { productForFile, test } from '../support/browser/journey.ts';
import { arriveSignedIn, fillInAdminSignIn } from '../support/browser/sign-in.ts';

const product = productForFile();

test.skip(!isLeftToOther('the landing page', 2), 'Not drawn: the other of two long journeys is.');

/** There is no payout P1. */
test.use({ expectedErrors: [/status of 404 .*payouts\/P1/] });

const shows = (page: Page, heading: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();

const openToAll = [
  ['/', /pictures/i],
  ['/auth', /tessera/i],
  ['/auth/forgot-password', /password/i],
  ['/forgot-password', /password/i],
  ['/auth/reset-password', /new password/i],
  ['/reset-password', /new password/i],
  ['/marketplace', 'Content Marketplace'],
  ['/privacy-policy', /privacy policy/i],
  ['/terms-of-service', /terms of service/i],
  ['/creator/initial-upload', /./],
] as const;

const ofCreators = [
  ['/creator', /Carla|Welcome|Good/],
  ['/creator/dashboard', /dashboard/i],
  ['/creator/upload', /upload/i],
  ['/creator/batch-upload', /batch/i],
  ['/creator/edit/{item}', /edit/i],
  ['/creator/referrals', /referrals/i],
  ['/creator/payouts', 'Payouts'],
  ['/creator/payouts/P1', 'Payout not found'],
  ['/creator/payouts/statement', 'Statements'],
] as const;

const ofBrands = [
  ['/brand', 'Content Marketplace'],
  ['/brand/dashboard', 'Acme'],
  ['/brand/marketplace', 'Content Marketplace'],
  ['/brand/cart', /cart/i],
  ['/brand/checkout', /checkout/i],
] as const;

const addressOf = (path: string, itemId: string) => path.replace('{item}', itemId);

test('[ROUTE-01, ROUTE-02, ROUTE-03, ROUTE-04, ROUTE-05, ROUTE-06, ROUTE-07, ROUTE-08, ROUTE-09, ROUTE-23, ROUTE-29] public pages are open to a visitor', async ({
  open,
}) => {
  const page = await open(product.url);
  for (const [path, heading] of openToAll) {
    await page.goto(path);
    await shows(page, heading);
    await expect(page).toHaveURL(`${product.url}${path}`);
  }
});

test('[ROUTE-18, ROUTE-19, ROUTE-20, ROUTE-21, ROUTE-22, ROUTE-24, ROUTE-30] creator pages are shown to a creator', async ({
  open,
}) => {
  const { creator, itemId } = await openShop(product);
  const page = await open(product.url);
  await arriveSignedIn(page, creator.email);
  for (const [path, heading] of ofCreators) {
    await page.goto(addressOf(path, itemId));
    await shows(page, heading);
    await expect(page).toHaveURL(`${product.url}${addressOf(path, itemId)}`);
  }
  for (const [path] of ofBrands) {
    await page.goto(path);
    await expect(page, path).toHaveURL(`${product.url}/creator/dashboard`);
  }
});

test('[ROUTE-13, ROUTE-14, ROUTE-15, ROUTE-16, ROUTE-17, ROUTE-31] brand pages are shown to a brand', async ({
  open,
}) => {
  const { brand, itemId } = await openShop(product);
  const page = await open(product.url);
  await arriveSignedIn(page, brand.email);
  for (const [path, heading] of ofBrands) {
    await page.goto(path);
    await shows(page, heading);
    await expect(page).toHaveURL(`${product.url}${path}`);
  }
  for (const [path] of ofCreators) {
    await page.goto(addressOf(path, itemId));
    await expect(page, path).toHaveURL(`${product.url}/brand/dashboard`);
  }
});

test('[ROUTE-13, ROUTE-14, ROUTE-15, ROUTE-16, ROUTE-17, ROUTE-18, ROUTE-19, ROUTE-20, ROUTE-21, ROUTE-22, ROUTE-24] a visitor is redirected from each of them to /auth', async ({
  open,
}) => {
  const { itemId } = await openShop(product);
  const page = await open(product.url);
  for (const [path] of [...ofCreators, ...ofBrands]) {
    await page.goto(addressOf(path, itemId));
    await expect(page, path).toHaveURL(`${product.url}/auth`);
  }
});

test('[ROUTE-32] the creator’s home greets them by name and shows earnings, this month, rewards, sales and what to do next', async ({
  open,
}) => {
  const { creator } = await openShop(product);
  const page = await open(product.url);
  await arriveSignedIn(page, creator.email);
  await page.goto('/creator');
  await shows(page, new RegExp(creator.name.split(' ')[0] ?? ''));
  for (const text of ['Net earnings', 'Licenses this month', 'Referral rewards', 'What to do next']) {
    await expect(page.getByText(text, { exact: false }).first()).toBeVisible();
  }
  for (const name of [/upload new content/i, /batch/i, /invite other creators/i]) {
    await expect(page.getByRole('main').getByRole('link', { name }).first()).toBeVisible();
  }
});

test('[ROUTE-25, ROUTE-26] /admin shows a login, and the counts once an admin is signed in', async ({ open }) => {
  const page = await open(product.url);
  await page.goto('/admin');
  await shows(page, 'Admin login');
  await fillInAdminSignIn(page, product.adminPassword());
  await expect(page.getByText('Licenses purchased')).toBeVisible();
  const { licenses } = await get<{ licenses: number }>(`${product.url}/api/admin/counts`, {
    token: await page.evaluate(
      () => (JSON.parse(sessionStorage.getItem('adminSession') ?? '{}') as { access_token: string }).access_token,
    ),
  });
  expect(licenses).toBe(0);
});
