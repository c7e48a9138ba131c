import { expect } from '@playwright/test';
import sharp from 'sharp';
import { drawPicture } from '../support/picture.ts';
import { productForFile, test } from '../support/browser/journey.ts';
import { press, tabTo, typeInto } from '../support/browser/keyboard.ts';
import { arriveSignedIn } from '../support/browser/sign-in.ts';
import { examine } from '../support/browser/visit.ts';
import { checkout, get, password, pay, post, put, signUpBrand, signUpCreator } from '../support/worlds/client.ts';
import type { Item } from '../support/worlds/client.ts';
import { isLeftToOther } from '../support/sample.ts';

const places = ['Quay', 'Ferry', 'Beacon', 'Rain', 'Nets', 'Gulls', 'Rope', 'Tide', 'Crane', 'Fog', 'Buoy', 'Sail'];
const ownTitle = 'The old ferry';

test.skip(!isLeftToOther('a board, a colleague and a purchase', 2), 'Not drawn: the other of two long journeys is.');
test.use({ trace: 'off' });

const product = productForFile();

/** Metadata that a photographer's software wrote into the file. */
const xmpOf = (title: string, words: readonly string[]) =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${title}</rdf:li></rdf:Alt></dc:title><dc:subject><rdf:Bag>${words.map((word) => `<rdf:li>${word}</rdf:li>`).join('')}</rdf:Bag></dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>`;

const drawPhotos = () =>
  Promise.all(
    places.map(async (place, seed) => {
      const picture = sharp(await drawPicture(seed, 640, 480)).withXmp(xmpOf(`${place} at dawn`, ['harbor', 'dawn']));
      const name = `DSC_${String(seed + 1).padStart(4, '0')}.jpg`;
      return { name, mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() };
    }),
  );

test('[GAL-17] [GAL-13] a creator who follows an invitation link sees who invites, signs up, and is shown what to do first', async ({
  open,
}) => {
  const inviter = await signUpCreator(product.url, 'Ida Inviter');
  const { code } = await post<{ code: string }>(`${product.url}/api/referral-codes`, { description: '' }, inviter);
  const page = await open(product.url);
  const step = (title: string) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title }) });
  await page.goto(`/auth?ref=${code}`);
  await expect(page.getByText('Ida Inviter invites you')).toBeVisible();
  await examine(page);
  await page.getByLabel('Full Name').fill('Nora North');
  await page.getByLabel('Email').fill('nora@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Phone').fill('+1 555 010 2030');
  await page.getByLabel('Social Handle').fill('@nora');
  await page.getByLabel('Venmo Username').fill('nora-pays');
  await page.getByRole('button', { name: 'Create Creator Account' }).click();
  await expect(step('Publish your first photo or video')).toBeVisible();
  await expect(step('Choose how you get paid').getByRole('img', { name: 'Done' })).toBeVisible();
  await expect(step('Add your portrait')).toBeVisible();
  await expect(step('Add your portrait').getByRole('img', { name: 'Done' })).toHaveCount(0);
  await examine(page);
  await press(page, page.getByRole('link', { name: /Add your portrait/ }));
  const form = page.getByRole('form', { name: 'Public page' });
  await form.getByLabel('Handle').fill('nora');
  await form.getByRole('button', { name: 'Save public page' }).click();
  await expect(page.getByText('Public page saved')).toBeVisible();
});

test('a creator publishes twelve files at once, and sells one of them', async ({ open }) => {
  const { url } = product;
  const creator = await signUpCreator(url, 'Nils North');
  await put(`${url}/api/profile/page`, { handle: 'nils', bio: '', links: [], shows_licenses: false }, creator);
  const page = await open(url, { viewport: { width: 1440, height: 900 } });
  await arriveSignedIn(page, creator.email);

  await test.step('[GAL-14] twelve files bring their own titles and tags, and are described and published with the keyboard', async () => {
    await page.goto('/creator/batch-upload');
    await page.getByLabel('Media files').setInputFiles(await drawPhotos());
    const tiles = page.getByRole('list', { name: 'Files in this batch' }).getByRole('listitem');
    await expect(tiles).toHaveCount(places.length);
    for (const place of places) await expect(page.getByText(`${place} at dawn`)).toBeVisible();
    await examine(page);
    await tabTo(page, page.getByRole('button', { name: 'Select DSC_0001.jpg' }));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('button', { name: 'Select DSC_0002.jpg' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Title')).toHaveValue('Ferry at dawn');
    await expect(page.getByLabel('Title')).toBeFocused();
    await page.keyboard.type(ownTitle);
    await page.keyboard.press('Escape');
    await typeInto(page, page.getByLabel('Brand Name'), 'Northwind');
    await typeInto(page, page.getByLabel('Product URL 1'), 'https://northwind.example/boots');
    await examine(page);
    await press(page, page.getByRole('button', { name: `Process Batch Upload (${places.length} files)` }));
    await expect(page).toHaveURL(/\/creator\/dashboard/, { timeout: 60_000 });
    await press(page, page.getByRole('button', { name: 'Show the list' }));
    const listings = page.getByRole('list', { name: 'New listings' });
    await expect(listings.getByRole('listitem')).toHaveCount(places.length);
    await expect(listings.getByRole('link', { name: `View listing: ${ownTitle}` })).toBeVisible();
    await examine(page);
  });

  await test.step('[GAL-12] [GAL-15] the public page shows all of them, and the bell announces the first sale', async () => {
    await page.goto('/@nils');
    const work = page.getByRole('region', { name: 'Work by Nils North' });
    await expect(work.getByRole('link')).toHaveCount(places.length);
    await expect(work.getByRole('link', { name: ownTitle })).toBeVisible();
    await examine(page);
    await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
    const found = await get<{ items: Item[] }>(`${url}/api/marketplace?search=${encodeURIComponent(ownTitle)}`);
    const brand = await signUpBrand(url, 'Northwind');
    const { order_id: order } = await checkout(url, brand.token, [{ id: found.items[0]?.id ?? '' }]);
    await pay(url, brand.token, order);
    await press(page, page.getByRole('button', { name: 'Notifications, 1 unread' }));
    await expect(page.getByRole('menuitem', { name: new RegExp(ownTitle) })).toBeVisible();
    await examine(page);
  });
});
