import { expect } from '@playwright/test';
import { post, publish, signUpBrand, upload } from '../support/worlds/client.ts';
import { drawPicture } from '../support/picture.ts';
import { openShop } from '../support/worlds/shop.ts';
import { productForFile, test } from '../support/browser/journey.ts';
import { arriveSignedIn } from '../support/browser/sign-in.ts';
import { examine } from '../support/browser/visit.ts';

const product = productForFile();

/** A link that has ended is answered with 404. */
test.use({ expectedErrors: [/404/] });

const openBoards = async () => {
  const { url } = product;
  const { creator, brand } = await openShop(product);
  const file = new Uint8Array(await drawPicture(2, 800, 600));
  const rain = await publish(url, creator.token, await upload(url, creator.token, file), { title: 'Rain' });
  return { creator, brand, colleague: await signUpBrand(url, 'Northwind'), rainId: rain.id };
};

test('[GAL-11] a brand saves from a card, annotates and shares a board; a colleague with the link puts all of it into the cart', async ({
  open,
}) => {
  const world = await openBoards();
  const brand = await open(product.url);
  const colleague = await open(product.url);
  const items = brand.getByRole('list', { name: 'Items on Spring' }).getByRole('listitem');

  await test.step('what a visitor saved moves to the account at sign-in', async () => {
    await brand.goto('/marketplace');
    await brand.getByRole('article', { name: 'Rain' }).hover();
    await brand.getByRole('button', { name: 'Save Rain' }).click();
    await expect(brand.getByRole('link', { name: 'Saved items (1)' })).toBeVisible();
    await arriveSignedIn(brand, world.brand.email);
    await expect(brand.getByText('1 saved item moved to your account')).toBeVisible();
  });

  await test.step('an item is saved to a new board, and with the keyboard alone to an existing one', async () => {
    await brand.goto('/brand/marketplace');
    await brand.getByRole('article', { name: 'Harbour at dawn' }).hover();
    await brand.getByRole('button', { name: 'Save Harbour at dawn' }).click();
    await brand.getByRole('menuitem', { name: 'New board' }).click();
    await brand.getByLabel('Board name').fill('Spring');
    await brand.keyboard.press('Enter');
    await brand.getByRole('button', { name: 'Saved: Harbour at dawn' }).waitFor();
    await brand.getByRole('button', { name: 'Saved: Rain' }).press('Enter');
    await expect(brand.getByRole('menuitemcheckbox', { name: 'Saved items' })).toBeChecked();
    await expect(brand.getByRole('menu')).toBeFocused();
    await brand.keyboard.press('Home');
    await expect(brand.getByRole('menuitemcheckbox', { name: 'Spring' })).toHaveAttribute('data-highlighted');
    await brand.keyboard.press('Enter');
  });

  const link = await test.step('the board is annotated, and shared by a link', async () => {
    await brand.getByRole('link', { name: 'Boards' }).first().click();
    await brand.getByRole('link', { name: /^Spring/ }).click();
    await expect(items).toHaveCount(2);
    await brand.getByRole('button', { name: 'Add a note on Rain' }).click();
    await brand.getByRole('textbox', { name: 'Note on Rain' }).fill('For the cover');
    await brand.getByRole('button', { name: 'Save note' }).click();
    await expect(items.first()).toContainText('For the cover');
    await examine(brand);
    await brand.getByRole('button', { name: 'Share' }).click();
    await brand.getByRole('checkbox', { name: /^Show my notes/ }).check();
    await brand.getByRole('button', { name: 'Create link' }).click();
    return brand.getByRole('textbox', { name: 'Link' }).inputValue();
  });

  await test.step('a colleague puts what is still for sale into the cart', async () => {
    await post(`${product.url}/api/content/${world.rainId}/withdraw`, undefined, world.creator);
    await arriveSignedIn(colleague, world.colleague.email);
    const answer = await colleague.goto(link);
    expect(answer?.headers()['x-robots-tag']).toBe('noindex');
    await expect(colleague.getByRole('heading', { name: 'Spring' })).toBeVisible();
    await expect(colleague.getByText('For the cover')).toBeVisible();
    await examine(colleague);
    await colleague.getByRole('button', { name: 'Add all to cart' }).click();
    await expect(colleague.getByText('1 item added to cart')).toBeVisible();
    await expect(colleague.getByText('No longer for sale: “Rain”.')).toBeVisible();
    await expect(colleague.getByTestId('cart-count')).toHaveText('1');
  });

  await test.step('a link that was ended no longer works', async () => {
    await brand.getByRole('button', { name: 'End link' }).click();
    await expect(brand.getByText('Link ended')).toBeVisible();
    await colleague.reload();
    await expect(colleague.getByText(/^This link no longer works/)).toBeVisible();
  });
});
