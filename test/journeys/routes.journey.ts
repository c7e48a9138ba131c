import { expect, test } from '@playwright/test';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { get } from '../support/worlds/client.ts';
import { isLeftToOther } from '../support/sample.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';
import { openShop } from '../support/worlds/shop.ts';
import type { Shop } from '../support/worlds/shop.ts';
import { arriveSignedIn, fillInAdminSignIn } from '../support/browser/sign-in.ts';

let product: Product;
let shop: Shop;
const pages = new Map<string, Page>();
const contexts: BrowserContext[] = [];

test.describe.configure({ mode: 'serial' });
test.skip(!isLeftToOther('the landing page', 2), 'Not drawn: the other of two long journeys is.');

const open = async (browser: Browser): Promise<Page> => {
  const context = await browser.newContext({ baseURL: product.url, reducedMotion: 'reduce' });
  contexts.push(context);
  return context.newPage();
};

const signedIn = async (browser: Browser, email: string): Promise<Page> => {
  const page = await open(browser);
  await arriveSignedIn(page, email);
  return page;
};

test.beforeAll(async ({ browser }) => {
  product = await startProduct();
  shop = await openShop(product);
  pages.set('visitor', await open(browser));
  pages.set('creator', await signedIn(browser, shop.creator.email));
  pages.set('brand', await signedIn(browser, shop.brand.email));
});

test.afterAll(async () => {
  for (const context of contexts) await context.close();
  await product.stop();
  product.forget();
});

const as = (who: 'visitor' | 'creator' | 'brand'): Page => {
  const page = pages.get(who);
  if (!page) throw new Error(`There is no page for ${who}`);
  return page;
};

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

const addressOf = (path: string) => path.replace('{item}', shop.itemId);

test('[ROUTE-01, ROUTE-02, ROUTE-03, ROUTE-04, ROUTE-05, ROUTE-06, ROUTE-07, ROUTE-08, ROUTE-09, ROUTE-23, ROUTE-29] public pages are open to a visitor', async () => {
  const page = as('visitor');
  for (const [path, heading] of openToAll) {
    await page.goto(path);
    await shows(page, heading);
    await expect(page).toHaveURL(`${product.url}${path}`);
  }
});

test('[ROUTE-18, ROUTE-19, ROUTE-20, ROUTE-21, ROUTE-22, ROUTE-24, ROUTE-30] creator pages are shown to a creator', async () => {
  const page = as('creator');
  for (const [path, heading] of ofCreators) {
    await page.goto(addressOf(path));
    await shows(page, heading);
    await expect(page).toHaveURL(`${product.url}${addressOf(path)}`);
  }
  for (const [path] of ofBrands) {
    await page.goto(path);
    await expect(page, path).toHaveURL(`${product.url}/creator/dashboard`);
  }
});

test('[ROUTE-13, ROUTE-14, ROUTE-15, ROUTE-16, ROUTE-17, ROUTE-31] brand pages are shown to a brand', async () => {
  const page = as('brand');
  for (const [path, heading] of ofBrands) {
    await page.goto(path);
    await shows(page, heading);
    await expect(page).toHaveURL(`${product.url}${path}`);
  }
  for (const [path] of ofCreators) {
    await page.goto(addressOf(path));
    await expect(page, path).toHaveURL(`${product.url}/brand/dashboard`);
  }
});

test('[ROUTE-13, ROUTE-14, ROUTE-15, ROUTE-16, ROUTE-17, ROUTE-18, ROUTE-19, ROUTE-20, ROUTE-21, ROUTE-22, ROUTE-24] a visitor is redirected from each of them to /auth', async () => {
  const page = as('visitor');
  for (const [path] of [...ofCreators, ...ofBrands]) {
    await page.goto(addressOf(path));
    await expect(page, path).toHaveURL(`${product.url}/auth`);
  }
});

test('[ROUTE-32] the creator’s home greets them by name and shows earnings, this month, rewards, sales and what to do next', async () => {
  const page = as('creator');
  await page.goto('/creator');
  await shows(page, new RegExp(shop.creator.name.split(' ')[0] ?? ''));
  for (const text of ['Net earnings', 'Licenses this month', 'Referral rewards', 'What to do next']) {
    await expect(page.getByText(text, { exact: false }).first()).toBeVisible();
  }
  for (const name of [/upload new content/i, /batch/i, /invite other creators/i]) {
    await expect(page.getByRole('main').getByRole('link', { name }).first()).toBeVisible();
  }
});

test('[ROUTE-25, ROUTE-26] /admin shows a login, and the counts once an admin is signed in', async () => {
  const page = as('visitor');
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
