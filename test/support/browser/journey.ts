import { expect, test as base } from '@playwright/test';
import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { startProduct } from '../worlds/product.ts';
import type { Product } from '../worlds/product.ts';

interface Fixtures {
  /** Opens a page in a browser context of its own, which ends with the test. */
  readonly open: (baseURL: string, options?: BrowserContextOptions) => Promise<Page>;
  /** Errors that pages raised or logged, such as breaches of their content policy. With any, the test fails. */
  readonly troubles: string[];
  /**
   * Errors that the test itself brings about: the browser logs each answer that is a refusal. At most one pattern, as
   * Playwright takes a second element for the settings of the option.
   */
  readonly expectedErrors: readonly [RegExp?];
}

export type Open = Fixtures['open'];

/** A scenario in the browser: one test, its steps, and pages and data of its own. */
export const test = base.extend<Fixtures>({
  expectedErrors: [[], { option: true }],
  troubles: async ({ expectedErrors }, use) => {
    const troubles: string[] = [];
    await use(troubles);
    const unexpected = troubles.filter((trouble) => !expectedErrors.some((expected) => expected?.test(trouble)));
    expect(unexpected, 'errors on a page').toEqual([]);
  },
  open: async ({ browser, troubles }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (baseURL, options) => {
      // A color in transition has no meaningful contrast.
      const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', ...options });
      contexts.push(context);
      const report = (page: Page, text: string) => void troubles.push(`${page.url()}: ${text}`);
      context.on('page', (page) => {
        page.on('pageerror', ({ message }) => report(page, message));
        page.on('console', (message) => {
          if (message.type() === 'error') report(page, `${message.text()} ${message.location().url}`);
        });
      });
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

/** Opens a page that shows a toast at once: until the page has loaded, the toast could be gone on a busy machine. */
export const arriveForToast = (page: Page, address: string) => page.goto(address, { waitUntil: 'commit' });

/** Runs a product, before the first test of this file until after the last one. */
export const productForFile = (start: () => Promise<Product> = startProduct): Product => {
  let running: Product | undefined;
  test.beforeAll(async () => {
    running = await start();
  });
  test.afterAll(async () => {
    await running?.stop();
    running?.forget();
  });
  return new Proxy({} as Product, {
    get: (_target, name) => {
      if (!running) throw new Error('The product has not been started yet');
      return Reflect.get(running, name) as unknown;
    },
  });
};
