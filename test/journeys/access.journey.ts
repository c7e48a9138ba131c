import { expect, test } from '@playwright/test';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { checkout, pay } from '../support/worlds/client.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';
import { openShop } from '../support/worlds/shop.ts';
import type { Shop } from '../support/worlds/shop.ts';
import { sampleOf } from '../support/sample.ts';
import { examine } from '../support/browser/visit.ts';
import { fillInAdminSignIn, fillInSignIn } from '../support/browser/sign-in.ts';
import { pointAt } from '../support/browser/wall.ts';

const desk = { width: 1440, height: 900 };

let product: Product;
let shop: Shop;
const contexts: BrowserContext[] = [];
/** Errors and policy violations, which no page may ever cause. */
const troubles: string[] = [];

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  product = await startProduct();
  shop = await openShop(product);
  const { order_id: orderId } = await checkout(product.url, shop.brand.token, [{ id: shop.itemId }]);
  await pay(product.url, shop.brand.token, orderId);
});

test.afterAll(async () => {
  for (const context of contexts) await context.close();
  await product.stop();
  product.forget();
});

type State = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Opens a page with reduced motion: colors in transition between themes would fail contrast checks. */
const open = async (browser: Browser, storageState?: State): Promise<Page> => {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: desk,
    reducedMotion: 'reduce',
    ...(storageState ? { storageState } : {}),
  });
  contexts.push(context);
  const page = await context.newPage();
  page.on('pageerror', (error) => troubles.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`${page.url()}: ${message.text()}`);
  });
  await page.exposeFunction('brokePolicy', (what: string) => void troubles.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, sample }) => {
      const { brokePolicy } = window as unknown as { brokePolicy: (what: string) => void };
      brokePolicy(`${location.href} broke ${violatedDirective}: ${blockedURI} ${sourceFile} ${sample}`);
    });
  });
  return page;
};

const states = new Map<string, State>();

/** Opens a new browser and signs in through the form. */
const openAs = async (
  browser: Browser,
  { email, role }: { email: string; role: 'creator' | 'brand' },
): Promise<Page> => {
  const known = states.get(email);
  const page = await open(browser, known);
  if (!known) {
    await page.goto('/auth');
    await fillInSignIn(page, email);
    await page.waitForURL(/\/dashboard/);
    states.set(email, await page.context().storageState());
  }
  await page.goto(`/${role}/dashboard`);
  return page;
};

const shows = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

test('[GAL-18] a visitor can read and use every public page, which has the same title as for robots', async ({
  browser,
}) => {
  const page = await open(browser);
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
  await shows(page, 'Harbour at dawn');
  await examine(page);
  await (await pointAt(page, 'Harbour at dawn')).getByRole('button', { name: 'View terms' }).click();
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
  browser,
}) => {
  const page = await open(browser);
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
  browser,
}) => {
  const page = await open(browser);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const stored = () => page.evaluate(() => localStorage.getItem('ui-theme'));
  for (const [words, value, other] of [
    ['Dark', 'dark', 'light'],
    ['Light', 'light', 'dark'],
  ] as const) {
    await page.getByRole('button', { name: /theme/i }).click();
    await page.getByRole('menuitemradio', { name: words }).click();
    expect(await stored()).toBe(value);
    await page.reload();
    await expect(page.locator('html')).toHaveClass(new RegExp(value));
    await expect(page.locator('html')).not.toHaveClass(new RegExp(other));
  }
  await page.getByRole('button', { name: /theme/i }).click();
  await page.getByRole('menuitemradio', { name: 'System' }).click();
  expect(await stored()).toBe('system');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveClass(/dark/);
});

test('[AUTH-02, AUTH-10, AUTH-51, AUTH-52, AUTH-80, AUTH-81] a visitor on a protected page signs in and comes back to it', async ({
  browser,
}) => {
  const page = await open(browser);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/auth/v1/token*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/brand/cart');
  await expect(page).toHaveURL(/\/auth$/);
  await fillInSignIn(page, shop.brand.email);
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
  answer();
  await shows(page, 'Login successful');
  await expect(page).toHaveURL(/\/brand\/cart$/);
  await shows(page, 'Your cart is empty');
});

test('[AUTH-82, AUTH-84] a creator on a brand page is told so and led to their own dashboard', async ({ browser }) => {
  const page = await openAs(browser, { email: shop.creator.email, role: 'creator' });
  await page.goto('/brand/cart');
  await expect(page).toHaveURL(/\/creator\/dashboard$/);
  await shows(page, 'Wrong account type');
  await shows(page, "You're logged in as a creator, but trying to access brand pages.");
});

test('a creator can read and use every creator page', async ({ browser }) => {
  const page = await openAs(browser, { email: shop.creator.email, role: 'creator' });
  const pages = [
    ['/creator', 'What to do next'],
    ['/creator/dashboard', 'Latest activity'],
    ['/creator/dashboard?tab=content', 'Harbour at dawn'],
    ['/creator/dashboard?tab=licenses', 'View agreement'],
    ['/creator/upload', 'Drop a photo or video here, or choose a file'],
    ['/creator/payouts', 'Due dates'],
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
  browser,
}) => {
  const page = await openAs(browser, { email: shop.brand.email, role: 'brand' });
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

test('a brand can read and use every brand page', async ({ browser }) => {
  const page = await openAs(browser, { email: shop.brand.email, role: 'brand' });
  await page.goto('/brand/dashboard');
  await shows(page, 'By license type');
  await examine(page);
  await page.getByRole('tab', { name: 'Licenses' }).click();
  await shows(page, 'Licensed Content');
  await examine(page);
  await page.getByRole('button', { name: 'View agreement for Harbour at dawn' }).click();
  await expect(page.getByRole('dialog')).toContainText('Carla Creator');
  await examine(page);
  await page.goto('/account');
  await shows(page, 'Delete account');
  await examine(page);
  await page.goto('/brand/marketplace');
  await (await pointAt(page, 'Harbour at dawn')).getByRole('button', { name: 'Add to Cart' }).click();
  await page.goto('/brand/cart');
  await shows(page, 'Order summary');
  await examine(page);
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await shows(page, 'Cardholder Name');
  await examine(page);
});

test('[FIX-17] an admin can read and use every admin page, also by speaking the visible labels of its controls', async ({
  browser,
}) => {
  const page = await open(browser);
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

test('a script and a style injected into a page do nothing', async ({ browser }) => {
  const page = await open(browser);
  await page.goto('/');
  await shows(page, 'How It Works');
  const before = troubles.length;
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<img src="/none.png" onerror="window.ran = true" alt="">');
    const script = Object.assign(document.createElement('script'), { textContent: 'window.ran = true' });
    const style = Object.assign(document.createElement('style'), { textContent: 'body { display: none }' });
    document.body.append(script, style);
  });
  const broken = () => new Set(troubles.slice(before).map((what) => / broke (\S+):/.exec(what)?.[1]));
  for (const directive of ['script-src-attr', 'script-src-elem', 'style-src-elem']) {
    await expect.poll(broken).toContain(directive);
  }
  await expect(page.locator('body')).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { ran?: boolean }).ran)).toBeUndefined();
  troubles.length = before;
});

test('no page raised an error or broke its content policy', () => {
  expect(troubles).toEqual([]);
});
