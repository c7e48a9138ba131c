import { expect } from '@playwright/test';
import { checkout, pay, publish, signUpBrand, signUpCreator, upload } from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { productForFile, test } from '../support/browser/journey.ts';
import type { Open } from '../support/browser/journey.ts';
import { press, tabTo } from '../support/browser/keyboard.ts';
import { drawPicture } from '../support/picture.ts';
import { isDrawn } from '../support/sample.ts';
import { arriveSignedIn } from '../support/browser/sign-in.ts';
import { examine } from '../support/browser/visit.ts';

const product = productForFile();

test.skip(!isDrawn('the studio', 2), 'Not drawn: marketing and referrals are.');

/** A page that its creator hides is answered with 404. */
test.use({ expectedErrors: [/status of 404 .*carla.works/] });

const openPage = (open: Open) => open(product.url, { viewport: { width: 1440, height: 900 } });

const publishItem = async ({ token }: Account, title: string, seed: number) => {
  const picture = new Uint8Array(await drawPicture(seed, 320, 240));
  return (await publish(product.url, token, await upload(product.url, token, picture), { title, tags: ['sand'] })).id;
};

/** A new creator's page, with items named after a subject and numbered from 1, of which the last is the newest. */
const openStudio = async (open: Open, subject: string, count: number) => {
  const creator = await signUpCreator(product.url);
  const titleOf = (number: number) => `${subject} ${String(number).padStart(2, '0')}`;
  const ids: string[] = [];
  for (let number = 1; number <= count; number += 1) ids.push(await publishItem(creator, titleOf(number), number));
  const studio = await openPage(open);
  await arriveSignedIn(studio, creator.email);
  return {
    creator,
    studio,
    titleOf,
    row: (title: string) => studio.getByRole('row', { name: new RegExp(title) }),
    showContent: async (query = '') => {
      await studio.goto(`/creator/dashboard?tab=content${query}`);
      await expect(studio.getByRole('row').nth(1)).toContainText(subject);
    },
    /** Another brand buys an item. */
    buy: async (number: number) => {
      const { token } = await signUpBrand(product.url);
      const { order_id: orderId } = await checkout(product.url, token, [{ id: ids[number - 1] ?? '' }]);
      await pay(product.url, token, orderId);
    },
  };
};

test('an item is withdrawn with the keyboard alone, leaves a visitor’s open marketplace, and comes back with Undo', async ({
  open,
}) => {
  const { studio, titleOf, row, showContent } = await openStudio(open, 'Cliff', 2);
  const title = titleOf(2);
  const visitor = await openPage(open);
  await visitor.goto('/marketplace');
  const card = visitor.getByRole('article', { name: title });
  await expect(card.getByRole('button', { name: 'Add to Cart' })).toBeEnabled();
  await showContent();
  await press(studio, studio.getByRole('button', { name: `Withdraw from sale: ${title}` }));
  const question = studio.getByRole('alertdialog');
  await expect(question).toContainText('Existing licenses stay valid');
  await examine(studio);
  await press(studio, question.getByRole('button', { name: 'Withdraw from sale' }));
  const undo = studio.getByRole('button', { name: 'Undo' });
  // The time of a toast stands still while the pointer is on it.
  await undo.hover();
  await expect(row(title)).toContainText('Withdrawn');
  await expect(studio.getByRole('button', { name: `Put back on sale: ${title}` })).toBeFocused();
  await expect(card.getByText('No longer for sale').first()).toBeVisible();
  await undo.click();
  await expect(row(title)).toContainText('On sale');
  await expect(card.getByText('No longer for sale')).toHaveCount(0);
  await expect(card.getByRole('button', { name: 'Add to Cart' })).toBeEnabled();
});

test('a sale updates its row in place, and new items are announced; the page does not move', async ({ open }) => {
  const { creator, studio, titleOf, row, showContent, buy } = await openStudio(open, 'Rock', 14);
  await showContent();
  const middle = row(titleOf(6));
  await middle.scrollIntoViewIfNeeded();
  await expect(middle).toBeInViewport();
  const place = async () => [await studio.evaluate(() => window.scrollY), (await middle.boundingBox())?.y];
  const before = await place();
  expect(before[0]).toBeGreaterThan(0);
  await buy(6);
  await expect(middle).toContainText('$200.00 net');
  await expect(middle).toContainText('$250.00');
  await publishItem(creator, 'Oasis', 99);
  const news = studio.getByRole('button', { name: 'Show 1 new item' });
  await expect(news).toBeVisible();
  await expect.poll(place).toEqual(before);
  await news.click();
  await expect(row('Oasis')).toBeInViewport();
});

test('each sale is shown at once, in the overview and among the licenses', async ({ open }) => {
  const { studio, titleOf, buy } = await openStudio(open, 'Ridge', 3);
  await buy(2);

  await test.step('the overview shows what sells best, and each sale updates it', async () => {
    await studio.goto('/creator/dashboard');
    const best = studio.getByRole('region', { name: 'Best sellers' });
    await expect(best.getByRole('listitem')).toContainText([titleOf(2)]);
    await buy(1);
    await buy(1);
    await expect(best.getByRole('listitem')).toContainText([titleOf(1), titleOf(2)]);
    await expect(studio.getByRole('group', { name: 'Payout due' })).toContainText('Next: $600.00');
    await examine(studio);
  });

  await test.step('[FIX-44] [FIX-30] the legend of the chart has the colors of its bars, in high contrast too', async () => {
    const chart = studio.getByRole('region', { name: 'Earnings', exact: true });
    const swatch = (label: string) => chart.getByText(label, { exact: true }).locator('xpath=preceding-sibling::*');
    for (const [label, bars] of [
      ['Gross', '.gross'],
      ['You earn', '.net'],
    ] as const) {
      const color = await chart
        .locator(bars)
        .last()
        .evaluate((bar) => getComputedStyle(bar).fill);
      for (const forcedColors of ['active', 'none'] as const) {
        await studio.emulateMedia({ forcedColors });
        await expect(swatch(label)).toHaveCSS('background-color', color);
      }
      await expect(swatch(label)).toHaveCSS('width', '10px');
      await expect(swatch(label)).toHaveCSS('height', '10px');
    }
  });

  await test.step('a sale is announced on the Licenses tab, and its agreement can be read', async () => {
    await studio.getByRole('tab', { name: 'Licenses' }).click();
    const licenses = studio.getByRole('tabpanel', { name: 'Licenses' });
    await expect(licenses.getByText('3 licenses')).toBeVisible();
    await buy(3);
    await studio.getByRole('button', { name: 'Show 1 new license' }).click();
    await studio.getByRole('button', { name: `View agreement for ${titleOf(3)}` }).click();
    await expect(studio.getByRole('dialog')).toContainText('Content License Agreement');
    await studio.keyboard.press('Escape');
    await expect(studio.getByRole('dialog')).toBeHidden();
    await examine(studio);
  });
});

test('a creator with many items finds each of them, and shows all of them on a public page', async ({ open }) => {
  const itemsCount = 24;
  const { studio, titleOf, row, showContent } = await openStudio(open, 'Dune', itemsCount);

  await test.step('the sort order, filters and search are in the address and survive a reload', async () => {
    await showContent();
    await studio.getByLabel('Sort by').selectOption('Title');
    await expect(row(titleOf(1))).toBeVisible();
    await expect(studio.getByRole('row').nth(1)).toContainText(titleOf(1));
    await studio.getByLabel('Status').selectOption('On sale');
    await studio.getByLabel('Search my content').fill('dune 2');
    await expect(studio).toHaveURL(/\?tab=content&sort=title&status=on_sale&search=dune\+2$/);
    const shown = ['Dune 20', 'Dune 21', 'Dune 22', 'Dune 23', 'Dune 24'];
    await expect(studio.locator('[data-index]')).toContainText(shown);
    await studio.reload();
    await expect(studio.locator('[data-index]')).toContainText(shown);
    await expect(studio.getByLabel('Sort by')).toHaveValue('title');
    await studio.getByLabel('Search my content').fill('nothing like it');
    await studio.getByRole('button', { name: 'Clear filters' }).click();
    await expect(studio).toHaveURL(/\?tab=content&sort=title$/);
    await expect(studio.getByText(`${itemsCount} items`)).toBeVisible();
  });

  await test.step('the keyboard reaches every row, by Tab and by the arrow keys, with a visible focus', async () => {
    await showContent('&sort=title');
    const edit = (number: number) => studio.getByRole('link', { name: `Edit ${titleOf(number)}` });
    const withdrawLast = studio.getByRole('button', { name: `Withdraw from sale: ${titleOf(itemsCount)}` });
    await tabTo(studio, edit(1));
    for (let number = 2; number <= itemsCount; number += 1) {
      await studio.keyboard.press('ArrowDown');
      await expect(edit(number)).toBeFocused();
      await expect(edit(number)).toBeInViewport();
    }
    await studio.keyboard.press('Tab');
    await expect(withdrawLast).toBeFocused();
    await studio.mouse.wheel(0, -10_000);
    await expect(studio.getByRole('heading', { name: 'Dashboard' })).toBeInViewport();
    await expect(withdrawLast).toBeFocused();
  });

  await test.step('My Content is accessible in both themes and on a phone', async () => {
    await showContent('&sort=title');
    await examine(studio);
  });

  await test.step('[GAL-12] a creator previews a public page, publishes it, and everyone finds all their work there', async () => {
    await studio.goto('/account');
    const form = studio.getByRole('form', { name: 'Public page' });
    await form.getByLabel('Handle').fill('@Carla.Works');
    await form.getByLabel('About you').fill('Sand, wind and the hour after.');
    await form.getByLabel('Links').fill('carla, prints');
    await expect(form.getByText('Please enter a full address')).toBeVisible();
    await form.getByLabel('Links').fill('https://carla.example/prints');
    await expect(form.getByRole('region', { name: 'Preview' })).toContainText('@carla.works');
    await examine(studio);
    await press(studio, form.getByRole('button', { name: 'Save public page' }));
    await expect(studio.getByText('Public page saved')).toBeVisible();
    await expect(form.getByRole('link', { name: 'See your page' })).toHaveAttribute('href', '/@carla.works');

    const visitor = await openPage(open);
    await visitor.goto('/@carla.works');
    await expect(visitor).toHaveTitle('Carla Creator (@carla.works) · Tessera');
    await expect(visitor.getByRole('heading', { name: 'Carla Creator', level: 1 })).toBeVisible();
    await expect(visitor.getByRole('link', { name: 'carla.example/prints' })).toHaveAttribute('rel', /nofollow/);
    const work = visitor.getByRole('region', { name: 'Work by Carla Creator' }).getByRole('link');
    await expect(work).toHaveCount(itemsCount);
    await examine(visitor);
    await form.getByRole('button', { name: 'Hide your page' }).click();
    await expect(studio.getByText('Public page hidden')).toBeVisible();
    await visitor.reload();
    await expect(visitor.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  });
});
