// `npm run screenshots [name …]`: each page in both themes at three widths, into docs/screenshots.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { openShop } from '../demo/open-shop.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { checkout, pay } from '../support/worlds/client.ts';
import { startProduct } from '../support/worlds/product.ts';
import { pages } from './pages.ts';
import type { PageToShow, Visitor } from './pages.ts';
import { signInThroughForm } from '../support/browser/sign-in.ts';

const folder = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url));
const themes = ['light', 'dark'] as const;
const windows = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
const colorsMax = 128;

type State = Awaited<ReturnType<BrowserContext['storageState']>>;

const wanted = process.argv.slice(2);
const chosen = wanted.length === 0 ? pages : pages.filter(({ name }) => wanted.includes(name));
const unknown = wanted.filter((name) => !pages.some((page) => page.name === name));
if (unknown.length > 0)
  throw new Error(`No page is called ${unknown.join(', ')}. There are: ${pages.map(({ name }) => name).join(', ')}`);

const signIn = async (browser: Browser, url: string, email: string): Promise<State> => {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await signInThroughForm(page, email);
  const state = await context.storageState();
  await context.close();
  return state;
};

/** Nothing is on its way any more: no part of the page, no answer, no face, no picture. */
const settle = async (page: Page) => {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.getByText('Loading...', { exact: true }).waitFor({ state: 'hidden' });
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    await document.fonts.ready;
    const undone = [...document.images].filter((image) => !image.complete && image.loading !== 'lazy');
    await Promise.all(undone.map((image) => image.decode().catch(() => undefined)));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
};

const take = async (page: Page, { path, prepare, whole = false }: PageToShow): Promise<Buffer> => {
  await page.goto(path);
  await settle(page);
  if (prepare) {
    await prepare(page);
    await settle(page);
  }
  const picture = await page.screenshot({ fullPage: whole, animations: 'disabled', caret: 'hide' });
  return sharp(picture).png({ palette: true, colors: colorsMax, effort: 10, compressionLevel: 9 }).toBuffer();
};

const product = await startProduct({ env: {} });
const browser = await openBrowser();
try {
  const { sellers, buyers, items } = await openShop(product.url);
  const [creator, brand] = [sellers[0], buyers[0]];
  if (!creator || !brand) throw new Error('The shop has nobody in it');
  for (const id of items.slice(0, 4)) {
    const { order_id: orderId } = await checkout(product.url, brand.token, [{ id }]);
    await pay(product.url, brand.token, orderId);
  }
  const states: Record<Visitor, State | undefined> = {
    visitor: undefined,
    creator: await signIn(browser, product.url, creator.email),
    brand: await signIn(browser, product.url, brand.email),
  };
  mkdirSync(folder, { recursive: true });
  let bytes = 0;
  for (const shown of chosen) {
    for (const viewport of windows.filter(({ width }) => width <= (shown.widthMax ?? Infinity))) {
      for (const theme of themes) {
        const state = states[shown.as];
        const context = await browser.newContext({
          baseURL: product.url,
          viewport,
          colorScheme: theme,
          reducedMotion: 'reduce',
          ...(state ? { storageState: state } : {}),
        });
        const picture = await take(await context.newPage(), shown);
        writeFileSync(join(folder, `${shown.name}-${viewport.width}-${theme}.png`), picture);
        bytes += picture.length;
        await context.close();
      }
    }
    console.log(shown.name);
  }
  console.log(`${(bytes / 1e6).toFixed(1)} MB in docs/screenshots`);
} finally {
  await browser.close();
  await product.stop();
  product.forget();
}
