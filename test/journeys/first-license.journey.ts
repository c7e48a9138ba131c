// A deliberate typo. cspell:ignore harbuor
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { productForFile, test } from '../support/browser/journey.ts';
import { arriveSignedIn } from '../support/browser/sign-in.ts';
import { examine } from '../support/browser/visit.ts';
import { pointAt } from '../support/browser/wall.ts';
import { isDrawn } from '../support/sample.ts';
import { publish, signUpBrand, signUpCreator, upload } from '../support/worlds/client.ts';

interface Picture {
  readonly title: string;
  readonly tags: readonly string[];
  readonly color: string;
  readonly width: number;
  readonly height: number;
}

/** The pictures for sale, in two colors, portrait and landscape. */
const pictures: readonly Picture[] = [
  { title: 'Blue door', tags: ['harbor', 'door'], color: '#2f6fd6', width: 900, height: 1_200 },
  { title: 'Blue boats in the harbor', tags: ['sea'], color: '#2f6fd6', width: 1_200, height: 900 },
  { title: 'Red boats in the harbor', tags: ['sea'], color: '#d4382f', width: 900, height: 1_200 },
  { title: 'Tall blue boats', tags: ['harbor'], color: '#2f6fd6', width: 900, height: 1_200 },
];
const lighthouse: Picture = { title: 'Lighthouse', tags: [], color: '#2f6fd6', width: 900, height: 1_200 };

test.skip(!isDrawn('a board, a colleague and a purchase', 2), 'Not drawn: the other of two long journeys is.');

const product = productForFile();

const offer = async (offered: readonly Picture[]) => {
  const { url } = product;
  const { token } = await signUpCreator(url);
  for (const { title, tags, color: background, width, height } of offered) {
    const plain = sharp({ create: { width, height, channels: 3, background } });
    const file = new Uint8Array(await plain.jpeg().toBuffer());
    await publish(url, token, await upload(url, token, file), { title, tags });
  }
};

test('[GAL-05] [GAL-06] [GAL-07] a brand that mistypes two words is led to what it meant, and filters by shape and color', async ({
  open,
}) => {
  await offer(pictures);
  const { email } = await signUpBrand(product.url);
  const brand = await open(product.url);
  await arriveSignedIn(brand, email);
  await brand.goto('/brand/marketplace');
  const search = brand.getByPlaceholder('Search content...');
  await search.fill('harbuor boats');
  await brand.getByRole('button', { name: 'harbor boats' }).click();
  await expect(search).toHaveValue('harbor boats');
  const cards = brand.getByRole('article');
  await expect(cards).toHaveCount(3);
  await brand.getByRole('group', { name: 'Orientation' }).getByRole('button', { name: 'Portrait' }).click();
  await expect(cards).toHaveCount(2);
  await brand.getByRole('toolbar', { name: 'Color' }).getByRole('button', { name: 'Blue' }).click();
  await expect(cards).toHaveCount(1);
  await expect(brand).toHaveURL(/search=harbor\+boats.*orientation=portrait.*color=blue/);
  await examine(brand);
});

test('a brand shares a board with a colleague, who licenses what is on it', async ({ open }) => {
  await offer([lighthouse]);
  const { title } = lighthouse;
  const accounts = [await signUpBrand(product.url, 'Northwind'), await signUpBrand(product.url, 'Northwind Norway')];
  const [brand, colleague] = [await open(product.url), await open(product.url)];
  await arriveSignedIn(brand, accounts[0]!.email);
  await arriveSignedIn(colleague, accounts[1]!.email);

  const link =
    await test.step('[GAL-08] [GAL-11] it looks closely, keeps the picture on a board, and shares the board', async () => {
      await brand.goto('/brand/marketplace');
      await (await pointAt(brand, title)).getByRole('link', { name: title }).first().click();
      await brand.getByRole('button', { name: `Zoom in on ${title}` }).click();
      await expect(brand.getByRole('dialog', { name: title })).toBeFocused();
      await brand.keyboard.press('Escape');
      await expect(brand.getByRole('dialog')).toHaveCount(0);
      await brand.getByRole('button', { name: `Save ${title}` }).click();
      await brand.getByRole('menuitem', { name: 'New board' }).click();
      await brand.getByLabel('Board name').fill('Spring');
      await brand.keyboard.press('Enter');
      await expect(brand.getByRole('button', { name: `Saved: ${title}` })).toBeVisible();
      await examine(brand);
      await brand.getByRole('link', { name: 'Boards' }).first().click();
      await brand.getByRole('link', { name: /^Spring/ }).click();
      await brand.getByRole('button', { name: 'Share' }).click();
      await brand.getByRole('button', { name: 'Create link' }).click();
      return brand.getByRole('textbox', { name: 'Link' }).inputValue();
    });

  await test.step('[GAL-10] [GAL-11] the colleague opens the link, puts all of it into the cart, pays, and gets the original first', async () => {
    await colleague.goto(link);
    await colleague.getByRole('button', { name: 'Add all to cart' }).click();
    await expect(colleague.getByText('1 item added to cart')).toBeVisible();
    await colleague.goto('/brand/cart');
    await colleague.getByRole('button', { name: 'Proceed to Checkout' }).click();
    await colleague.getByLabel('Cardholder Name').fill('Cleo Colleague');
    await colleague.getByLabel('Card Number').fill('4242424242424242');
    await colleague.getByLabel('Expiry Date').fill('12/40');
    await colleague.getByLabel('CVV').fill('123');
    await colleague.getByRole('checkbox').check();
    await colleague.getByRole('button', { name: /^Pay \$/ }).click();
    await expect(colleague.getByRole('heading', { level: 1, name: 'Your license is ready' })).toBeVisible();
    await expect(colleague.getByRole('main').getByRole('button').first()).toHaveText('Download original');
    const saving = colleague.waitForEvent('download');
    await colleague.getByRole('button', { name: `Download original of ${title}` }).click();
    const original = await saving;
    expect(original.suggestedFilename()).toMatch(/\.jpe?g$/);
    await examine(colleague);
  });
});
