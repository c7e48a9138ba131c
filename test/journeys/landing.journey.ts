import { expect } from '@playwright/test';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { drawLogo } from '../demo/logo.ts';
import { get, patch, putLogo, signUpBrand } from '../support/worlds/client.ts';
import { isDrawn } from '../support/sample.ts';
import { productForFile, test } from '../support/browser/journey.ts';
import type { Open } from '../support/browser/journey.ts';
import { openShop } from '../support/worlds/shop.ts';
import { examine } from '../support/browser/visit.ts';

const repeats = 3;
/** In the order of the list, which is sorted by name. */
const shown = ['Atlas Boots', 'Broken Mirror', 'Casa Marea'];

const product = productForFile();

const openBrand = async (name: string, logo: boolean) => {
  const { token } = await signUpBrand(product.url, name);
  await patch(`${product.url}/api/profile`, { show_on_homepage: true }, { token });
  if (logo) await putLogo(product.url, token, new Uint8Array(await drawLogo(name, 1)));
};

test.skip(!isDrawn('the landing page', 2), 'Not drawn: the other of two long journeys is.');

test.beforeAll(async () => {
  await openShop(product);
  await openBrand('Atlas Boots', true);
  await openBrand('Broken Mirror', true);
  await openBrand('Casa Marea', false);
});

test.use({ expectedErrors: [/ 404 .*[/]media[/]logos[/]/] });

/** Opens the home page as a visitor for whom the logo of 'Broken Mirror' can't be loaded. */
const openHome = async (open: Open, options: BrowserContextOptions = {}): Promise<Page> => {
  const viewport = { width: 1440, height: 900 };
  const page = await open(product.url, { viewport, reducedMotion: 'no-preference', ...options });
  const { items } = await get<{ items: { brand_name: string; logo_url: string | null }[] }>(
    `${product.url}/api/brands/homepage`,
  );
  const lost = items.find(({ brand_name: name }) => name === 'Broken Mirror')?.logo_url ?? '';
  await page.route(`**/media/${lost}`, (route) => route.fulfill({ status: 404 }));
  await page.goto('/');
  await page.getByRole('heading', { name: 'Brands Looking for Content' }).scrollIntoViewIfNeeded();
  return page;
};

test('the first screen is complete before any script has run, and its links work', async ({ open }) => {
  const page = await open(product.url, { javaScriptEnabled: false });
  await page.goto('/');
  await expect(page).toHaveTitle(/independent creators/);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  await expect(heading).toHaveCSS('font-family', /Fraunces/);
  await page.getByRole('link', { name: 'Browse Marketplace' }).click();
  await expect(page).toHaveURL(/[/]marketplace$/);
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/auth?tab=login');
});

const strip = (page: Page) => page.getByTestId('brand-strip');

const isMoving = (page: Page) =>
  strip(page).evaluate((element) => element.getAnimations().some(({ playState }) => playState === 'running'));

test('[LAND-03, LAND-04, LAND-05, LAND-06, LAND-07] brands that opted in scroll by in tiles of 160 px, three times in 30 s', async ({
  open,
}) => {
  const page = await openHome(open);
  const tiles = page.getByTestId('brand-tile');
  await expect(tiles).toHaveCount(shown.length * repeats);
  const widths = () =>
    tiles.evaluateAll((all) => [...new Set(all.map((tile) => tile.getBoundingClientRect().width.toFixed(1)))]);
  await expect.poll(widths).toEqual(['160.0']);
  const items = page.getByRole('list', { name: 'Brands' }).getByRole('listitem');
  const names = () => items.evaluateAll((all) => all.map((item) => item.querySelector('img')?.alt ?? item.textContent));
  await expect.poll(names).toEqual(shown);
  const loop = () =>
    strip(page).evaluate((element) => element.getAnimations().map(({ effect }) => effect?.getComputedTiming())[0]);
  await expect.poll(loop).toMatchObject({ duration: 30_000, iterations: Infinity });
  /** How far the second row is, after one cycle, from where the first began. */
  const leap = () =>
    strip(page).evaluate((element) => {
      const [animation] = element.getAnimations();
      const left = (row: number) => element.children[row]?.getBoundingClientRect().left ?? NaN;
      animation?.pause();
      if (animation) animation.currentTime = 0;
      const first = left(0);
      if (animation) animation.currentTime = 29_999.99;
      return Math.abs(first - left(1));
    });
  await expect.poll(leap).toBeLessThan(0.5);
});

test('[LAND-08, LAND-09, LAND-10] a broken logo is replaced by the placeholder, and a missing one by the name', async ({
  open,
}) => {
  const page = await openHome(open);
  const lost = page.getByAltText('Broken Mirror').first();
  await expect(lost).toHaveAttribute('src', /^data:image\/svg\+xml/);
  await expect.poll(() => lost.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(page.getByAltText('Atlas Boots').first()).toHaveAttribute('src', /\/media\/logos\//);
  await expect(page.getByText('Casa Marea').first()).toBeVisible();
});

test('the strip pauses for its button, a pointer and the keyboard, and continues afterward', async ({ open }) => {
  const page = await openHome(open);
  await expect.poll(() => isMoving(page)).toBe(true);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect.poll(() => isMoving(page)).toBe(false);
  await page.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => isMoving(page)).toBe(true);
  await strip(page).hover({ position: { x: 600, y: 40 }, force: true });
  await expect.poll(() => isMoving(page)).toBe(false);
  await page.mouse.move(5, 5);
  await expect.poll(() => isMoving(page)).toBe(true);
  await page.getByRole('button', { name: 'Pause' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('group', { name: 'Brands Looking for Content' })).toBeFocused();
  await expect.poll(() => isMoving(page)).toBe(false);
});

test('under reduced motion the brands are shown once, stand still and can be scrolled', async ({ open }) => {
  const page = await openHome(open, { reducedMotion: 'reduce', viewport: { width: 390, height: 844 } });
  await expect(page.getByTestId('brand-tile').filter({ visible: true })).toHaveCount(shown.length);
  await expect.poll(() => isMoving(page)).toBe(false);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeHidden();
  const group = page.getByRole('group', { name: 'Brands Looking for Content' });
  await group.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => group.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
});

test('[ROUTE-01, ROUTE-08, ROUTE-09, ROUTE-10, ROUTE-29, ROUTE-35] a visitor can reach all public pages from the landing page', async ({
  open,
}) => {
  const page = await openHome(open, { reducedMotion: 'reduce' });
  /** Opens the home page in full: until then, what loads later moves the links at its end. */
  const goHome = async () => {
    await page.goto('/');
    for (const name of ['Brands Looking for Content', 'For Brands'])
      await expect(page.getByRole('region', { name })).toBeVisible();
  };
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Pictures worth having');
  const links = [
    ['Browse Marketplace', /\/marketplace$/, 'Content Marketplace'],
    ['Browse Content', /\/marketplace$/, 'Content Marketplace'],
    ['Privacy Policy', /\/privacy-policy$/, 'Privacy Policy'],
    ['Terms of Service', /\/terms-of-service$/, 'Terms of Service'],
  ] as const;
  for (const [link, address, heading] of links) {
    await goHome();
    await page.getByRole('link', { name: link }).click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Back to home' }).click();
  await expect(page).toHaveURL(`${product.url}/`);
  await page.getByRole('link', { name: 'Get Started' }).click();
  await expect(page).toHaveURL(/\/creator\/initial-upload$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const link of ['Start Creating', 'For Creators']) {
    await goHome();
    await page.getByRole('link', { name: link }).click();
    await expect(page).toHaveURL(/\/auth$/);
  }
  await goHome();
  await page.getByRole('link', { name: 'For Brands' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible();
});

test('a clause of a legal page can be reached by its address and by the list next to it', async ({ open }) => {
  const page = await openHome(open, { reducedMotion: 'reduce' });
  await page.goto('/terms-of-service');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await contents.getByRole('link', { name: 'Law and disputes' }).click();
  await expect(page).toHaveURL(/#disputes$/);
  await expect(page.getByRole('heading', { name: 'Law and disputes' })).toBeInViewport();
});

test('axe finds no issues on the landing and legal pages, and they fit a phone', async ({ open }) => {
  const page = await openHome(open, { reducedMotion: 'reduce' });
  for (const address of ['/', '/privacy-policy', '/terms-of-service']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await examine(page);
  }
});

test('[LAND-11] there is no strip if no brand opted in', async ({ open }) => {
  const page = await open(product.url);
  await page.route('**/api/brands/homepage*', (route) => route.fulfill({ json: { items: [] } }));
  const answered = page.waitForResponse('**/api/brands/homepage*');
  await page.goto('/');
  await answered;
  await expect(page.getByRole('heading', { name: 'How It Works' })).toBeVisible();
  await expect(page.getByText('Brands Looking for Content')).toBeHidden();
});
