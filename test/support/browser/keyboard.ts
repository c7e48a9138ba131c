import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

const tabsMax = 60;

/** Whether a sighted person can see where the keyboard focus is: an outline on the control itself or around it. */
const showsFocus = (target: Locator) =>
  target.evaluate((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
  });

/** Presses Tab until the control has the focus, and checks that the focus is visible. */
export const tabTo = async (page: Page, target: Locator) => {
  await expect(target).toBeVisible();
  // Kept between presses: each lookup by role reads the whole page.
  let control = await target.evaluateHandle((element) => element);
  const place = () =>
    control.evaluate((element) =>
      element === document.activeElement ? 'focused' : element.isConnected ? 'elsewhere' : 'replaced',
    );
  for (let tabs = 0, at = await place(); at !== 'focused' && tabs < tabsMax; tabs += 1, at = await place()) {
    if (at === 'replaced') control = await target.evaluateHandle((element) => element);
    else await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
  await expect.poll(() => showsFocus(target), 'the focus is visible').toBe(true);
};

export const typeInto = async (page: Page, target: Locator, text: string) => {
  await tabTo(page, target);
  await page.keyboard.type(text);
};

export const press = async (page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter') => {
  await tabTo(page, target);
  await page.keyboard.press(key);
};

/** On /auth: an arrow key leads to the other of the two tabs. */
export const chooseSignIn = async (page: Page) => {
  await tabTo(page, page.getByRole('tab', { name: 'Create Account' }));
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeFocused();
  // The form of the other tab disappears a moment after this one has appeared.
  await expect(page.getByRole('form', { name: 'Sign In' })).toBeVisible();
  await expect(page.getByRole('form')).toHaveCount(1);
};
