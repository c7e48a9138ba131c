import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import type { Browser, Page, TestInfo } from '@playwright/test';
import { sampleOf } from './sample.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21aa'];

/** A new browser of its own at the product, without motion: colours on their way have no contrast to speak of. */
export const visit = async (browser: Browser, baseURL: string, troubles: string[] = []): Promise<Page> => {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.on('pageerror', (error) => troubles.push(`${page.url()}: ${error.message}`));
  return page;
};

const roundsMax = 20;

/**
 * However short a transition is, until the next frames a colour still is what it was. What is out of sight takes its
 * colours only when it is asked for them, and what inherits one goes on its way when that has arrived.
 */
const untilStill = (page: Page) =>
  page.evaluate(async (rounds) => {
    for (let round = 0; round < rounds; round += 1) {
      for (const element of document.querySelectorAll('*')) void getComputedStyle(element).color;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
      if (transitions.length === 0) return;
      await Promise.allSettled(transitions.map((transition) => transition.finished));
    }
  }, roundsMax);

type Theme = 'light' | 'dark';
const themes: readonly Theme[] = ['light', 'dark'];

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };
const sizes = [phone, { width: 820, height: 1180 }, desk];
const looks = sizes.flatMap((size) => themes.map((theme) => ({ size, theme })));

const looksSoFar = new WeakMap<TestInfo, number>();

/** Names the place by its test and its turn in it, so that each place draws looks of its own, and the same ones again. */
const nextPlace = () => {
  const info = test.info();
  const turn = (looksSoFar.get(info) ?? 0) + 1;
  looksSoFar.set(info, turn);
  return `${info.titlePath.join(' › ')} ${turn}`;
};

const expectNothingNamed = async (page: Page, theme: Theme) => {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveClass(new RegExp(theme));
  await untilStill(page);
  // Our pages hold no frames of other origins; to look into those, axe would open a further page each time.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(rules);
  const { violations } = await axe.analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
  expect.soft(found, `${page.url()} in the ${theme} theme at ${page.viewportSize()?.width} px`).toEqual([]);
};

/** Does something, and leaves the page in the theme that it came in. */
const withThemeKept = async (page: Page, look: () => Promise<void>) => {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await look();
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
};

/** Nothing that axe can name, at the width the page has: in both themes, in `npm test` in one of them. */
export const expectAccessible = (page: Page) =>
  withThemeKept(page, async () => {
    for (const theme of sampleOf(nextPlace(), themes, 1)) await expectNothingNamed(page, theme);
  });

/**
 * At a phone's width nothing beyond the right edge, and nothing that axe can name: in both themes at three widths, in
 * `npm test` in one of these six looks. Leaves the page at a desk's width.
 */
export const examine = (page: Page) =>
  withThemeKept(page, async () => {
    // Styles that no frame has shown yet may miss that the width changes: Chromium then keeps those of the wide window.
    await untilStill(page);
    await page.setViewportSize(phone);
    const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(beyond, { message: `${page.url()} at ${phone.width} px` }).toBeLessThanOrEqual(0);
    for (const { size, theme } of sampleOf(nextPlace(), looks, 1)) {
      await page.setViewportSize(size);
      await expectNothingNamed(page, theme);
    }
    await page.setViewportSize(desk);
  });
