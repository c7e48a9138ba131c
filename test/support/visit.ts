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

/** However short a transition is, until the next frames a colour still is what it was. */
const untilStill = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map((transition) => transition.finished));
  });

/** In both themes, nothing that axe can name. */
export const expectAccessible = async (page: Page) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveClass(new RegExp(colorScheme));
    await untilStill(page);
    // Our pages hold no frames of other origins; to look into those, axe would open a further page each time.
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(rules).analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    );
    expect.soft(found, `${page.url()} in the ${colorScheme} theme at ${page.viewportSize()?.width} px`).toEqual([]);
  }
};

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/** Accessible at both widths, and at a phone's nothing beyond the right edge; leaves the page at a desk's width. */
export const examine = async (page: Page) => {
  await expectAccessible(page);
  await page.setViewportSize(phone);
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(beyond, { message: `${page.url()} at ${phone.width} px` }).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await page.setViewportSize(desk);
};
