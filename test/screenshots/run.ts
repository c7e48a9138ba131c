// `npm run screenshots [name …]`: captures each page of the demo in both themes at three widths, into docs/screenshots.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { addressOf } from '../demo/open-shop.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { signInThroughForm } from '../support/browser/sign-in.ts';
import { passwordIn, startProcess } from '../support/process/product-process.ts';
import { freePort } from '../support/servers/free-port.ts';
import { signInAdmin } from '../support/worlds/client.ts';
import { pages } from './pages.ts';
import type { PageToShow, Visitor } from './pages.ts';

const folder = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url));
const themes = ['light', 'dark'] as const;
const windows = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
const quality = 82;
const adminSessionSeconds = 3_600;

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

/** Waits until nothing is loading anymore: no part of the page, no request, no font, no picture. */
const settle = async (page: Page) => {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.getByText('Loading...', { exact: true }).waitFor({ state: 'hidden' });
  await page.waitForLoadState('networkidle');
  // Hidden pictures, and those far below the window, may not load before somebody gets to see them.
  await page.waitForFunction(() => {
    const isSeen = (image: Element) => {
      const { top, left, right } = image.getBoundingClientRect();
      return image.checkVisibility() && top < window.innerHeight && left < window.innerWidth && right > 0;
    };
    return [...document.images].every((image) => image.complete || !isSeen(image));
  });
  await page.evaluate(async () => {
    await document.fonts.ready;
    const loaded = [...document.images].filter((image) => image.complete);
    await Promise.all(loaded.map((image) => image.decode().catch(() => undefined)));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
};

const take = async (page: Page, { path, prepare, whole = false }: PageToShow, width: number): Promise<Buffer> => {
  await page.goto(path);
  await settle(page);
  if (prepare) {
    await prepare(page);
    await settle(page);
  }
  if (whole) {
    // A window of the page's height, in which what sticks to the window's bottom lies where the page ends.
    await page.setViewportSize({ width, height: await page.evaluate(() => document.documentElement.scrollHeight) });
    await settle(page);
  }
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  return sharp(picture).webp({ quality, effort: 6 }).toBuffer();
};

const dataDir = mkdtempSync(join(tmpdir(), 'tessera-'));
const toldTime = new URL('../demo/told-time.ts', import.meta.url).href;
console.log('Creating the history of the demo …');
const demo = await startProcess(
  { PORT: String(await freePort()), DATA_DIR: dataDir, NODE_OPTIONS: `--import ${toldTime}` },
  fileURLToPath(new URL('../demo/demo.ts', import.meta.url)),
);
const browser = await openBrowser();
try {
  const states: Record<Visitor, State | undefined> = {
    visitor: undefined,
    creator: await signIn(browser, demo.url, addressOf('mara')),
    brand: await signIn(browser, demo.url, addressOf('northwind')),
    admin: undefined,
  };
  const access_token = await signInAdmin(demo.url, passwordIn(dataDir));
  const adminSession = JSON.stringify({ access_token, expires_at: Date.now() / 1_000 + adminSessionSeconds });
  mkdirSync(folder, { recursive: true });
  let bytes = 0;
  for (const shown of chosen) {
    for (const viewport of windows.filter(({ width }) => width <= (shown.widthMax ?? Infinity))) {
      for (const theme of themes) {
        const state = states[shown.as];
        const context = await browser.newContext({
          baseURL: demo.url,
          viewport,
          colorScheme: theme,
          reducedMotion: 'reduce',
          ...(state ? { storageState: state } : {}),
        });
        if (shown.as === 'admin')
          await context.addInitScript((session) => sessionStorage.setItem('adminSession', session), adminSession);
        const picture = await take(await context.newPage(), shown, viewport.width);
        writeFileSync(join(folder, `${shown.name}-${viewport.width}-${theme}.webp`), picture);
        bytes += picture.length;
        await context.close();
      }
    }
    console.log(shown.name);
  }
  console.log(`${(bytes / 1e6).toFixed(1)} MB in docs/screenshots`);
} finally {
  await browser.close();
  await demo.end('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
}
