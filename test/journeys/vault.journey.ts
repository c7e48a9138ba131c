import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { checkout, pay, publish, signUpBrand, signUpCreator, testCards, upload } from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { press, tabTo, typeInto } from '../support/browser/keyboard.ts';
import { drawPicture } from '../support/picture.ts';
import { startProduct } from '../support/worlds/product.ts';
import type { Product } from '../support/worlds/product.ts';
import { arriveSignedIn } from '../support/browser/sign-in.ts';
import { examine, visit } from '../support/browser/visit.ts';

const dayMs = 86_400_000;
const inDays = (days: number) =>
  new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    Date.now() + days * dayMs,
  );

let product: Product;
let creator: Account;
let brand: Account;
let page: Page;
const ids: Record<string, string> = {};
const troubles: string[] = [];

test.describe.configure({ mode: 'serial' });

const buy = async (title: string, licenseType: string, price: number, quantity = 1) => {
  const line = { id: ids[title] ?? '', title, licenseType, price, quantity };
  const { order_id: orderId } = await checkout(product.url, brand.token, [line]);
  await pay(product.url, brand.token, orderId);
};

test.beforeAll(async ({ browser }) => {
  product = await startProduct();
  const { url } = product;
  [creator, brand] = await Promise.all([signUpCreator(url), signUpBrand(url, 'Northwind')]);
  for (const [number, title] of ['Harbour at dawn', 'Dunes after rain', 'Ferry in the mist'].entries()) {
    const uploadId = await upload(url, creator.token, new Uint8Array(await drawPicture(number + 1, 640, 480)));
    ids[title] = (await publish(url, creator.token, uploadId, { title, tags: ['sea'] })).id;
  }
  await buy('Ferry in the mist', 'six_month', 250);
  await buy('Dunes after rain', 'one_time', 25, 3);
  await buy('Harbour at dawn', 'six_month', 250);
  page = await visit(browser, url, troubles);
  await page.setViewportSize({ width: 1440, height: 900 });
  await arriveSignedIn(page, brand.email);
});

test.afterAll(async () => {
  await page.context().close();
  await product.stop();
  product.forget();
});

const panelOf = (tab: Page) => tab.getByRole('tabpanel', { name: 'Licenses' });
const rows = (tab: Page = page) => panelOf(tab).locator('[data-index]');
const openVault = async (tab: Page = page) => {
  await tab.goto('/brand/dashboard?tab=licenses');
  await expect(rows(tab).first()).toBeVisible();
};
const licenseOf = (title: string, tab: Page = page) => tab.getByRole('dialog', { name: title, exact: true });

/** Opens the only or the newest license of an item. */
const openLicense = async (title: string) => {
  await press(page, panelOf(page).getByRole('link', { name: title, exact: true }).first());
  await expect(licenseOf(title).getByRole('button', { name: 'Download original' })).toBeVisible();
  return licenseOf(title);
};

const saved = async (name: string) => {
  const waiting = page.waitForEvent('download');
  await press(page, page.getByRole('button', { name, exact: true }));
  const download = await waiting;
  return { filename: download.suggestedFilename(), bytes: await readFile(await download.path()) };
};

const payWithKeyboard = async (total: string) => {
  await typeInto(page, page.getByLabel('Cardholder Name'), 'Bo Buyer');
  await typeInto(page, page.getByLabel('Card Number'), testCards.approved);
  await typeInto(page, page.getByLabel('Expiry Date'), '12/40');
  await typeInto(page, page.getByLabel('CVV'), '123');
  await press(page, page.getByRole('checkbox'), 'Space');
  await press(page, page.getByRole('button', { name: `Pay ${total}` }));
  await expect(page).toHaveURL(/\/brand\/orders\/[\w-]+$/);
  await press(page, page.getByRole('link', { name: 'See all your licenses' }));
  await expect(page).toHaveURL(/\/brand\/dashboard\?tab=licenses$/);
};

test('[BRAND-18, BRAND-20, BRAND-21, BRAND-22] the vault shows the licenses and their total figures', async () => {
  await openVault();
  const panel = panelOf(page);
  await expect(panel.getByRole('heading', { name: 'Licensed Content' })).toBeVisible();
  await expect(rows()).toContainText(['Harbour at dawn', 'Dunes after rain', 'Ferry in the mist']);
  await expect(rows().first()).toContainText(`${inDays(0)} to ${inDays(180)}`);
  await expect(rows().first()).toContainText('180 days left');
  for (const [name, value] of Object.entries({
    'Total spent': '$575.00',
    Creators: '1',
    'One-Time': '1',
    '6-Month': '2',
  }))
    await expect(panel.getByRole('group', { name, exact: true })).toContainText(value);
  await examine(page);
});

test('by keyboard alone it is searched and filtered, as its address shows, and exported', async () => {
  await openVault();
  await typeInto(page, page.getByLabel('Search your licenses'), 'after r');
  await expect(page).toHaveURL(/\?tab=licenses&search=after\+r$/);
  await expect(rows()).toHaveCount(1);
  await expect(rows()).toContainText('Dunes after rain');
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await expect(rows()).toHaveCount(3);
  await tabTo(page, page.getByLabel('License type'));
  await page.keyboard.type('6');
  await expect(page).toHaveURL(/\?tab=licenses&type=six_month$/);
  await expect(rows()).toContainText(['Harbour at dawn', 'Ferry in the mist']);
  await page.reload();
  await expect(rows()).toContainText(['Harbour at dawn', 'Ferry in the mist']);
  const { filename, bytes } = await saved('Export CSV');
  expect(filename).toBe('tessera-licenses.csv');
  const lines = bytes.toString().trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain('Harbour at dawn');
  await tabTo(page, page.getByLabel('Status'));
  await page.keyboard.type('Ended');
  await expect(panelOf(page).getByText('No licenses match.')).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Clear filters' }));
  await expect(rows()).toHaveCount(3);
  await expect(panelOf(page).getByRole('group', { name: 'Licenses' })).toBeFocused();
});

test('[ENT-17] [FIX-13] a license opens with its file, its documents, its proof, and the prices of renewal and upgrade; Escape leads back to its row', async () => {
  await openVault();
  const license = await openLicense('Harbour at dawn');
  await expect(license.getByRole('img', { name: 'Harbour at dawn', exact: true })).toBeVisible();
  await expect(license).toContainText(`in any number of campaigns and in any medium, until ${inDays(180)} (UTC)`);
  await expect(license.getByRole('button', { name: 'Renew for $250.00' })).toHaveAccessibleDescription(
    new RegExp(`From ${inDays(180)}, when this license ends, until ${inDays(360)}`),
  );
  await expect(license.getByRole('button', { name: 'Upgrade for $250.00' })).toBeVisible();
  await examine(page);
  const pdf = await saved('Download PDF');
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const original = await saved('Download original');
  expect(original.filename).toMatch(/^Harbour at dawn\.jpe?g$/);
  expect([...original.bytes.subarray(0, 2)]).toEqual([0xff, 0xd8]);
  await press(page, license.getByRole('button', { name: 'View agreement' }));
  const agreement = page.getByRole('dialog', { name: 'Content License Agreement' });
  await expect(agreement).toContainText('Grant of License');
  await page.keyboard.press('Escape');
  await expect(agreement).toBeHidden();
  await expect(license.getByRole('button', { name: 'View agreement' })).toBeFocused();
  const proof = await license.getByRole('link', { name: 'Public proof of this license' }).getAttribute('href');
  expect(proof).toMatch(/^\/verify\/[0-9a-f-]{36}$/);
  await page.keyboard.press('Escape');
  await expect(license).toBeHidden();
  await expect(page).toHaveURL(/\?tab=licenses$/);
  await expect(panelOf(page).getByRole('link', { name: 'Harbour at dawn' })).toBeFocused();
});

test('by keyboard alone it is renewed: the next license begins when this one ends, and another tab updates in place', async () => {
  const other = await page.context().newPage();
  await openVault(other);
  await openVault();
  const license = await openLicense('Harbour at dawn');
  await press(page, license.getByRole('button', { name: 'Renew for $250.00' }));
  await expect(page.getByText('This order renews a license')).toBeVisible();
  await expect(page.getByText('Already licensed')).toBeHidden();
  await examine(page);
  await payWithKeyboard('$250.00');
  await expect(rows()).toHaveCount(4);
  await expect(rows().first()).toContainText('Starts in 180 days');
  await expect(rows().first()).toContainText(`${inDays(180)} to ${inDays(360)}`);
  await expect(rows().nth(1)).toContainText('Renewed by');

  await expect(rows(other).first()).toContainText('Renewed by');
  await expect(rows(other)).toHaveCount(3);
  await expect(panelOf(other).getByRole('group', { name: 'Total spent' })).toContainText('$825.00');
  await panelOf(other).getByRole('button', { name: 'Show 1 new license' }).click();
  await expect(rows(other)).toHaveCount(4);
  await other.close();
});

test('a license and its renewal link to each other, and a renewed license says why it can’t be renewed again', async () => {
  await openVault();
  await press(page, rows().nth(1).getByRole('link', { name: 'Harbour at dawn' }));
  const license = licenseOf('Harbour at dawn');
  await expect(license).toContainText('This license has already been renewed.');
  await expect(license.getByRole('button', { name: /^(Renew|Upgrade) for/ })).toHaveCount(0);
  await press(page, license.getByRole('link', { name: /^Renewed by/ }));
  await expect(license).toContainText('Starts in 180 days');
  await press(page, license.getByRole('link', { name: /^Renews/ }));
  await expect(license).toContainText('180 days left');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\?tab=licenses$/);
});

test('an upgrade costs what was shown, even after an abandoned renewal order, and has no end', async () => {
  await openVault();
  await press(page, (await openLicense('Ferry in the mist')).getByRole('button', { name: 'Renew for $250.00' }));
  await press(page, page.getByRole('link', { name: 'Back to the license' }).first());
  const license = licenseOf('Ferry in the mist');
  await press(page, license.getByRole('button', { name: 'Upgrade for $250.00' }));
  await expect(page.getByText('This order upgrades a license')).toBeVisible();
  await payWithKeyboard('$250.00');
  await expect(rows()).toHaveCount(5);
  await expect(rows().first()).toContainText('Perpetual License');
  await expect(rows().first()).toContainText('No end date');
  await expect(rows().last()).toContainText('Upgraded by');
  await expect(panelOf(page).getByRole('group', { name: 'Total spent' })).toContainText('$1,075.00');
  await examine(page);
});

test('the address of a license opens it, and no page raised an error', async () => {
  await page.goto('/brand/dashboard?tab=licenses&license=00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('dialog', { name: 'No such license' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\?tab=licenses$/);
  expect(troubles).toEqual([]);
});
