import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { post, publish, signUpBrand, upload } from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { drawPicture } from '../support/picture.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';
import { openShop } from '../support/worlds/shop.ts';
import { arriveSignedIn } from '../support/browser/sign-in.ts';
import { examine, visit } from '../support/browser/visit.ts';

let product: Product;
let creator: Account;
let brand: Page;
let colleague: Page;
let rainId: string;
const troubles: string[] = [];

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  product = await startProduct();
  const { url } = product;
  const shop = await openShop(product);
  ({ creator } = shop);
  const file = new Uint8Array(await drawPicture(2, 800, 600));
  rainId = (await publish(url, creator.token, await upload(url, creator.token, file), { title: 'Rain' })).id;
  brand = await visit(browser, url, troubles);
  colleague = await visit(browser, url, troubles);
  const other = await signUpBrand(url, 'Northwind');
  await arriveSignedIn(colleague, other.email);
  // Items that a visitor saves move to a board at sign-in.
  await brand.goto('/marketplace');
  await brand.getByRole('article', { name: 'Rain' }).hover();
  await brand.getByRole('button', { name: 'Save Rain' }).click();
  await expect(brand.getByRole('link', { name: 'Saved items (1)' })).toBeVisible();
  await arriveSignedIn(brand, shop.brand.email);
});

test.afterAll(async () => {
  for (const page of [brand, colleague]) await page.context().close();
  await product.stop();
  product.forget();
});

test('[GAL-11] a brand saves from a card, annotates and shares a board; a colleague with the link puts all of it into the cart', async () => {
  await expect(brand.getByText('1 saved item moved to your account')).toBeVisible();
  await brand.goto('/brand/marketplace');
  await brand.getByRole('article', { name: 'Harbour at dawn' }).hover();
  await brand.getByRole('button', { name: 'Save Harbour at dawn' }).click();
  await brand.getByRole('menuitem', { name: 'New board' }).click();
  await brand.getByLabel('Board name').fill('Spring');
  await brand.keyboard.press('Enter');
  await brand.getByRole('button', { name: 'Saved: Harbour at dawn' }).waitFor();
  // With the keyboard alone, to an existing board.
  await brand.getByRole('button', { name: 'Saved: Rain' }).press('Enter');
  await expect(brand.getByRole('menuitemcheckbox', { name: 'Saved items' })).toBeChecked();
  await expect(brand.getByRole('menu')).toBeFocused();
  await brand.keyboard.press('Home');
  await expect(brand.getByRole('menuitemcheckbox', { name: 'Spring' })).toHaveAttribute('data-highlighted');
  await brand.keyboard.press('Enter');
  await brand.getByRole('link', { name: 'Boards' }).first().click();
  await brand.getByRole('link', { name: /^Spring/ }).click();
  const items = brand.getByRole('list', { name: 'Items on Spring' }).getByRole('listitem');
  await expect(items).toHaveCount(2);
  await brand.getByRole('button', { name: 'Add a note on Rain' }).click();
  await brand.getByRole('textbox', { name: 'Note on Rain' }).fill('For the cover');
  await brand.getByRole('button', { name: 'Save note' }).click();
  await expect(items.first()).toContainText('For the cover');
  await examine(brand);
  await brand.getByRole('button', { name: 'Share' }).click();
  await brand.getByRole('checkbox', { name: /^Show my notes/ }).check();
  await brand.getByRole('button', { name: 'Create link' }).click();
  const link = await brand.getByRole('textbox', { name: 'Link' }).inputValue();
  await post(`${product.url}/api/content/${rainId}/withdraw`, undefined, creator);

  const page = await colleague.goto(link);
  expect(page?.headers()['x-robots-tag']).toBe('noindex');
  await expect(colleague.getByRole('heading', { name: 'Spring' })).toBeVisible();
  await expect(colleague.getByText('For the cover')).toBeVisible();
  await examine(colleague);
  await colleague.getByRole('button', { name: 'Add all to cart' }).click();
  await expect(colleague.getByText('1 item added to cart')).toBeVisible();
  await expect(colleague.getByText('No longer for sale: “Rain”.')).toBeVisible();
  await expect(colleague.getByTestId('cart-count')).toHaveText('1');

  await brand.getByRole('button', { name: 'End link' }).click();
  await expect(brand.getByText('Link ended')).toBeVisible();
  await colleague.reload();
  await expect(colleague.getByText(/^This link no longer works/)).toBeVisible();
  expect(troubles.filter((trouble) => !trouble.includes('404'))).toEqual([]);
});
