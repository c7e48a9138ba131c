import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';

const rules = ['wcag2a', 'wcag2aa', 'wcag21aa'];

/** A new browser of its own at the product, without motion: colours on their way have no contrast to speak of. */
export const visit = async (browser: Browser, baseURL: string, troubles: string[] = []): Promise<Page> => {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.on('pageerror', (error) => troubles.push(`${page.url()}: ${error.message}`));
  return page;
};

/** In both themes, nothing that axe can name. */
export const expectAccessible = async (page: Page) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveClass(new RegExp(colorScheme));
    const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    expect.soft(found, `${page.url()} in the ${colorScheme} theme`).toEqual([]);
  }
};
