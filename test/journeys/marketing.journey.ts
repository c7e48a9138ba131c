import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { drawLogo } from '../demo/logo.ts';
import { patch, putLogo, signUpBrand } from '../support/worlds/client.ts';
import { productForFile, test } from '../support/browser/journey.ts';
import type { Open } from '../support/browser/journey.ts';
import { press, tabTo } from '../support/browser/keyboard.ts';
import { isLeftToOther } from '../support/sample.ts';
import { arriveSignedIn } from '../support/browser/sign-in.ts';
import { examine } from '../support/browser/visit.ts';

test.skip(!isLeftToOther('the studio', 2), 'Not drawn: the studio is.');

const openDashboard = async (open: Open, url: string) => {
  const brand = await open(url);
  const { email } = await signUpBrand(url, 'Northwind');
  await arriveSignedIn(brand, email);
  return brand;
};

/** Opens the home page, to which the server from then on pushes all changes; `loads` tells whether it was reloaded. */
const openHome = async (open: Open, url: string) => {
  const visitor = await open(url);
  let isConnected = false;
  visitor.once('websocket', () => (isConnected = true));
  await visitor.goto('/');
  const below = visitor.getByRole('heading', { name: 'How It Works' });
  // While the app replaces the prerendered page, a heading can disappear during a scroll, or move back up.
  await expect(async () => {
    await below.scrollIntoViewIfNeeded();
    expect(isConnected).toBe(true);
  }).toPass();
  const loads: string[] = [];
  visitor.on('load', () => loads.push(visitor.url()));
  return { strip: visitor.getByRole('list', { name: 'Brands' }), loads };
};

const saveOn = (brand: Page) => brand.getByRole('button', { name: 'Save Preferences' });
const bannerOn = (brand: Page) => brand.getByRole('checkbox', { name: /^Show my brand on the homepage banner/ });

/** Opens the tab with the keyboard alone, from whichever tab is selected. */
const openMarketing = async (brand: Page) => {
  await tabTo(brand, brand.getByRole('tab', { selected: true }));
  await brand.keyboard.press('ArrowRight');
  await expect(brand.getByRole('heading', { name: 'Marketing Preferences' })).toBeVisible();
};

const chooseLogo = async (brand: Page, name: string, mimeType: string, buffer: Buffer) => {
  const choosing = brand.waitForEvent('filechooser');
  await press(brand, brand.getByRole('button', { name: /^(Upload|Replace) logo$/ }));
  await (await choosing).setFiles({ name, mimeType, buffer });
};

test.describe('a brand on the home page', () => {
  const product = productForFile();

  // What only claims to be a picture is refused.
  test.use({ expectedErrors: [/ 415 .*[/]logo/] });

  test('opts in, changes its logo and opts out again, all of it seen in a window that is never reloaded', async ({
    open,
  }) => {
    const brand = await openDashboard(open, product.url);
    const { strip, loads } = await openHome(open, product.url);
    const save = saveOn(brand);
    const banner = bannerOn(brand);

    await test.step('[BRAND-01, BRAND-02, BRAND-03, BRAND-04] a brand finds the Marketing tab next to the welcome', async () => {
      await expect(brand.getByRole('tabpanel')).toContainText('Welcome');
      await expect(brand.getByRole('link', { name: 'Go to Marketplace' })).toHaveAttribute('href', '/marketplace');
      await examine(brand);
      await openMarketing(brand);
      await expect(brand).toHaveURL(/\?tab=marketing$/);
      await brand.reload();
      await expect(brand.getByRole('tab', { name: 'Marketing' })).toHaveAttribute('aria-selected', 'true');
      await expect(save).toBeDisabled();
      await examine(brand);
    });

    await test.step('[BRAND-07, BRAND-08, BRAND-09, BRAND-12, BRAND-13, LAND-09] by keyboard alone it opts in, and its name appears in a visitor’s open window', async () => {
      await expect(strip).toBeHidden();
      await press(brand, banner, 'Space');
      await press(brand, save);
      await expect(brand.getByText('Preferences saved')).toBeVisible();
      await expect(brand.getByRole('tab', { name: 'Overview' })).toBeFocused();
      await expect(strip.getByText('Northwind')).toBeVisible();
    });

    await test.step('[BRAND-05, BRAND-08] by keyboard alone it uploads a logo, which the visitor sees immediately', async () => {
      await openMarketing(brand);
      await expect(banner).toBeChecked();
      await chooseLogo(brand, 'northwind.png', 'image/png', await drawLogo('Northwind', 3));
      await expect(brand.getByAltText('Logo of Northwind')).toBeVisible();
      await examine(brand);
      await press(brand, save);
      await expect(brand.getByRole('tab', { name: 'Overview' })).toBeFocused();
      const logo = strip.getByAltText('Northwind');
      await expect(logo).toHaveAttribute('src', /\/media\/logos\//);
      await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    });

    await test.step('[MEDIA-08] a file that only claims to be a picture is refused, and the logo stays', async () => {
      await openMarketing(brand);
      await chooseLogo(brand, 'notes.txt', 'text/plain', Buffer.from('no picture'));
      await expect(brand.getByRole('alert')).toHaveText('Please upload an image file (JPEG, PNG, etc.)');
      await expect(save).toBeDisabled();
      await chooseLogo(brand, 'notes.png', 'image/png', Buffer.from('no picture'));
      await press(brand, save);
      await expect(brand.getByRole('alert')).toContainText('Please upload an image file (JPEG, PNG, etc.)');
      await examine(brand);
      await expect(strip.getByAltText('Northwind')).toBeVisible();
    });

    await test.step('[BRAND-06] by keyboard alone it is asked before leaving the tab, removes the logo, and opts out', async () => {
      await press(brand, brand.getByRole('link', { name: 'Go to Marketplace' }));
      await expect(brand.getByRole('alertdialog')).toContainText('Leave without saving?');
      await press(brand, brand.getByRole('button', { name: 'Stay on this page' }));
      await press(brand, brand.getByRole('button', { name: 'Remove logo' }));
      await press(brand, save);
      await expect(brand.getByRole('tab', { name: 'Overview' })).toBeFocused();
      await expect(strip.getByText('Northwind')).toBeVisible();
      await openMarketing(brand);
      await press(brand, banner, 'Space');
      await press(brand, save);
      await expect(strip).toBeHidden();
    });

    expect(loads).toEqual([]);
  });
});

const edges = { top: '#d01010', right: '#10a010', bottom: '#1030d0', left: '#d010d0' } as const;
const shapes = { square: [500, 500], high: [120, 480], wide: [480, 120] } as const;

/** A logo whose four edges have different colors. */
const drawEdges = ([width, height]: readonly [number, number]): Promise<Buffer> => {
  const edgeWidth = 24;
  const bar = (fill: string, x: number, y: number, w: number, h: number) =>
    `<rect fill="${fill}" x="${x}" y="${y}" width="${w}" height="${h}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    ${bar(edges.left, 0, 0, edgeWidth, height)}${bar(edges.right, width - edgeWidth, 0, edgeWidth, height)}
    ${bar(edges.top, edgeWidth, 0, width - 2 * edgeWidth, edgeWidth)}
    ${bar(edges.bottom, edgeWidth, height - edgeWidth, width - 2 * edgeWidth, edgeWidth)}
  </svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
};

/** The edges of such a logo that are visible in a place. */
const edgesIn = async (place: Locator): Promise<readonly string[]> => {
  const { data, info } = await sharp(await place.screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colorDistanceMax = 90;
  const isNear = (at: number, color: string) =>
    [0, 1, 2].every(
      (part) =>
        Math.abs((data[at + part] ?? 0) - parseInt(color.slice(1 + 2 * part, 3 + 2 * part), 16)) < colorDistanceMax,
    );
  const pixels = Array.from({ length: info.width * info.height }, (_unused, index) => index * info.channels);
  return Object.entries(edges).flatMap(([name, color]) => (pixels.some((at) => isNear(at, color)) ? [name] : []));
};

test.describe('a logo', () => {
  const product = productForFile();

  test('[FIX-07] a logo of any shape is fully visible on the home page and in both previews of its brand', async ({
    open,
  }) => {
    const brand = await openDashboard(open, product.url);
    const { strip, loads } = await openHome(open, product.url);
    await openMarketing(brand);
    await press(brand, bannerOn(brand), 'Space');
    for (const [shape, size] of Object.entries(shapes)) {
      const logo = await drawEdges(size);
      await chooseLogo(brand, `${shape}.png`, 'image/png', logo);
      const field = brand.getByAltText('Logo of Northwind');
      await expect.poll(() => field.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(size[1]);
      for (const place of [field.locator('..'), brand.getByTestId('brand-tile')]) {
        await expect.poll(() => edgesIn(place), `${shape}, before it is saved`).toEqual(Object.keys(edges));
      }
      const other = await signUpBrand(product.url, shape);
      await putLogo(product.url, other.token, new Uint8Array(logo));
      await patch(`${product.url}/api/profile`, { show_on_homepage: true }, other);
      const stored = strip.getByAltText(shape);
      await expect.poll(() => stored.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBeGreaterThan(0);
      await expect.poll(() => edgesIn(stored.locator('..')), `${shape}, on the home page`).toEqual(Object.keys(edges));
    }
    expect(loads).toEqual([]);
  });
});
