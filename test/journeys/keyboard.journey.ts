import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { password } from '../support/worlds/client.ts';
import { press, tabTo, typeInto } from '../support/browser/keyboard.ts';
import { productForFile, test } from '../support/browser/journey.ts';
import { openShop } from '../support/worlds/shop.ts';

const title = 'Harbour at dawn';

const product = productForFile();

test('a brand buys a six-month license with the keyboard alone, and the focus is always visible', async ({ open }) => {
  const { brand } = await openShop(product);
  const page = await open(product.url, { reducedMotion: 'no-preference' });

  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await press(page, page.getByRole('link', { name: 'Sign in' }));
  await typeInto(page, page.getByLabel('Email'), brand.email);
  await typeInto(page, page.getByLabel('Password', { exact: true }), password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/brand\/dashboard/);

  await press(page, page.getByRole('link', { name: 'Go to Marketplace' }));
  const found = page.waitForResponse(/\/api\/marketplace\?.*search=boats/);
  await typeInto(page, page.getByPlaceholder('Search content...'), 'boats');
  await found;
  const card = page.getByRole('article', { name: title });
  await tabTo(page, card.getByLabel(`License for ${title}`));
  await page.keyboard.press('ArrowDown');
  await expect(card.getByText('$250.00')).toBeVisible();
  await press(page, card.getByRole('button', { name: 'Add to Cart' }));
  await expect(page.getByText(`${title} has been added to your cart.`)).toBeVisible();

  await press(page, page.getByRole('link', { name: 'Cart, 1 item' }));
  await press(page, page.getByRole('button', { name: 'Proceed to Checkout' }));
  await typeInto(page, page.getByLabel('Cardholder Name'), 'Bo Buyer');
  await typeInto(page, page.getByLabel('Card Number'), '4242424242424242');
  await typeInto(page, page.getByLabel('Expiry Date'), '1240');
  await typeInto(page, page.getByLabel('CVV'), '123');
  await press(page, page.getByRole('checkbox'), 'Space');

  await test.step('back through the form in a low window, no field is hidden under the header', async () => {
    await page.setViewportSize({ width: 600, height: 360 });
    const header = page.getByRole('banner');
    const below = (field: Locator) =>
      field.evaluate((element) => {
        const { bottom = 0 } = document.querySelector('header')?.getBoundingClientRect() ?? {};
        return element.getBoundingClientRect().top - bottom;
      });
    await expect(header).toBeInViewport();
    for (const name of ['CVV', 'Expiry Date', 'Card Number', 'Cardholder Name']) {
      const field = page.getByLabel(name);
      await page.keyboard.press('Shift+Tab');
      await expect(field).toBeFocused();
      await expect.poll(() => below(field), `how far ${name} is below the header`).toBeGreaterThanOrEqual(0);
    }
  });
  await press(page, page.getByRole('button', { name: 'Pay $250.00' }));

  await expect(page.getByText('Purchase complete')).toBeVisible();
  const original = page.waitForEvent('download');
  await press(page, page.getByRole('button', { name: `Download original of ${title}` }));
  await original;
  await press(page, page.getByRole('link', { name: 'See all your licenses' }));
  await press(page, page.getByRole('button', { name: `View agreement for ${title}` }));
  await expect(page.getByRole('dialog')).toContainText('Carla Creator');
  await expect(page.getByRole('dialog').locator(':focus')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});
