import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { checkout, pay, signUpBrand, signUpCreator } from '../support/worlds/client.ts';
import { openShop } from '../support/worlds/shop.ts';
import { sampleOf } from '../support/sample.ts';
import { arriveForToast, productForFile, test } from '../support/browser/journey.ts';
import { examine } from '../support/browser/visit.ts';
import { arriveSignedIn, fillInAdminSignIn, fillInSignIn } from '../support/browser/sign-in.ts';
import { pointAt } from '../support/browser/wall.ts';

const desk = { viewport: { width: 1440, height: 900 } };

const product = productForFile();

/** A creator's item, which a brand has licensed. */
const openSale = async (title: string) => {
  const shop = await openShop(product, { title });
  const { order_id: orderId } = await checkout(product.url, shop.brand.token, [{ id: shop.itemId }]);
  await pay(product.url, shop.brand.token, orderId);
  return shop;
};

const shows = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

test('[GAL-18] a visitor can read and use every public page, which has the same title as for robots', async ({
  open,
}) => {
  await openShop(product, { title: 'Lighthouse' });
  const page = await open(product.url, desk);
  const visit = async (address: string) => {
    const served = await (await page.goto(address))?.text();
    const title = /<title>([^<]*)<\/title>/.exec(served ?? '')?.[1] ?? '';
    await expect(page.locator('.drawn')).toHaveCount(0);
    await expect(page).toHaveTitle(title);
  };
  await visit('/');
  await shows(page, 'How It Works');
  await page.goto('/auth');
  await shows(page, 'Create Creator Account');
  await examine(page);
  await page.getByRole('tab', { name: 'Brand' }).click();
  await shows(page, 'Create Brand Account');
  await examine(page);
  await page.getByRole('tab', { name: 'Sign In' }).click();
  await examine(page);
  await visit('/marketplace');
  await shows(page, 'Lighthouse');
  await examine(page);
  await (await pointAt(page, 'Lighthouse')).getByRole('button', { name: 'View terms' }).click();
  await expect(page.getByRole('dialog')).toContainText('Content License Agreement');
  await examine(page);
  await visit((await page.locator('a[href^="/marketplace/"]').first().getAttribute('href')) ?? '');
  await visit('/help');
  await page.getByText('Which license do I need?').click();
  await shows(page, /any number of campaigns for 180 days/);
  await examine(page);
  for (const address of ['/privacy-policy', '/terms-of-service']) {
    await visit(address);
    await shows(page, /back to home/i);
  }
});

test('[ROUTE-12, ERR-02, ERR-03, ERR-04, ERR-05] an unknown address says so, links home, and can be retried', async ({
  open,
}) => {
  const page = await open(product.url, desk);
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await shows(page, "The page you're looking for doesn't exist or you may not have permission to view it.");
  await examine(page);
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await reloaded;
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL(`${product.url}/`);
});

test('[THEME-01, THEME-03, THEME-04] the chosen theme is kept and marked on the root, even after a reload', async ({
  open,
}) => {
  const page = await open(product.url, desk);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const stored = () => page.evaluate(() => localStorage.getItem('ui-theme'));
  for (const [words, value, other] of [
    ['Dark', 'dark', 'light'],
    ['Light', 'light', 'dark'],
  ] as const) {
    await page.getByRole('button', { name: /theme/i }).click();
    await page.getByRole('menuitemradio', { name: words }).click();
    await expect.poll(stored).toBe(value);
    await page.reload();
    await expect(page.locator('html')).toHaveClass(new RegExp(value));
    await expect(page.locator('html')).not.toHaveClass(new RegExp(other));
  }
  await page.getByRole('button', { name: /theme/i }).click();
  await page.getByRole('menuitemradio', { name: 'System' }).click();
  await expect.poll(stored).toBe('system');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveClass(/dark/);
});

test('[AUTH-02, AUTH-10, AUTH-51, AUTH-52, AUTH-80, AUTH-81] a visitor on a protected page signs in and comes back to it', async ({
  open,
}) => {
  const brand = await signUpBrand(product.url);
  const page = await open(product.url, desk);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/auth/v1/token*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/brand/cart');
  await expect(page).toHaveURL(/\/auth$/);
  await fillInSignIn(page, brand.email);
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
  answer();
  await shows(page, 'Login successful');
  await expect(page).toHaveURL(/\/brand\/cart$/);
  await shows(page, 'Your cart is empty');
});

test('[AUTH-82, AUTH-84] a creator on a brand page is told so and led to their own dashboard', async ({ open }) => {
  const creator = await signUpCreator(product.url);
  const page = await open(product.url, desk);
  await arriveSignedIn(page, creator.email);
  await arriveForToast(page, '/brand/cart');
  await shows(page, 'Wrong account type');
  await shows(page, "You're logged in as a creator, but trying to access brand pages.");
  await expect(page).toHaveURL(/\/creator\/dashboard$/);
});

test('a creator can read and use every creator page', async ({ open }) => {
  const { creator } = await openSale('Harbour at dawn');
  const page = await open(product.url, desk);
  await arriveSignedIn(page, creator.email);
  const pages = [
    ['/creator', 'What to do next'],
    ['/creator/dashboard', 'Latest activity'],
    ['/creator/dashboard?tab=content', 'Harbour at dawn'],
    ['/creator/dashboard?tab=licenses', 'View agreement'],
    ['/creator/upload', 'Drop a photo or video here, or choose a file'],
    ['/creator/payouts', 'Available from (UTC)'],
    ['/creator/payouts/statement', 'Closing balance'],
    ['/creator/payouts/statement?tab=year', 'Paid out'],
    ['/account', 'Delete account'],
  ] as const;
  for (const [address, sign] of sampleOf('pages of a creator', pages, 3)) {
    await page.goto(address);
    await shows(page, sign);
    await examine(page);
  }
});

test('[NAV-26, NAV-27, NAV-28, NAV-29] the sidebar is 240 px wide, 60 px collapsed, and absent on a phone', async ({
  open,
}) => {
  const brand = await signUpBrand(product.url);
  const page = await open(product.url, desk);
  await arriveSignedIn(page, brand.email);
  const sidebar = page.getByRole('complementary', { name: 'Brand Portal' });
  const width = async () => (await sidebar.boundingBox())?.width;
  await expect.poll(width).toBe(240);
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await expect.poll(width).toBe(60);
  await page.getByRole('button', { name: 'Expand sidebar' }).click();
  await expect.poll(width).toBe(240);
  await page.setViewportSize({ width: 767, height: 844 });
  await expect(sidebar).toBeHidden();
});

test('a brand can read and use every brand page', async ({ open }) => {
  const { brand } = await openSale('Old ferry');
  const page = await open(product.url, desk);
  await arriveSignedIn(page, brand.email);
  await shows(page, 'By license type');
  await examine(page);
  await page.getByRole('tab', { name: 'Licenses' }).click();
  await shows(page, 'Licensed Content');
  await examine(page);
  await page.getByRole('button', { name: 'View agreement for Old ferry' }).click();
  await expect(page.getByRole('dialog')).toContainText('Carla Creator');
  await examine(page);
  await page.goto('/account');
  await shows(page, 'Delete account');
  await examine(page);
  await page.goto('/brand/marketplace');
  await (await pointAt(page, 'Old ferry')).getByRole('button', { name: 'Add to Cart' }).click();
  await page.goto('/brand/cart');
  await shows(page, 'Order summary');
  await examine(page);
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await shows(page, 'Cardholder Name');
  await examine(page);
});

test('[FIX-17] an admin can read and use every admin page, also by speaking the visible labels of its controls', async ({
  open,
}) => {
  await openSale('Quay');
  const page = await open(product.url, desk);
  await page.goto('/admin');
  await shows(page, 'Admin login');
  await examine(page);
  await fillInAdminSignIn(page, product.adminPassword());
  const rooms = [
    ['Overview', 'Licenses purchased'],
    ['Money', 'Right now'],
    ['Payouts', 'Next run'],
    ['Referrals', /^Nothing is held/],
    ['Events', /was paid through the sandbox gateway/],
    ['Views', 'creator-dashboard'],
    ['Integrations', 'Missing API Token'],
  ] as const;
  for (const [room, sign] of sampleOf('rooms of an admin', rooms, 2)) {
    await page.getByRole('link', { name: room }).click();
    await shows(page, sign);
    await examine(page);
  }
});

test.describe('an attack', () => {
  test.use({ expectedErrors: [/Content Security Policy|none\.png/] });

  test('a script and a style injected into a page do nothing', async ({ open }) => {
    const page = await open(product.url, desk);
    await page.goto('/');
    await shows(page, 'How It Works');
    await page.evaluate(async () => {
      const broken: string[] = [];
      Object.assign(window, { broken });
      document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => broken.push(violatedDirective));
      document.body.insertAdjacentHTML('beforeend', '<img src="/none.png" onerror="window.ran = true" alt="">');
      const failed = new Promise((resolve) => document.body.lastElementChild?.addEventListener('error', resolve));
      const script = Object.assign(document.createElement('script'), { textContent: 'window.ran = true' });
      const style = Object.assign(document.createElement('style'), { textContent: 'body { display: none }' });
      document.body.append(script, style);
      await failed;
    });
    const seen = () =>
      page.evaluate(() => {
        const { broken, ran } = window as unknown as { broken: string[]; ran?: boolean };
        return { broken, hasRun: ran === true };
      });
    for (const directive of ['script-src-attr', 'script-src-elem', 'style-src-elem']) {
      await expect.poll(async () => (await seen()).broken).toContain(directive);
    }
    await expect(page.locator('body')).toBeVisible();
    await expect.poll(async () => (await seen()).hasRun).toBe(false);
  });
});
