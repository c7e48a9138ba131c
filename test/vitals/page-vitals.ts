import type { Browser, BrowserContextOptions, Page } from '@playwright/test';

/** A phone a few years old, on a slow connection by today's standards. */
export const slow = { cpuSlowdown: 4, bitsPerSecond: 1_600_000, latencyMs: 150 };
export type Pace = typeof slow;

/** Number of files, and the bytes transferred for them. */
interface Sent {
  readonly files: number;
  readonly bytes: number;
}

/** A text response of the service. */
export interface Text {
  readonly path: string;
  readonly coding: string;
  readonly bytes: number;
  readonly sentBytes: number;
}

/** Measurements of one visit by a browser with an empty cache. */
export interface Vitals {
  /** When the largest element above the fold was painted. */
  readonly lcpMs: number;
  readonly lcpElement: string;
  /** Cumulative layout shift, as the Layout Instability API measures it. */
  readonly cls: number;
  /** The elements that shifted. */
  readonly moved: readonly string[];
  /** Scripts loaded before the largest paint, and all scripts. */
  readonly scriptsBefore: Sent;
  readonly scripts: Sent;
  readonly html: Text;
  readonly json: readonly Text[];
}

/** Runs in the page before any of its own code. */
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

/** Runs in the page at the end. */
const look = () => {
  const { seen } = window as unknown as { seen: Pick<Vitals, 'lcpMs' | 'lcpElement' | 'cls' | 'moved'> };
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const all = resources.filter(({ name }) => new URL(name).pathname.endsWith('.js'));
  const sum = (entries: readonly PerformanceResourceTiming[]) => ({
    files: entries.length,
    bytes: entries.reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0),
  });
  const scriptsBefore = sum(all.filter(({ responseEnd }) => responseEnd <= seen.lcpMs));
  return { ...seen, scriptsBefore, scripts: sum(all) };
};

/** The page has settled when its heading and its fonts are there and two more frames have been drawn. */
const settle = async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
};

const isText = (type = '') => /^(text\/html|application\/json)/.test(type);

export interface Visit {
  readonly address: string;
  readonly context: BrowserContextOptions;
  /** What the browser's storage contains before the page opens. */
  readonly keeps?: {
    readonly local?: Readonly<Record<string, string>>;
    readonly session?: Readonly<Record<string, string>>;
  };
}

/** Visits an address until no more requests are sent. */
export const visit = async (browser: Browser, { address, context, keeps = {} }: Visit, pace: Pace): Promise<Vitals> => {
  const opened = await browser.newContext(context);
  try {
    const page = await opened.newPage();
    await page.addInitScript(observe);
    await page.addInitScript(({ local = {}, session = {} }) => {
      for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value);
      for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value);
    }, keeps);
    const devtools = await opened.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: pace.cpuSlowdown });
    const throughput = pace.bitsPerSecond / 8;
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: pace.latencyMs,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
    const texts: Promise<Text & { readonly isPage: boolean }>[] = [];
    page.on('requestfinished', (request) => {
      const read = async () => {
        // A request still in progress when the page closes is not part of its first view.
        const response = await request.response().catch(() => null);
        const headers = response?.headers() ?? {};
        if (!response || !isText(headers['content-type']))
          return { isPage: false, path: '', coding: '', bytes: 0, sentBytes: 0 };
        const { responseBodySize: sentBytes } = await request.sizes().catch(() => ({ responseBodySize: 0 }));
        const { length: bytes } = await response.body().catch(() => Buffer.alloc(0));
        const { pathname: path } = new URL(request.url());
        return {
          isPage: request.resourceType() === 'document',
          path,
          coding: headers['content-encoding'] ?? 'none',
          bytes,
          sentBytes,
        };
      };
      texts.push(read());
    });
    await page.goto(address, { waitUntil: 'networkidle' });
    await settle(page);
    const seen = await page.evaluate(look);
    const read = (await Promise.all(texts)).filter(({ path }) => path !== '');
    const html = read.find(({ isPage }) => isPage);
    if (!html) throw new Error(`${address} answered no page`);
    return { ...seen, html, json: read.filter(({ isPage }) => !isPage) };
  } finally {
    await opened.close();
  }
};
