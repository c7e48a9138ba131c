import { expect, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { checkout, pay, publish, signUpBrand, signUpCreator, upload } from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { press, tabTo } from '../support/browser/keyboard.ts';
import { drawPicture } from '../support/picture.ts';
import { isDrawn } from '../support/sample.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';
import { arriveSignedIn } from '../support/browser/sign-in.ts';
import { examine, visit } from '../support/browser/visit.ts';

const itemsCount = 24;
const titleOf = (number: number) => `Dune ${String(number).padStart(2, '0')}`;

let product: Product;
let creator: Account;
let brand: Account;
let studio: Page;
const ids: string[] = [];
const troubles: string[] = [];

test.describe.configure({ mode: 'serial' });

test.skip(!isDrawn('the studio', 2), 'Not drawn: marketing and referrals are.');

test.beforeAll(async ({ browser }) => {
  product = await startProduct();
  const { url } = product;
  [creator, brand] = await Promise.all([signUpCreator(url), signUpBrand(url)]);
  for (let number = 1; number <= itemsCount; number += 1) {
    const picture = new Uint8Array(await drawPicture(number, 320, 240));
    const uploadId = await upload(url, creator.token, picture);
    ids.push((await publish(url, creator.token, uploadId, { title: titleOf(number), tags: ['sand'] })).id);
  }
  studio = await open(browser);
  await arriveSignedIn(studio, creator.email);
});

test.afterAll(async () => {
  await studio.context().close();
  await product.stop();
  product.forget();
});

const open = async (browser: Browser) => {
  const page = await visit(browser, product.url, troubles);
  await page.setViewportSize({ width: 1440, height: 900 });
  return page;
};

const buy = async (number: number) => {
  const id = ids[number - 1] ?? '';
  const { order_id: orderId } = await checkout(product.url, brand.token, [{ id }]);
  await pay(product.url, brand.token, orderId);
};

const row = (title: string) => studio.getByRole('row', { name: new RegExp(title) });
const showContent = async (query = '') => {
  await studio.goto(`/creator/dashboard?tab=content${query}`);
  await expect(studio.getByRole('row').nth(1)).toContainText('Dune');
};

test('an item is withdrawn with the keyboard alone, leaves a visitor’s open marketplace, and comes back with Undo', async ({
  browser,
}) => {
  const title = titleOf(itemsCount);
  const visitor = await open(browser);
  await visitor.goto('/marketplace');
  const card = visitor.getByRole('article', { name: title });
  await expect(card.getByRole('button', { name: 'Add to Cart' })).toBeEnabled();
  await showContent();
  await press(studio, studio.getByRole('button', { name: `Withdraw from sale: ${title}` }));
  const question = studio.getByRole('alertdialog');
  await expect(question).toContainText('Existing licenses stay valid');
  await examine(studio);
  await press(studio, question.getByRole('button', { name: 'Withdraw from sale' }));
  await expect(row(title)).toContainText('Withdrawn');
  await expect(studio.getByRole('button', { name: `Put back on sale: ${title}` })).toBeFocused();
  await expect(card.getByText('No longer for sale').first()).toBeVisible();
  await studio.getByRole('button', { name: 'Undo' }).click();
  await expect(row(title)).toContainText('On sale');
  await expect(card.getByText('No longer for sale')).toHaveCount(0);
  await expect(card.getByRole('button', { name: 'Add to Cart' })).toBeEnabled();
  await visitor.context().close();
});

test('the sort order, filters and search are in the address and survive a reload', async () => {
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

test('a sale updates its row in place, and new items are announced; the page does not move', async () => {
  await showContent();
  const middle = row(titleOf(12));
  while ((await middle.count()) === 0) await studio.mouse.wheel(0, 400);
  await middle.scrollIntoViewIfNeeded();
  const place = async () => [await studio.evaluate(() => window.scrollY), (await middle.boundingBox())?.y];
  const before = await place();
  expect(before[0]).toBeGreaterThan(0);
  await buy(12);
  await expect(middle).toContainText('$200.00 net');
  await expect(middle).toContainText('$250.00');
  const picture = new Uint8Array(await drawPicture(99, 320, 240));
  const uploadId = await upload(product.url, creator.token, picture);
  await publish(product.url, creator.token, uploadId, { title: 'Oasis' });
  const news = studio.getByRole('button', { name: 'Show 1 new item' });
  await expect(news).toBeVisible();
  expect(await place()).toEqual(before);
  await news.click();
  await expect(row('Oasis')).toBeInViewport();
});

test('the keyboard reaches every row, by Tab and by the arrow keys, with a visible focus', async () => {
  await showContent('&sort=title');
  const edit = (number: number) => studio.getByRole('link', { name: `Edit ${titleOf(number)}` });
  await tabTo(studio, edit(1));
  for (let number = 2; number <= itemsCount; number += 1) {
    await studio.keyboard.press('ArrowDown');
    await expect(edit(number)).toBeFocused();
    await expect(edit(number)).toBeInViewport();
  }
  await studio.keyboard.press('Tab');
  await expect(studio.getByRole('button', { name: `Withdraw from sale: ${titleOf(itemsCount)}` })).toBeFocused();
  await studio.mouse.wheel(0, -10_000);
  await expect(studio.getByRole('heading', { name: 'Dashboard' })).toBeInViewport();
  await expect(studio.getByRole('button', { name: `Withdraw from sale: ${titleOf(itemsCount)}` })).toBeFocused();
});

test('the overview shows what sells best, and each sale updates it', async () => {
  await studio.goto('/creator/dashboard');
  const best = studio.getByRole('region', { name: 'Best sellers' });
  await expect(best.getByRole('listitem')).toContainText([titleOf(12)]);
  await buy(7);
  await buy(7);
  await expect(best.getByRole('listitem')).toContainText([titleOf(7), titleOf(12)]);
  await expect(studio.getByRole('group', { name: 'Payout due' })).toContainText('Next: $600.00');
  await examine(studio);
});

test('a sale is announced on the Licenses tab, and its agreement can be read', async () => {
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

test('[GAL-12] a creator previews a public page, publishes it, and everyone finds all their work there', async ({
  browser,
}) => {
  await studio.goto('/account');
  const form = studio.getByRole('form', { name: 'Public page' });
  await form.getByLabel('Handle').fill('@Carla.Works');
  await form.getByLabel('About you').fill('Sand, wind and the hour after.');
  await form.getByLabel('Links').fill('carla.example');
  await expect(form.getByText('Please enter a full address')).toBeVisible();
  await form.getByLabel('Links').fill('https://carla.example/prints');
  await expect(form.getByRole('region', { name: 'Preview' })).toContainText('@carla.works');
  await examine(studio);
  await press(studio, form.getByRole('button', { name: 'Save public page' }));
  await expect(studio.getByText('Public page saved')).toBeVisible();
  await expect(form.getByRole('link', { name: 'See your page' })).toHaveAttribute('href', '/@carla.works');

  const visitor = await open(browser);
  await visitor.goto('/@carla.works');
  await expect(visitor).toHaveTitle('Carla Creator (@carla.works) · Tessera');
  await expect(visitor.getByRole('heading', { name: 'Carla Creator', level: 1 })).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'carla.example/prints' })).toHaveAttribute('rel', /nofollow/);
  await expect(visitor.getByRole('region', { name: 'Work by Carla Creator' }).getByRole('link')).toHaveCount(
    itemsCount,
  );
  await examine(visitor);
  await form.getByRole('button', { name: 'Hide your page' }).click();
  await expect(studio.getByText('Public page hidden')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await visitor.context().close();
});

test('My Content is accessible in both themes and on a phone, and no page raised an error', async () => {
  await showContent('&sort=title');
  await examine(studio);
  expect(troubles).toEqual([]);
});
