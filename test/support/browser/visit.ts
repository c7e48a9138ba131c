import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import type { Page, TestInfo } from '@playwright/test';
import { isFull, sampleOf } from '../sample.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21aa'];
/** axe calls it experimental and leaves it off, but people who use voice control say the words they see on a control. */
const extraRules = { 'label-content-name-mismatch': { enabled: true } };

/** Waits until the latest change has been drawn. */
const untilDrawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Waits until a change of the layout is over, such as a sidebar that expands. */
const untilSettled = async (page: Page) => {
  await untilDrawn(page);
  const transitions = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .flatMap((each) => (each instanceof CSSTransition ? [`${each.transitionProperty} ${each.playState}`] : [])),
    );
  await expect.poll(transitions, `${page.url()} comes to rest`).toEqual([]);
};

/** Draws everything without transitions meanwhile: off screen, a color would stay halfway between two themes. */
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

/** What 1280 px are at a zoom of 400 %, too. */
const smallPhone = { width: 320, height: 640 };
const phone = { width: 390, height: 844 };
const tablet = { width: 768, height: 1024 };
const laptop = { width: 1024, height: 768 };
const desk = { width: 1440, height: 900 };
const sizes = [phone, tablet, desk];
const looks = sizes.flatMap((size) => themes.map((theme) => ({ size, theme })));

/** Enough for several attempts, each of several frames. */
const fitsWithinMs = 10_000;

const callsSoFar = new WeakMap<TestInfo, number>();

/**
 * Names this call by its test and its number within the test, so that each call draws its own samples, and the same
 * ones when repeated.
 */
const nextCallName = () => {
  const info = test.info();
  const number = (callsSoFar.get(info) ?? 0) + 1;
  callsSoFar.set(info, number);
  return `${info.titlePath.join(' › ')} ${number}`;
};

const expectNoViolations = (page: Page, theme: Theme) =>
  atRest(page, async () => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveClass(new RegExp(theme));
    await untilDrawn(page);
    // Our pages contain no frames of other origins; to look into those, axe would open another page each time.
    const axe = new AxeBuilder({ page })
      .setLegacyMode()
      .options({ resultTypes: ['violations'], rules: extraRules })
      .withTags(rules);
    const { violations } = await axe.analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    );
    expect.soft(found, `${page.url()} in the ${theme} theme at ${page.viewportSize()?.width} px`).toEqual([]);
  });

/** All of them in a full run; in `npm test`, one at about every second call, drawn by the seed. */
const sampled = <Look>(all: readonly Look[]): readonly Look[] => {
  const name = nextCallName();
  const isChecked = isFull || sampleOf(`whether to look at ${name}`, [true, false], 1)[0];
  return isChecked ? sampleOf(name, all, 1) : [];
};

/** Runs the check, then restores the theme that the page had before. */
const withThemeKept = async (page: Page, look: () => Promise<void>) => {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await look();
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
};

/** Expects axe to find nothing at the page's current width: in both themes, or in `npm test` in one of them or none. */
export const expectAccessible = (page: Page) =>
  withThemeKept(page, async () => {
    for (const theme of sampled(themes)) await expectNoViolations(page, theme);
  });

interface Fit {
  /** A table with long words may be wider than its frame, which scrolls. */
  readonly tablesMayScroll?: boolean;
  /** Also looks at the narrowest window. */
  readonly isNarrowest?: boolean;
}

/** What doesn't fit: the page, a dialog, a table that could have become cards, or a figure. */
const cutOff = (page: Page, { tablesMayScroll = false }: Fit) =>
  page.evaluate((areTablesLeftOut) => {
    const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent;
    const isOfTable = ({ parentElement }: Element) =>
      parentElement !== null && getComputedStyle(parentElement).containerName === 'table';
    const tables = areTablesLeftOut ? [] : [...document.querySelectorAll('main [role=region]')].filter(isOfTable);
    const figures = document.querySelectorAll('main [role=group][aria-labelledby] > [aria-hidden]');
    const dialogs = document.querySelectorAll('[role=dialog], [role=alertdialog]');
    return [document.documentElement, ...dialogs, ...tables, ...figures]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((element) => (element.localName === 'html' ? 'the page' : nameOf(element)));
  }, tablesMayScroll);

/** Expects that nothing is cut off at four widths, or five. Leaves the page at a phone's. */
export const expectFits = async (page: Page, fit: Fit = {}) => {
  const narrowest = fit.isNarrowest ? [smallPhone] : [];
  // Chromium occasionally misses a new width for rules that the page is just adding, so the width is set again.
  await expect(async () => {
    for (const size of [desk, laptop, tablet, ...narrowest, phone]) {
      await page.setViewportSize(size);
      await untilDrawn(page);
      expect(await cutOff(page, fit), `${page.url()} at ${size.width} px`).toEqual([]);
    }
  }).toPass({ timeout: fitsWithinMs });
};

/**
 * Expects that nothing is cut off at four widths, and no axe findings in both themes at three of them; for axe, `npm
 * test` draws one of these six combinations or none. Leaves the page at desktop width.
 */
export const examine = (page: Page) =>
  withThemeKept(page, async () => {
    await expectFits(page);
    for (const { size, theme } of sampled(looks)) {
      await page.setViewportSize(size);
      await expectNoViolations(page, theme);
    }
    await page.setViewportSize(desk);
    await untilSettled(page);
  });
