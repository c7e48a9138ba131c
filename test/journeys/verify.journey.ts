import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { checkout, licenses, pay, publish, signUpBrand, signUpCreator, upload } from '../support/worlds/client.ts';
import { productForFile, test } from '../support/browser/journey.ts';
import { press, tabTo } from '../support/browser/keyboard.ts';
import { drawPicture } from '../support/picture.ts';
import { examine } from '../support/browser/visit.ts';

const title = 'Harbour at dawn';
const dayMs = 86_400_000;
const day = (time: number) =>
  new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(time);

interface Sold {
  readonly original: Buffer;
  readonly licenseId: string;
  readonly startMs: number;
}

const product = productForFile();

const sellLicense = async (): Promise<Sold> => {
  const { url } = product;
  const original = await drawPicture(4, 800, 600);
  const creator = await signUpCreator(url, 'Nguyễn Thị Ánh');
  const brand = await signUpBrand(url, 'Northwind');
  const uploadId = await upload(url, creator.token, new Uint8Array(original));
  const { id } = await publish(url, creator.token, uploadId, { title });
  const { order_id } = await checkout(url, brand.token, [{ id, licenseType: 'six_month' }]);
  const paid = await pay(url, brand.token, order_id);
  const owned = await licenses(url, brand.token, paid.position);
  return {
    original,
    licenseId: paid.license_ids[0] ?? '',
    startMs: Date.parse(owned.items[0]?.start_date ?? ''),
  };
};

/** An unknown license is answered with 404; the last test answers in place of a server that is too busy. */
test.use({ expectedErrors: [/status of (404|429)/] });

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('anyone who scans the code of an agreement sees, without signing in, what it licenses, and nothing private', async ({
  open,
}) => {
  const { licenseId, startMs } = await sellLicense();
  const visitor = await open(product.url);

  await test.step('the license is valid, for what and until when', async () => {
    await visitor.goto(`/verify/${licenseId}`);
    await expect(heading(visitor, 'This license is valid')).toBeVisible();
    await expect(
      visitor.getByText(
        `Northwind may use “${title}” until ${day(startMs + 180 * dayMs)} (UTC), on the terms of its agreement.`,
      ),
    ).toBeVisible();
    const facts = visitor.locator('main dl');
    for (const [name, value] of [
      ['Content', title],
      ['License type', '6-Month License'],
      ['Brand', 'Northwind'],
      ['Creator', 'Nguyễn Thị Ánh'],
      ['Start date', `${day(startMs)} (UTC)`],
      ['End date', `${day(startMs + 180 * dayMs)} (UTC)`],
      ['Terms version', '2026-11-25'],
      ['License', licenseId],
    ] as const) {
      const fact = facts.locator('div').filter({ has: visitor.getByText(name, { exact: true }) });
      await expect(fact).toContainText(value);
    }
    await expect(visitor.getByRole('img', { name: `Preview of ${title}` })).toBeVisible();
    await expect(visitor).toHaveTitle('Verify a license · Tessera');
    await examine(visitor);
  });

  await test.step('the page names no price, no account and no contact, and asks search engines to stay away', async () => {
    const words = async () => (await visitor.locator('main').innerText()).replace(/[0-9a-f-]{36,}/g, '');
    for (const secret of ['$', '250', '@', '555']) await expect.poll(words).not.toContain(secret);
    await expect(visitor.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  });
});

test('a file is compared with the licensed original on the visitor’s device, by keyboard', async ({ open }) => {
  const { licenseId, original } = await sellLicense();
  const visitor = await open(product.url);
  await visitor.goto(`/verify/${licenseId}`);
  await expect(heading(visitor, 'This license is valid')).toBeVisible();
  await expect(visitor.getByRole('img', { name: `Preview of ${title}` })).toBeVisible();
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
  { status: 'expired', words: 'This license has expired', sentence: 'This license doesn’t cover any new use.' },
  { status: 'upcoming', words: 'This license hasn’t started yet', sentence: `may use “${title}” from` },
] as const;

for (const { status, words, sentence } of outcomes) {
  test(`a license that the server calls ${status} is shown as such, in words`, async ({ open }) => {
    const { licenseId } = await sellLicense();
    const visitor = await open(product.url);
    await visitor.route('**/api/verify/*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), status } });
    });
    await visitor.goto(`/verify/${licenseId}`);
    await expect(heading(visitor, words)).toBeVisible();
    await expect(visitor.getByText(sentence)).toBeVisible();
    await examine(visitor);
  });
}

test('an unknown license number is reported as such, with a link onward', async ({ open }) => {
  const visitor = await open(product.url);
  await visitor.goto('/verify/0198f0c2-7b1e-7c33-9d7e-3f5b6a1c2d4e');
  await expect(heading(visitor, 'No such license')).toBeVisible();
  await expect(visitor.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await examine(visitor);
  await press(visitor, visitor.getByRole('link', { name: 'Back to Home' }));
  await expect(visitor).toHaveURL('/');
});

test('if the server can’t be reached, the page says so and tries again', async ({ open }) => {
  const { licenseId } = await sellLicense();
  const visitor = await open(product.url);
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
  await expect(heading(visitor, 'This license is valid')).toBeVisible();
  await expect(visitor.getByRole('region', { name: 'Verify a license' })).toBeFocused();
});
