import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';

const cpuSlowdown = 4;

/** What one visit by a browser with nothing in its cache saw. */
export interface Vitals {
  /** When the largest thing above the fold was painted. */
  readonly lcpMs: number;
  readonly lcpElement: string;
  /** How much of the window moved, as the Layout Instability API counts it. */
  readonly cls: number;
  /** What moved. */
  readonly moved: readonly string[];
  readonly scripts: readonly Script[];
}

export interface Script {
  readonly path: string;
  readonly gzipBytes: number;
  readonly sentBytes: number;
}

/** Runs in the page before anything of its own. */
const observe = () => {
  const seen = { lcpMs: 0, lcpElement: '', cls: 0, moved: [] as string[] };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element | null })[]) {
      seen.lcpMs = entry.startTime;
      seen.lcpElement = entry.element?.outerHTML.slice(0, 80) ?? '';
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue;
      seen.cls += value;
      for (const { node } of sources) seen.moved.push(node instanceof Element ? node.outerHTML.slice(0, 80) : '');
    }
  }).observe({ type: 'layout-shift', buffered: true });
};

/** The page stands when its heading and its faces are there, and two frames have shown them. */
const settle = async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
};

/** Visits an address with a processor four times slower than this one, until nothing is asked for anymore. */
export const visit = async (
  browser: Browser,
  address: string,
  context: BrowserContextOptions,
  slowdown = cpuSlowdown,
): Promise<Vitals> => {
  const opened = await browser.newContext(context);
  try {
    const page = await opened.newPage();
    await page.addInitScript(observe);
    const devtools = await opened.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const scripts: Promise<Script>[] = [];
    page.on('requestfinished', (request) => {
      if (request.resourceType() !== 'script') return;
      scripts.push(
        (async () => {
          const response = await request.response();
          const body = (await response?.body()) ?? Buffer.alloc(0);
          const { responseBodySize } = await request.sizes();
          return {
            path: new URL(request.url()).pathname,
            gzipBytes: gzipSync(body).length,
            sentBytes: responseBodySize,
          };
        })(),
      );
    });
    await page.goto(address, { waitUntil: 'networkidle' });
    await settle(page);
    const seen = await page.evaluate(() => (window as unknown as { seen: Omit<Vitals, 'scripts'> }).seen);
    return { ...seen, scripts: await Promise.all(scripts) };
  } finally {
    await opened.close();
  }
};
