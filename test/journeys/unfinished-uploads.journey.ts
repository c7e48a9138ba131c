import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { checkout, get, pay, publish, signUpBrand, signUpCreator, upload } from '../support/worlds/client.ts';
import type { Account, Item } from '../support/worlds/client.ts';
import { press } from '../support/browser/keyboard.ts';
import { drawPicture } from '../support/picture.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';
import { howMany, isLeftToOther } from '../support/sample.ts';
import { arriveSignedIn } from '../support/browser/sign-in.ts';
import { examine } from '../support/browser/visit.ts';

const batchFiles = howMany({ usual: 12, full: 40 });
/** Slow enough that there is time to cut the connection, which is local. */
const uploadBytesPerSecond = 1024 * 1024;
const largeSide = 3_200;

let product: Product;
let folder: string;
let creator: Account;
let brand: Account;
let context: BrowserContext;
let page: Page;
let large: string;
let batch: string[];
const troubles: string[] = [];

test.describe.configure({ mode: 'serial' });
test.skip(!isLeftToOther('a forgotten password', 2), 'Not drawn: the other of two long journeys is.');
// A trace would contain every byte sent.
test.use({ trace: 'off' });

test.beforeAll(async ({ browser }) => {
  product = await startProduct();
  folder = await mkdtemp(join(tmpdir(), 'tessera-unfinished-'));
  large = join(folder, 'large.jpg');
  const pixels = { raw: { width: largeSide, height: largeSide, channels: 3 as const } };
  await sharp(randomBytes(largeSide * largeSide * 3), pixels)
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toFile(large);
  batch = await Promise.all(
    Array.from({ length: batchFiles }, async (_unused, seed) => {
      const file = join(folder, `picture ${seed + 1}.jpg`);
      await writeFile(file, await drawPicture(seed, 640, 480));
      return file;
    }),
  );
  [creator, brand] = await Promise.all([signUpCreator(product.url, 'Uma Unfinished'), signUpBrand(product.url)]);
  context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  page = await open();
  await arriveSignedIn(page, creator.email);
});

test.afterAll(async () => {
  await context.close();
  await product.stop();
  product.forget();
  await rm(folder, { recursive: true, force: true });
});

/** Opens a tab in the same browser. */
const open = async () => {
  const tab = await context.newPage();
  tab.on('pageerror', (error) => troubles.push(`${tab.url()}: ${error.message}`));
  return tab;
};

/** Gives the tab a slow connection; returns functions that cut and restore it. */
const slowLine = async (tab: Page) => {
  const session = await context.newCDPSession(tab);
  await session.send('Network.enable');
  const set = async (offline: boolean) => {
    const line = { offline, latency: 0, downloadThroughput: -1, uploadThroughput: uploadBytesPerSecond };
    await session.send('Network.emulateNetworkConditions', line);
  };
  await set(false);
  return { cut: () => set(true), mend: () => set(false) };
};

/** The bytes of a JPEG from its image data on. */
const scanOf = (jpeg: Buffer) => jpeg.subarray(jpeg.indexOf(Buffer.from([0xff, 0xda])));
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const mine = async () => (await get<{ items: Item[] }>(`${product.url}/api/content/mine?limit=500`, creator)).items;

test('an upload shows its progress, is paused and resumed with the keyboard, and survives a lost connection', async () => {
  expect((await readFile(large)).length).toBeGreaterThan(20 * 1024 * 1024);
  await page.goto('/creator/upload');
  const line = await slowLine(page);
  await page.getByLabel('Media file').setInputFiles(large);
  await page.getByLabel('Brand Name').fill('Northwind');
  await page.getByLabel('Product URL 1').fill('https://northwind.example/boots');
  await page.getByLabel('Title').fill('A large picture');
  await expect(page.getByText(/^Uploading .* of .* MB, \d+%$/)).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Pause' }));
  await expect(page.getByText(/^Paused at/)).toBeVisible();
  await examine(page);
  await press(page, page.getByRole('button', { name: 'Resume' }));
  await expect(page.getByText(/B\/s, .* left$/)).toBeVisible();
  await line.cut();
  await expect(page.getByText('Connection lost. Trying again…')).toBeVisible();
  await line.mend();
  await expect(page.getByText(/^Uploading .* \d\d%$/)).toBeVisible();
  // The received part stays unchanged until the tab is closed.
  await line.cut();
  await expect(page.getByText('Connection lost. Trying again…')).toBeVisible();
});

test('after the tab is closed during the upload, a new one shows it and continues from the last byte received', async () => {
  await page.close();
  page = await open();
  const resumed = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.goto('/creator/dashboard');
  await expect(page.getByText('Your upload isn’t published yet')).toBeVisible();
  await page.getByRole('link', { name: 'Continue your upload' }).click();
  await expect(page.getByText('Your unfinished upload is back')).toBeVisible();
  expect(Number((await resumed).headers()['upload-offset'])).toBeGreaterThan(1024 * 1024);
  await expect(page.getByLabel('Brand Name')).toHaveValue('Northwind');
  await expect(page.getByLabel('Product URL 1')).toHaveValue('https://northwind.example/boots');
  await expect(page.getByLabel('Title')).toHaveValue('A large picture');
  await expect(page.getByAltText('Preview of large.jpg')).toBeVisible();
  await examine(page);
  await expect(page.getByText(/^Uploaded, /)).toBeVisible({ timeout: 60_000 });
  await press(page, page.getByRole('button', { name: 'Upload Content' }));
  await expect(page).toHaveURL(/\/creator\/dashboard/);
});

test('[GAL-19] the original that a license holder downloads is the same file, except for the rights metadata at its start', async () => {
  const [item] = await mine();
  expect(item).toMatchObject({ title: 'A large picture' });
  const { order_id: order } = await checkout(product.url, brand.token, [{ id: item?.id ?? '' }]);
  const { license_ids: ids } = await pay(product.url, brand.token, order);
  const original = await fetch(`${product.url}/api/licenses/${ids[0]}/download`, {
    headers: { authorization: `Bearer ${brand.token}` },
  });
  expect(sha256(scanOf(Buffer.from(await original.arrayBuffer())))).toBe(sha256(scanOf(await readFile(large))));
});

test('uploading the same file again names its item; discarded after a confirmation, it does not come back', async () => {
  const known = join(folder, 'known.jpg');
  await writeFile(known, await drawPicture(99, 640, 480));
  const uploadId = await upload(product.url, creator.token, new Uint8Array(await readFile(known)));
  await publish(product.url, creator.token, uploadId, { title: 'A known picture', brandName: 'Northwind' });
  await page.goto('/creator/upload');
  await expect(page.getByRole('button', { name: /Drop a photo or video here/ })).toBeVisible();
  await expect(page.getByText('Your unfinished upload is back')).toBeHidden();
  await page.getByLabel('Media file').setInputFiles(known);
  await expect(page.getByText('You already uploaded this file as “A known picture”.')).toBeVisible({ timeout: 30_000 });
  await examine(page);
  await page.reload();
  await expect(page.getByText('Your unfinished upload is back')).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Discard' }));
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Discard this upload?');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('button', { name: /Drop a photo or video here/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: /Drop a photo or video here/ })).toBeVisible();
  await expect(page.getByText('Your unfinished upload is back')).toBeHidden();
});

test('two tabs each keep their own upload, and neither takes the other’s', async () => {
  await page.getByLabel('Brand Name').fill('First tab');
  const second = await open();
  await second.goto('/creator/upload');
  await expect(second.getByLabel('Brand Name')).toHaveValue('');
  await second.getByLabel('Brand Name').fill('Second tab');
  await page.reload();
  await expect(page.getByLabel('Brand Name')).toHaveValue('First tab');
  await second.reload();
  await expect(second.getByLabel('Brand Name')).toHaveValue('Second tab');
  for (const tab of [second, page]) {
    await tab.getByRole('button', { name: 'Discard' }).click();
    await tab.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expect(tab.getByLabel('Brand Name')).toHaveValue('');
  }
  await second.close();
});

test(`a batch of ${batchFiles} whose tab is closed midway is restored with the unsaved files, and nothing is saved twice`, async () => {
  test.setTimeout(300_000);
  await page.goto('/creator/batch-upload');
  await page.getByLabel('Media files').setInputFiles(batch);
  await expect(page.getByRole('button', { name: `Process Batch Upload (${batchFiles} files)` })).toBeVisible();
  await page.getByLabel('Brand Name').fill('Northwind');
  await page.getByLabel('Product URL 1').fill('https://northwind.example');
  await examine(page);
  await press(page, page.getByRole('button', { name: `Process Batch Upload (${batchFiles} files)` }));
  // Two files at a time are saved, too quickly for every count to be visible.
  await expect(page.getByText(new RegExp(`\\b[3-9] of ${batchFiles} saved`))).toBeVisible({ timeout: 60_000 });
  await page.close();

  page = await open();
  await page.goto('/creator/batch-upload');
  await expect(page.getByText('Your unfinished batch is back')).toBeVisible();
  const left = await page.getByRole('list', { name: 'Files in this batch' }).getByRole('listitem').count();
  expect(left).toBeLessThanOrEqual(batchFiles - 3);
  await expect(page.getByLabel('Brand Name')).toHaveValue('Northwind');
  await page.getByRole('button', { name: `Process Batch Upload (${left} files)` }).click();
  await expect(page.getByText(`${left} of ${left} files`)).toBeVisible({ timeout: 240_000 });
  await expect(page).toHaveURL(/\/creator\/dashboard/);
  const titles = (await mine()).map(({ title }) => title).filter((title) => title.startsWith('Picture'));
  expect(titles.toSorted()).toEqual(batch.map((_file, index) => `Picture ${index + 1}`).toSorted());
});

test('no page raised an error', () => {
  expect(troubles).toEqual([]);
});
