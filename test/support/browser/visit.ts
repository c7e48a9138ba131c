import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import type { Browser, Page, TestInfo } from '@playwright/test';
import { isFull, sampleOf } from '../sample.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21aa'];
/** Off by itself, as axe calls it experimental: who speaks to a page says the words that stand on a control. */
const alsoOn = { 'label-content-name-mismatch': { enabled: true } };

/** A new browser of its own at the product, without motion: colors on their way have no contrast to speak of. */
export const visit = async (browser: Browser, baseURL: string, troubles: string[] = []): Promise<Page> => {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.on('pageerror', (error) => troubles.push(`${page.url()}: ${error.message}`));
  return page;
};

/** Until what was just changed has been drawn. */
const untilDrawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Everything is drawn meanwhile, and at once: out of sight a color stays on its way from one theme to the other. */
const atRest = async (page: Page, look: () => Promise<void>) => {
  await page.evaluate(() => {
    const rules = new CSSStyleSheet();
    rules.replaceSync('*, ::before, ::after { content-visibility: visible !important; transition: none !important; }');
    document.adoptedStyleSheets.push(rules);
  });
  await look();
  await page.evaluate(() => void document.adoptedStyleSheets.pop());
};

type Theme = 'light' | 'dark';
const themes: readonly Theme[] = ['light', 'dark'];

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };
const sizes = [phone, { width: 820, height: 1180 }, desk];
const looks = sizes.flatMap((size) => themes.map((theme) => ({ size, theme })));

/** Of some tries, each of some frames. */
const fitsWithinMs = 10_000;

const looksSoFar = new WeakMap<TestInfo, number>();

/** Names the place by its test and its turn in it, so that each place draws looks of its own, and the same ones again. */
const nextPlace = () => {
  const info = test.info();
  const turn = (looksSoFar.get(info) ?? 0) + 1;
  looksSoFar.set(info, turn);
  return `${info.titlePath.join(' › ')} ${turn}`;
};

const expectNothingNamed = (page: Page, theme: Theme) =>
  atRest(page, async () => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveClass(new RegExp(theme));
    await untilDrawn(page);
    // Our pages hold no frames of other origins; to look into those, axe would open a further page each time.
    const axe = new AxeBuilder({ page })
      .setLegacyMode()
      .options({ resultTypes: ['violations'], rules: alsoOn })
      .withTags(rules);
    const { violations } = await axe.analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    );
    expect.soft(found, `${page.url()} in the ${theme} theme at ${page.viewportSize()?.width} px`).toEqual([]);
  });

/** All of them; in `npm test` one at every second place, drawn anew each time. */
const drawn = <Look>(all: readonly Look[]): readonly Look[] => {
  const place = nextPlace();
  const isLookedAt = isFull || sampleOf(`whether to look at ${place}`, [true, false], 1)[0];
  return isLookedAt ? sampleOf(place, all, 1) : [];
};

/** Does something, and leaves the page in the theme that it came in. */
const withThemeKept = async (page: Page, look: () => Promise<void>) => {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await look();
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
};

/** Nothing that axe can name, at the width the page has: in both themes, in `npm test` in one of them or none. */
export const expectAccessible = (page: Page) =>
  withThemeKept(page, async () => {
    for (const theme of drawn(themes)) await expectNothingNamed(page, theme);
  });

/**
 * At a phone's width nothing beyond the right edge, and nothing that axe can name: in both themes at three widths, in
 * `npm test` in one of these six looks or none. Leaves the page at a desk's width.
 */
export const examine = (page: Page) =>
  withThemeKept(page, async () => {
    // Chromium now and then overlooks a new width for rules that the page is just adding: then it is told once more.
    await expect(async () => {
      await page.setViewportSize(desk);
      await untilDrawn(page);
      await page.setViewportSize(phone);
      await untilDrawn(page);
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(beyond, `${page.url()} at ${phone.width} px`).toBeLessThanOrEqual(0);
    }).toPass({ timeout: fitsWithinMs });
    for (const { size, theme } of drawn(looks)) {
      await page.setViewportSize(size);
      await expectNothingNamed(page, theme);
    }
    await page.setViewportSize(desk);
  });
