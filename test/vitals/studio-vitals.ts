import type { Browser, Page } from '@playwright/test';
import { checkout, pay } from '../support/worlds/client.ts';
import { multiplyItem } from '../support/worlds/many-items.ts';
import { startProduct } from '../support/worlds/product.ts';
import { openShop } from '../support/worlds/shop.ts';
import { signInThroughForm } from '../support/browser/sign-in.ts';
import { median } from '../support/median.ts';
import { until } from '../support/until.ts';

const visits = 5;
const sales = 9;
const scrollSteps = 40;
const scrollStepPx = 600;
const desk = { width: 1440, height: 900 };

/**
 * Runs in the page before any of its own code: records when rows were first painted, and how long the page was blocked.
 */
const observe = () => {
  const seen = { firstRowMs: 0, longTasks: [] as number[] };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
  const look = () => {
    if (document.querySelector('[data-index]')) {
      // In the frame after the one with the row in it, the row has been painted.
      requestAnimationFrame(() => (seen.firstRowMs = performance.now()));
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

interface Seen {
  readonly firstRowMs: number;
  readonly longTasks: number[];
}
const seenIn = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen }).seen);

const openContent = async (page: Page, url: string) => {
  await page.goto(`${url}/creator/dashboard?tab=content`);
  await page.waitForFunction(() => (window as unknown as { seen: Seen }).seen.firstRowMs > 0);
  return (await seenIn(page)).firstRowMs;
};

/**
 * Scrolls down through the list, which loads more pages meanwhile; returns the duration of each frame and long task.
 */
const scroll = async (page: Page) => {
  const frames = await page.evaluate(
    async ({ steps, px }) => {
      (window as unknown as { seen: Seen }).seen.longTasks.length = 0;
      const times: number[] = [];
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      let before = await frame();
      for (let step = 0; step < steps; step += 1) {
        window.scrollBy(0, px);
        const now = await frame();
        times.push(now - before);
        before = now;
      }
      return times;
    },
    { steps: scrollSteps, px: scrollStepPx },
  );
  const { longTasks } = await seenIn(page);
  return { frames, longestTaskMs: Math.max(0, ...longTasks) };
};

/** Scrolls to the end of the list, so that all of it is loaded; returns the number of rows. */
const readAll = async (page: Page, count: number) => {
  await until(
    'all items are read',
    async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      return (await page.getByRole('table').getAttribute('aria-rowcount')) === String(count + 1);
    },
    300_000,
  );
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.locator('[data-index="0"]').waitFor();
};

interface SaleOptions {
  readonly page: Page;
  readonly url: string;
  readonly token: string;
  readonly id: string;
}

/** From the moment the payment is sent to the frame that shows the new count in the item's row. */
const saleToScreen = async ({ page, url, token, id }: SaleOptions, sold: number) => {
  const { order_id: orderId } = await checkout(url, token, [{ id, licenseType: 'one_time', price: 25 }]);
  const shown = page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const cell = document.querySelector('[data-index="0"] [data-label="Licenses"]');
          if (cell?.textContent === wanted) resolve(performance.timeOrigin + performance.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
    String(sold),
  );
  const sentAt = performance.timeOrigin + performance.now();
  await pay(url, token, orderId);
  const answeredAt = performance.timeOrigin + performance.now();
  const at = await shown;
  return { fromPaymentMs: at - sentAt, fromAnswerMs: at - answeredAt };
};

/** Measures My Content for a creator with `count` items, on processors slower than this one by each of the factors. */
export const studioVitals = async (browser: Browser, count: number, slowdowns: readonly number[]) => {
  let product = await startProduct({ env: {} });
  try {
    const { creator, brand, itemId } = await openShop(product);
    await product.stop();
    await multiplyItem(product.dataDir, count, 'Harbour at dawn');
    product = await startProduct({ again: product });
    const results: Record<string, Record<string, number>> = {};
    let sold = 0;
    for (const slowdown of slowdowns) {
      const context = await browser.newContext({ viewport: desk, baseURL: product.url });
      const page = await context.newPage();
      await signInThroughForm(page, creator.email);
      await page.addInitScript(observe);
      const devtools = await context.newCDPSession(page);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      const firstRow: number[] = [];
      for (let visit = 0; visit < visits; visit += 1) firstRow.push(await openContent(page, product.url));
      const { frames, longestTaskMs } = await scroll(page);
      await readAll(page, count);
      const live: { fromPaymentMs: number; fromAnswerMs: number }[] = [];
      for (let sale = 0; sale < sales; sale += 1) {
        sold += 1;
        live.push(await saleToScreen({ page, url: product.url, token: brand.token, id: itemId }, sold));
      }
      results[`${slowdown}× slower`] = {
        'first row, ms': Math.round(median(firstRow)),
        'worst first row, ms': Math.round(Math.max(...firstRow)),
        'scroll: median frame, ms': Math.round(median(frames)),
        'scroll: worst frame, ms': Math.round(Math.max(...frames)),
        'scroll: longest task, ms': Math.round(longestTaskMs),
        'sale → screen, ms': Math.round(median(live.map(({ fromPaymentMs }) => fromPaymentMs))),
        'payment answered → screen, ms': Math.round(median(live.map(({ fromAnswerMs }) => fromAnswerMs))),
        'rows in the document': await page.locator('[data-index]').count(),
      };
      await context.close();
    }
    return results;
  } finally {
    await product.stop();
    product.forget();
  }
};

if (import.meta.main) {
  const { openBrowser } = await import('../support/browser/browser.ts');
  const browser = await openBrowser();
  console.table(await studioVitals(browser, Number(process.argv[2] ?? 5_000), [1, 4]));
  await browser.close();
}
