import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { checkout, licenses, pay, publish, signUpBrand, signUpCreator, upload } from '../support/worlds/client.ts';
import { press, tabTo } from '../support/browser/keyboard.ts';
import { drawPicture } from '../support/picture.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';
import { examine, visit } from '../support/browser/visit.ts';

const title = 'Harbour at dawn';
const dayMs = 86_400_000;
const day = (time: number) =>
  new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(time);

let product: Product;
let original: Buffer;
let licenseId: string;
let start: number;
let visitor: Page;
const troubles: string[] = [];

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  product = await startProduct();
  const { url } = product;
  original = await drawPicture(4, 800, 600);
  const creator = await signUpCreator(url, 'Nguyễn Thị Ánh');
  const brand = await signUpBrand(url, 'Northwind');
  const { id } = await publish(url, creator.token, await upload(url, creator.token, new Uint8Array(original)), {
    title,
  });
  const { order_id } = await checkout(url, brand.token, [{ id, licenseType: 'six_month' }]);
  const paid = await pay(url, brand.token, order_id);
  licenseId = paid.license_ids[0] ?? '';
  const owned = await licenses(url, brand.token, paid.position);
  start = Date.parse(owned.items[0]?.start_date ?? '');
  visitor = await visit(browser, url, troubles);
});

test.afterAll(async () => {
  await visitor.context().close();
  await product.stop();
  product.forget();
});

const heading = (name: string) => visitor.getByRole('heading', { level: 1, name });

test('anyone who scans the code of an agreement sees, without signing in, that the license is valid, for what and until when', async () => {
  await visitor.goto(`/verify/${licenseId}`);
  await expect(heading('This license is valid')).toBeVisible();
  await expect(
    visitor.getByText(
      `Northwind may use “${title}” until ${day(start + 180 * dayMs)} (UTC), on the terms of its agreement.`,
    ),
  ).toBeVisible();
  const facts = visitor.locator('main dl');
  for (const [name, value] of [
    ['Content', title],
    ['License type', '6-Month License'],
    ['Brand', 'Northwind'],
    ['Creator', 'Nguyễn Thị Ánh'],
    ['Start date', `${day(start)} (UTC)`],
    ['End date', `${day(start + 180 * dayMs)} (UTC)`],
    ['Terms version', '2026-11-25'],
    ['License', licenseId],
  ] as const) {
    await expect(facts.locator('div').filter({ has: visitor.getByText(name, { exact: true }) })).toContainText(value);
  }
  await expect(visitor.getByRole('img', { name: `Preview of ${title}` })).toBeVisible();
  await expect(visitor).toHaveTitle('Verify a license · Tessera');
  await examine(visitor);
});

test('the page names no price, no account and no contact, and asks search engines to stay away', async () => {
  const words = await visitor.locator('main').innerText();
  for (const secret of ['$', '250', '@', '555']) expect(words.replace(/[0-9a-f-]{36,}/g, '')).not.toContain(secret);
  await expect(visitor.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
});

test('a file is compared with the licensed original on the visitor’s device, by keyboard', async () => {
  const sent: string[] = [];
  visitor.on('request', (request) => {
    // The page's own scripts may load at any time.
    if (request.method() !== 'GET' || !request.url().includes('/assets/')) sent.push(request.url());
  });
  const input = visitor.locator('main input[type=file]');
  await visitor.keyboard.press('Tab');
  await tabTo(visitor, input);
  await input.setInputFiles({ name: 'original.jpg', mimeType: 'image/jpeg', buffer: original });
  await expect(visitor.getByText('original.jpg is the licensed original, byte for byte.')).toBeVisible();
  await input.setInputFiles({ name: 'copy.jpg', mimeType: 'image/jpeg', buffer: original.subarray(1) });
  await expect(visitor.getByText('copy.jpg is not the original file.')).toBeVisible();
  // Only the expected hash of the file is requested.
  expect(sent.filter((address) => !address.endsWith(`/api/verify/${licenseId}/download`))).toEqual([]);
  await examine(visitor);
});

const outcomes = [
  { status: 'expired', heading: 'This license has expired', sentence: 'This license doesn’t cover any new use.' },
  { status: 'upcoming', heading: 'This license hasn’t started yet', sentence: `may use “${title}” from` },
] as const;

for (const { status, heading: words, sentence } of outcomes) {
  test(`a license that the server calls ${status} is shown as such, in words`, async () => {
    await visitor.route('**/api/verify/*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), status } });
    });
    await visitor.goto(`/verify/${licenseId}`);
    await expect(heading(words)).toBeVisible();
    await expect(visitor.getByText(sentence)).toBeVisible();
    await examine(visitor);
    await visitor.unroute('**/api/verify/*');
  });
}

test('an unknown license number is reported as such, with a link onward', async () => {
  await visitor.goto('/verify/0198f0c2-7b1e-7c33-9d7e-3f5b6a1c2d4e');
  await expect(heading('No such license')).toBeVisible();
  await expect(visitor.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await examine(visitor);
  await press(visitor, visitor.getByRole('link', { name: 'Back to Home' }));
  await expect(visitor).toHaveURL('/');
});

test('if the server can’t be reached, the page says so and tries again', async () => {
  await visitor.route('**/api/verify/*', (route) =>
    route.fulfill({
      status: 429,
      json: { error: { code: 'too_many_requests', title: 'Too many requests', message: 'Please wait a moment.' } },
    }),
  );
  await visitor.goto(`/verify/${licenseId}`);
  await expect(visitor.getByRole('alert')).toContainText('The license could not be checked');
  await expect(visitor.getByRole('alert')).toContainText('Please wait a moment.');
  await examine(visitor);
  await visitor.unroute('**/api/verify/*');
  await press(visitor, visitor.getByRole('button', { name: 'Try again' }));
  await expect(heading('This license is valid')).toBeVisible();
  await expect(visitor.getByRole('region', { name: 'Verify a license' })).toBeFocused();
});

test('no page of the journey raised an error', () => {
  expect(troubles).toEqual([]);
});
