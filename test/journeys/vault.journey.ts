import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { checkout, pay, publish, signUpBrand, signUpCreator, testCards, upload } from '../support/worlds/client.ts';
import { productForFile, test } from '../support/browser/journey.ts';
import type { Open } from '../support/browser/journey.ts';
import { press, tabTo, typeInto } from '../support/browser/keyboard.ts';
import { drawPicture } from '../support/picture.ts';
import { arriveSignedIn } from '../support/browser/sign-in.ts';
import { examine } from '../support/browser/visit.ts';

const dayMs = 86_400_000;
const inDays = (days: number) =>
  new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    Date.now() + days * dayMs,
  );

const product = productForFile();

/** There is no license of zeros. */
test.use({ expectedErrors: [/status of 404 .*licenses\/00000000-/] });

/** What is for sale: the ids by title. */
const ids: Record<string, string> = {};

test.beforeAll(async () => {
  const { token } = await signUpCreator(product.url);
  for (const [number, title] of ['Harbour at dawn', 'Dunes after rain', 'Ferry in the mist'].entries()) {
    const uploadId = await upload(product.url, token, new Uint8Array(await drawPicture(number + 1, 640, 480)));
    ids[title] = (await publish(product.url, token, uploadId, { title, tags: ['sea'] })).id;
  }
});

/** The page of a new brand, which has bought three licenses. */
const openBuyer = async (open: Open) => {
  const brand = await signUpBrand(product.url, 'Northwind');
  const buy = async (title: string, licenseType: string, price: number, quantity = 1) => {
    const line = { id: ids[title] ?? '', title, licenseType, price, quantity };
    const { order_id: orderId } = await checkout(product.url, brand.token, [line]);
    await pay(product.url, brand.token, orderId);
  };
  await buy('Ferry in the mist', 'six_month', 250);
  await buy('Dunes after rain', 'one_time', 25, 3);
  await buy('Harbour at dawn', 'six_month', 250);
  const page = await open(product.url, { viewport: { width: 1440, height: 900 } });
  await arriveSignedIn(page, brand.email);
  return page;
};

const panelOf = (page: Page) => page.getByRole('tabpanel', { name: 'Licenses' });
const rows = (page: Page) => panelOf(page).locator('[data-index]');
const openVault = async (page: Page) => {
  await page.goto('/brand/dashboard?tab=licenses');
  await expect(rows(page).first()).toBeVisible();
};
const licenseOf = (page: Page, title: string) => page.getByRole('dialog', { name: title, exact: true });

/** Opens the only or the newest license of an item. */
const openLicense = async (page: Page, title: string) => {
  await press(page, panelOf(page).getByRole('link', { name: title, exact: true }).first());
  const license = licenseOf(page, title);
  await expect(license.getByRole('button', { name: 'Download original' })).toBeVisible();
  return license;
};

const saved = async (page: Page, name: string) => {
  const waiting = page.waitForEvent('download');
  await press(page, page.getByRole('button', { name, exact: true }));
  const download = await waiting;
  return { filename: download.suggestedFilename(), bytes: await readFile(await download.path()) };
};

const payWithKeyboard = async (page: Page, total: string) => {
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

test('[BRAND-18, BRAND-20, BRAND-21, BRAND-22] the vault shows the licenses and their total figures', async ({
  open,
}) => {
  const page = await openBuyer(open);
  await openVault(page);
  const panel = panelOf(page);
  await expect(panel.getByRole('heading', { name: 'Licensed Content' })).toBeVisible();
  await expect(rows(page)).toContainText(['Harbour at dawn', 'Dunes after rain', 'Ferry in the mist']);
  await expect(rows(page).first()).toContainText(`${inDays(0)} to ${inDays(180)}`);
  await expect(rows(page).first()).toContainText('180 days left');
  for (const [name, value] of Object.entries({
    'Total spent': '$575.00',
    Creators: '1',
    'One-Time': '1',
    '6-Month': '2',
  }))
    await expect(panel.getByRole('group', { name, exact: true })).toContainText(value);
  await examine(page);
});

test('by keyboard alone it is searched and filtered, as its address shows, and exported', async ({ open }) => {
  const page = await openBuyer(open);
  await openVault(page);
  await typeInto(page, page.getByLabel('Search your licenses'), 'after r');
  await expect(page).toHaveURL(/\?tab=licenses&search=after\+r$/);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Dunes after rain');
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await expect(rows(page)).toHaveCount(3);
  await tabTo(page, page.getByLabel('License type'));
  await page.keyboard.type('6');
  await expect(page).toHaveURL(/\?tab=licenses&type=six_month$/);
  await expect(rows(page)).toContainText(['Harbour at dawn', 'Ferry in the mist']);
  await page.reload();
  await expect(rows(page)).toContainText(['Harbour at dawn', 'Ferry in the mist']);
  const { filename, bytes } = await saved(page, 'Export CSV');
  expect(filename).toBe('tessera-licenses.csv');
  const lines = bytes.toString().trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain('Harbour at dawn');
  await tabTo(page, page.getByLabel('Status'));
  await page.keyboard.type('Ended');
  await expect(panelOf(page).getByText('No licenses match.')).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Clear filters' }));
  await expect(rows(page)).toHaveCount(3);
  await expect(panelOf(page).getByRole('group', { name: 'Licenses' })).toBeFocused();
});

test('[ENT-17] [FIX-13] a license opens with its file, its documents, its proof, and the prices of renewal and upgrade; Escape leads back to its row', async ({
  open,
}) => {
  const page = await openBuyer(open);
  await openVault(page);
  const license = await openLicense(page, 'Harbour at dawn');
  await expect(license.getByRole('img', { name: 'Harbour at dawn', exact: true })).toBeVisible();
  await expect(license).toContainText(`in any number of campaigns and in any medium, until ${inDays(180)} (UTC)`);
  await expect(license.getByRole('button', { name: 'Renew for $250.00' })).toHaveAccessibleDescription(
    new RegExp(`From ${inDays(180)}, when this license ends, until ${inDays(360)}`),
  );
  await expect(license.getByRole('button', { name: 'Upgrade for $250.00' })).toBeVisible();
  await examine(page);
  const pdf = await saved(page, 'Download PDF');
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const original = await saved(page, 'Download original');
  expect(original.filename).toMatch(/^Harbour at dawn\.jpe?g$/);
  expect([...original.bytes.subarray(0, 2)]).toEqual([0xff, 0xd8]);
  await press(page, license.getByRole('button', { name: 'View agreement' }));
  const agreement = page.getByRole('dialog', { name: 'Content License Agreement' });
  await expect(agreement).toContainText('Grant of License');
  await page.keyboard.press('Escape');
  await expect(agreement).toBeHidden();
  await expect(license.getByRole('button', { name: 'View agreement' })).toBeFocused();
  const proof = license.getByRole('link', { name: 'Public proof of this license' });
  await expect(proof).toHaveAttribute('href', /^\/verify\/[0-9a-f-]{36}$/);
  await page.keyboard.press('Escape');
  await expect(license).toBeHidden();
  await expect(page).toHaveURL(/\?tab=licenses$/);
  await expect(panelOf(page).getByRole('link', { name: 'Harbour at dawn' })).toBeFocused();
});

test('a license is renewed once, and what was renewed and its renewal lead to each other', async ({ open }) => {
  const page = await openBuyer(open);

  await test.step('by keyboard alone it is renewed: the next license begins when this one ends, and another tab updates in place', async () => {
    const other = await page.context().newPage();
    await openVault(other);
    await openVault(page);
    const license = await openLicense(page, 'Harbour at dawn');
    await press(page, license.getByRole('button', { name: 'Renew for $250.00' }));
    await expect(page.getByText('This order renews a license')).toBeVisible();
    await expect(page.getByText('Already licensed')).toBeHidden();
    await examine(page);
    await payWithKeyboard(page, '$250.00');
    await expect(rows(page)).toHaveCount(4);
    await expect(rows(page).first()).toContainText('Starts in 180 days');
    await expect(rows(page).first()).toContainText(`${inDays(180)} to ${inDays(360)}`);
    await expect(rows(page).nth(1)).toContainText('Renewed by');

    await expect(rows(other).first()).toContainText('Renewed by');
    await expect(rows(other)).toHaveCount(3);
    await expect(panelOf(other).getByRole('group', { name: 'Total spent' })).toContainText('$825.00');
    await panelOf(other).getByRole('button', { name: 'Show 1 new license' }).click();
    await expect(rows(other)).toHaveCount(4);
  });

  await test.step('a license and its renewal link to each other, and a renewed license says why it can’t be renewed again', async () => {
    await openVault(page);
    await press(page, rows(page).nth(1).getByRole('link', { name: 'Harbour at dawn' }));
    const license = licenseOf(page, 'Harbour at dawn');
    await expect(license).toContainText('This license has already been renewed.');
    await expect(license.getByRole('button', { name: /^(Renew|Upgrade) for/ })).toHaveCount(0);
    await press(page, license.getByRole('link', { name: /^Renewed by/ }));
    await expect(license).toContainText('Starts in 180 days');
    await press(page, license.getByRole('link', { name: /^Renews/ }));
    await expect(license).toContainText('180 days left');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\?tab=licenses$/);
  });
});

test('an upgrade costs what was shown, even after an abandoned renewal order, and has no end', async ({ open }) => {
  const page = await openBuyer(open);
  await openVault(page);
  await press(page, (await openLicense(page, 'Ferry in the mist')).getByRole('button', { name: 'Renew for $250.00' }));
  await press(page, page.getByRole('link', { name: 'Back to the license' }).first());
  const license = licenseOf(page, 'Ferry in the mist');
  await press(page, license.getByRole('button', { name: 'Upgrade for $250.00' }));
  await expect(page.getByText('This order upgrades a license')).toBeVisible();
  await payWithKeyboard(page, '$250.00');
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).first()).toContainText('Perpetual License');
  await expect(rows(page).first()).toContainText('No end date');
  await expect(rows(page).last()).toContainText('Upgraded by');
  await expect(panelOf(page).getByRole('group', { name: 'Total spent' })).toContainText('$825.00');
  await examine(page);
});

test('the address of a license opens it', async ({ open }) => {
  const page = await openBuyer(open);
  await page.goto('/brand/dashboard?tab=licenses&license=00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('dialog', { name: 'No such license' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\?tab=licenses$/);
});
