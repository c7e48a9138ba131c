import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { password, post, signUpBrand, signUpCreator } from '../support/worlds/client.ts';
import { startProduct } from '../support/worlds/product.ts';
import { openShop } from '../support/worlds/shop.ts';
import { productForFile, test } from '../support/browser/journey.ts';
import type { Open } from '../support/browser/journey.ts';
import { fillInAdminSignIn } from '../support/browser/sign-in.ts';
import { examine, expectAccessible, expectFits } from '../support/browser/visit.ts';
import { pointAt } from '../support/browser/wall.ts';

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const lastMobilePx = 767;
const firstWidePx = 768;
const shownMs = 4_000;
/** How long a toast takes to leave; its timer is only checked once per animation frame. */
const leavingMs = 160 + 4 * 16;
const title = 'Harbour at dawn';
/** The 404 page: the shell with almost no content. */
const nowhere = '/no/such/page';

const product = productForFile(() => startProduct({ env: { PUBLIC_HOST: 'localhost' } }));

test.beforeAll(async () => {
  await openShop(product);
});

interface Visit {
  /** The account to sign in with; a visitor if omitted. */
  readonly email?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
  readonly theme?: string;
}

const visit = async (open: Open, { email, viewport = desk, colorScheme = 'light', theme }: Visit = {}) => {
  const page = await open(product.url, { viewport, colorScheme, reducedMotion: 'no-preference' });
  const session = email && (await post(`${product.url}/auth/v1/token?grant_type=password`, { email, password }));
  const kept = {
    ...(session ? { 'tessera-session': JSON.stringify(session) } : {}),
    ...(theme && { 'ui-theme': theme }),
  };
  await page.addInitScript((items) => {
    for (const [key, value] of Object.entries(items)) if (!localStorage.getItem(key)) localStorage.setItem(key, value);
  }, kept);
  return page;
};

const emailOfBrand = async () => (await signUpBrand(product.url)).email;

const root = (page: Page) => page.locator('html');
const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu' });
const mainLinks = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' }).getByRole('status');

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

const boxOf = async (target: Locator): Promise<Box> => {
  const box = await target.boundingBox();
  if (!box) throw new Error('It is not on the screen.');
  return box;
};

test('[NAV-01] the header stays at the top while the page scrolls', async ({ open }) => {
  const page = await visit(open);
  await page.goto('/terms-of-service');
  const header = page.getByRole('banner');
  await expect(header).toBeVisible();
  // The browser replaces the prerendered page once.
  await expect(async () => {
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded({ timeout: 1_000 });
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
  }).toPass();
  await expect.poll(async () => (await boxOf(header)).y).toBe(0);
});

test('[NAV-03][NAV-14] under 768 px the menu replaces the links of the header and the sidebar', async ({ open }) => {
  // If resized while loading, Chromium sometimes updates matchMedia but not the layout.
  const dashboardOf = async (width: number) => {
    const page = await visit(open, { email: await emailOfBrand(), viewport: { ...desk, width } });
    await page.goto('/brand/dashboard');
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    return { page, sidebar: page.getByRole('complementary', { name: 'Brand Portal' }) };
  };
  const wide = await dashboardOf(firstWidePx);
  await expect(mainLinks(wide.page)).toBeVisible();
  await expect(wide.sidebar).toBeVisible();
  await expect(menuButton(wide.page)).toBeHidden();
  const narrow = await dashboardOf(lastMobilePx);
  await expect(menuButton(narrow.page)).toBeVisible();
  await expect(mainLinks(narrow.page)).toBeHidden();
  await expect(narrow.sidebar).toBeHidden();
});

const menus = [
  {
    who: 'creator',
    signUp: signUpCreator,
    entries: [
      'Home',
      'Dashboard',
      'Upload ContentBeta',
      'Batch Upload',
      'Payouts',
      'Referrals',
      'Marketplace',
      'Account',
    ],
  },
  { who: 'brand', signUp: signUpBrand, entries: ['Home', 'Dashboard', 'Marketplace', 'Boards', 'Account'] },
  { who: 'visitor', signUp: null, entries: ['Home', 'Marketplace', 'Sign In'] },
] as const;

for (const { who, signUp, entries } of menus) {
  test(`[NAV-03][NAV-18][NAV-19][NAV-25] on a phone the keyboard opens the menu of a ${who}, moves through it and closes it`, async ({
    open,
  }) => {
    const account = signUp && (await signUp(product.url));
    const page = await visit(open, { viewport: phone, ...(account && { email: account.email }) });
    await page.goto(nowhere);
    await menuButton(page).press('Enter');
    const menu = page.getByRole('dialog', { name: 'Menu' });
    const links = menu.getByRole('navigation', { name: 'Mobile' }).getByRole('link');
    await expect(links).toHaveText([...entries]);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(menuButton(page)).toBeFocused();
  });
}

const addToCart = async (page: Page) =>
  (await pointAt(page, title)).getByRole('button', { name: 'Add to Cart' }).click();

test('[NAV-07][NAV-09][NAV-10] the cart’s badge appears with the first item and counts quantities', async ({
  open,
}) => {
  const page = await visit(open, { email: await emailOfBrand() });
  await page.goto('/brand/marketplace');
  const cart = page.getByRole('banner').getByRole('link', { name: /^Cart/ });
  await expect(cart).toHaveText('');
  await addToCart(page);
  await expect(cart).toHaveText('1');
  await addToCart(page);
  await expect(cart).toHaveText('2');
  await expect(cart).toHaveAccessibleName('Cart, 2 items');
  await cart.click();
  await expect(page).toHaveURL(/\/brand\/cart$/);
});

/** Opens a brand's marketplace with a stopped clock, so that no toast disappears before it is checked. */
const openWithToasts = async (open: Open, count: number) => {
  const page = await visit(open, { email: await emailOfBrand() });
  await page.goto('/brand/marketplace');
  await pointAt(page, title);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  for (let added = 0; added < count; added += 1) await addToCart(page);
  return page;
};

test('[TOAST-01][TOAST-03][TOAST-05][TOAST-06] three toasts of 356 px are at the top center, 14 px apart', async ({
  open,
}) => {
  const page = await openWithToasts(open, 5);
  await expect(toasts(page)).toHaveCount(3);
  const animationsEnd = () =>
    page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  await animationsEnd();
  await expect(async () => {
    const boxes = await Promise.all([2, 1, 0].map((at) => boxOf(toasts(page).nth(at))));
    const [first, second, third] = boxes as [Box, Box, Box];
    const header = await boxOf(page.getByRole('banner'));
    for (const { x, width } of boxes) {
      expect(width).toBe(356);
      expect(x + width / 2).toBeCloseTo(header.width / 2, 0);
    }
    expect(first.y).toBe(16);
    expect(second.y - (first.y + first.height)).toBeCloseTo(14, 3);
    expect(third.y - (second.y + second.height)).toBeCloseTo(14, 3);
  }).toPass();
  await page.setViewportSize(phone);
  await expect(async () => {
    const narrow = await boxOf(toasts(page).first());
    expect(narrow.x).toBeGreaterThan(0);
    expect(narrow.x + narrow.width).toBeLessThan(phone.width);
  }).toPass();
});

test('[TOAST-02] a toast closes on its own after 4000 ms', async ({ open }) => {
  const page = await openWithToasts(open, 1);
  await page.mouse.move(0, desk.height);
  await expect(toasts(page)).toHaveCount(1);
  await page.clock.runFor(shownMs - 1);
  await expect(toasts(page)).toHaveCount(1);
  await page.clock.runFor(1 + leavingMs);
  await expect(toasts(page)).toHaveCount(0);
});

const draw = async (page: Page, byPx: number) => {
  const { x, y } = await boxOf(toasts(page).first());
  await page.mouse.move(x + 60, y + 24);
  await page.mouse.down();
  await page.mouse.move(x + 60 + byPx, y + 24, { steps: 5 });
  await page.mouse.up();
  await page.clock.runFor(leavingMs);
};

test('[TOAST-07] a toast dragged 45 px aside disappears, dragged 44 px it stays', async ({ open }) => {
  const page = await openWithToasts(open, 1);
  await draw(page, 44);
  await expect(toasts(page)).toHaveCount(1);
  await expect.poll(async () => (await boxOf(toasts(page).first())).width).toBe(356);
  await draw(page, -45);
  await expect(toasts(page)).toHaveCount(0);
});

test('a toast is announced while a dialog is open, and dismissing it leaves the dialog open', async ({ open }) => {
  const page = await openWithToasts(open, 1);
  await (await pointAt(page, title)).getByRole('button', { name: 'View terms' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Content License Agreement');
  await page.clock.runFor(500);
  await expect(page.locator('#root')).toHaveAttribute('aria-hidden', 'true');
  await expect(toasts(page)).toContainText(`${title} has been added to your cart.`);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.clock.runFor(leavingMs);
  await expect(toasts(page)).toHaveCount(0);
  await expect(dialog).toBeVisible();
});

test('[THEME-02][THEME-05] without a stored theme the page follows the operating system, even while it is open', async ({
  open,
}) => {
  const page = await visit(open, { colorScheme: 'dark' });
  await page.goto('/');
  await expect(root(page)).toHaveClass(/dark/);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(root(page)).toHaveClass(/light/);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('ui-theme'))).toBeNull();
});

for (const [theme, colorScheme, paper] of [
  ['dark', 'light', 'rgb(18, 17, 16)'],
  ['light', 'dark', 'rgb(251, 250, 248)'],
] as const) {
  test(`[THEME-04] a stored ${theme} theme is applied before the product's scripts run, on a ${colorScheme} system`, async ({
    open,
  }) => {
    const page = await visit(open, { theme, colorScheme });
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(nowhere, { waitUntil: 'commit' });
    await expect(root(page)).toHaveClass(theme);
    await expect(root(page)).toHaveCSS('background-color', paper);
    await expect(root(page)).toHaveCSS('color-scheme', theme);
    await expect(page.locator('#root')).toBeEmpty();
    letThrough();
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.locator('body')).toHaveCSS('background-color', paper);
  });
}

test('[THEME-06] the theme menu is in the header and can be used with the keyboard', async ({ open }) => {
  const page = await visit(open);
  await page.goto(nowhere);
  const trigger = page.getByRole('banner').getByRole('button', { name: 'Theme' });
  await trigger.press('Enter');
  const choices = page.getByRole('menuitemradio');
  await expect(choices).toHaveText(['Light', 'Dark', 'System']);
  await expect(choices.nth(2)).toHaveAttribute('aria-checked', 'true');
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expect(page.getByRole('menu')).toBeFocused();
  await page.keyboard.press('d');
  await expect(choices.nth(1)).toHaveAttribute('data-highlighted');
  await page.keyboard.press('Enter');
  await expect(root(page)).toHaveClass(/dark/);
  await expect(trigger).toBeFocused();
});

test('[SPC-06][THEME-06] whoever is signed in chooses the theme at the top of the page, or first in the menu of a phone; so does an admin', async ({
  open,
}) => {
  const email = await emailOfBrand();
  const themeButton = (page: Page) => page.getByRole('button', { name: 'Theme' });
  const choose = async (page: Page, theme: 'Light' | 'Dark') => {
    await themeButton(page).click();
    await page.getByRole('menuitemradio', { name: theme }).click();
    await expect(root(page)).toHaveClass(theme.toLowerCase());
  };

  await test.step('a brand in the header, which has room for it', async () => {
    const page = await visit(open, { email });
    await page.goto(nowhere);
    await choose(page, 'Dark');
    await expectFits(page);
  });

  await test.step('a brand in the menu of a phone', async () => {
    const page = await visit(open, { email, viewport: phone });
    await page.goto(nowhere);
    await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible();
    await expect(themeButton(page)).toBeHidden();
    await menuButton(page).click();
    await page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'Dark' }).click();
    await expect(root(page)).toHaveClass('dark');
    await expectAccessible(page);
  });

  await test.step('a visitor in the header of a phone', async () => {
    const page = await visit(open, { viewport: phone });
    await page.goto(nowhere);
    await choose(page, 'Dark');
    await menuButton(page).click();
    await expect(page.getByRole('navigation', { name: 'Mobile' })).toBeVisible();
    await expect(page.getByRole('group', { name: 'Theme' })).toHaveCount(0);
  });

  await test.step('an admin before and after the login', async () => {
    const page = await visit(open, { viewport: phone });
    await page.goto('/admin');
    await choose(page, 'Dark');
    await fillInAdminSignIn(page, product.adminPassword());
    await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible();
    await choose(page, 'Light');
  });
});

test('[GAL-16][OPS-22] the keyboard opens the account menu, finds an item, and shows the shortcuts', async ({
  open,
}) => {
  const page = await visit(open, { email: await emailOfBrand() });
  await page.goto(nowhere);
  const account = page.getByRole('banner').getByRole('button', { name: 'Your account' });
  await account.press('Enter');
  await expect(page.getByRole('menuitem')).toHaveText([
    'Profile',
    'Settings',
    'Help',
    'Keyboard shortcuts',
    'Sign out',
  ]);
  await expectAccessible(page);
  await expect(page.getByRole('menu')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' }).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();
  await page.keyboard.press('ControlOrMeta+k');
  const field = page.getByRole('combobox', { name: 'Find anything' });
  await expect(field).toBeFocused();
  await field.fill('harbour');
  await expect(page.getByRole('option', { name: title })).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/brand\/marketplace\/[\w-]+$/);
});

test('[ROUTE-12] the component gallery of development builds is not part of the product', async ({ open }) => {
  const page = await visit(open);
  await page.goto('/dev/gallery');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await examine(page);
});

test('under reduced motion no animation lasts longer than a moment, and no change takes any time', async ({ open }) => {
  const page = await visit(open, { viewport: phone });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(nowhere);
  await menuButton(page).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const motion = () =>
    page.evaluate(() => {
      const styles = [...document.querySelectorAll('*')].map((element) => getComputedStyle(element));
      const seconds = styles.flatMap(({ animationDuration }) => animationDuration.split(',').map(parseFloat));
      return {
        longestMs: Math.max(...seconds) * 1_000,
        transitions: [...new Set(styles.map(({ transitionProperty }) => transitionProperty))],
      };
    });
  await expect(async () => {
    const { longestMs, transitions } = await motion();
    expect(longestMs).toBeLessThanOrEqual(1);
    expect(transitions).toEqual(['none']);
  }).toPass();
});
