import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { get, post, signInAdmin } from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { startEarnedProduct } from '../support/worlds/earned-product.ts';
import { isLeftToOther } from '../support/sample.ts';
import type { Product } from '../support/worlds/product.ts';
import { arriveSignedIn } from '../support/browser/sign-in.ts';
import { examine, visit } from '../support/browser/visit.ts';
import { until } from '../support/until.ts';

const bank = { payment_method: 'bank', bank_name: 'First', bank_account: '000123456789', bank_routing: '021000021' };

let product: Product;
let mara: Account;
let vera: Account;
let page: Page;

test.describe.configure({ mode: 'serial' });
test.skip(!isLeftToOther('the money of a sale through a month', 2), 'Not drawn: the whole month is walked through.');

test.beforeAll(async ({ browser }) => {
  const earners = [
    { name: 'Mara Lindqvist', cents: 41_250, profile: bank },
    { name: 'Vera Vane', cents: 900, profile: bank },
  ];
  const world = await startEarnedProduct(earners, { PAYOUTS: 'sandbox' });
  ({ product } = world);
  [mara, vera] = world.creators as [Account, Account];
  page = await visit(browser, product.url);
  await arriveSignedIn(page, mara.email);
});

test.afterAll(async () => {
  await page.context().close();
  await product.stop();
  product.forget();
});

const figure = (name: string) => page.getByRole('group', { name, exact: true });
const rows = () => page.getByRole('table').getByRole('row');

/** Pays what is due, as the operator. */
const payOut = async () => {
  const runs = `${product.url}/api/admin/payout-runs`;
  const token = await signInAdmin(product.url, product.adminPassword());
  const { id } = await post<{ id: string }>(runs, {}, { token });
  const isAt = (status: string) =>
    until(`the run is ${status}`, async () => {
      const run = await get<{ status: string }>(`${runs}/${id}`, { token }).catch(() => null);
      return run?.status === status;
    });
  await isAt('prepared');
  await post(`${runs}/${id}/send`, {}, { token });
  await isAt('closed');
};

test('[PAY-04, PAY-06] the amount due leads by keyboard to the payouts, where a payout appears without a reload', async () => {
  const due = page.getByRole('link', { name: 'Payout due' });
  await expect(figure('Payout due')).toContainText('$412.50');
  await due.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${product.url}/creator/payouts`);
  await expect(figure('Available')).toContainText('$412.50');
  await expect(page.getByText('No payouts yet')).toBeVisible();
  await examine(page);
  const loadedAt = () => page.evaluate(() => performance.timeOrigin);
  const before = await loadedAt();
  await payOut();
  await expect(rows().nth(1)).toContainText('Bank account ending in 6789');
  await expect(rows().nth(1)).toContainText('Paid');
  await expect(figure('Paid')).toContainText('$412.50');
  await expect(figure('Available')).toContainText('$0.00');
  expect(await loadedAt()).toBe(before);
  await examine(page);
});

test('[PAY-05] a payout shows its lines and steps, and can be saved as a table and for printing', async () => {
  await page.getByRole('link', { name: /^Payout from/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Payout of $412.50' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Paid' })).toContainText('UTC');
  await expect(rows()).toHaveCount(3);
  await examine(page);
  for (const [name, beginning] of [
    [/^CSV/, '﻿time,kind'],
    [/^PDF/, '%PDF-'],
  ] as const) {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name }).press('Enter');
    const path = await (await saved).path();
    expect(readFileSync(path, 'utf8').slice(0, beginning.length)).toBe(beginning);
  }
});

test('[PAY-07, PAY-09] a statement covers the dates that were typed, and the year is shown by month', async () => {
  await page.goto('/creator/payouts/statement');
  await expect(rows().last()).toContainText('Closing balance');
  await page.getByRole('combobox', { name: 'Date range' }).selectOption({ label: 'Custom' });
  await page.getByLabel('From (UTC)').focus();
  await page.keyboard.type('01052020');
  await expect(page.getByRole('alert')).toContainText('Too many days');
  await page.getByLabel('From (UTC)').focus();
  const today = new Date().toISOString().slice(0, 10);
  await page.getByLabel('From (UTC)').fill(today);
  await expect(page).toHaveURL(new RegExp(`from=${today}`));
  await expect(rows().nth(1)).toContainText('Opening balance');
  await examine(page);
  await page.getByRole('tab', { name: 'Year summary' }).click();
  await expect(rows().last()).toContainText('$412.50');
  await examine(page);
});

test('[PAY-29] a creator who leaves sees what is due, and is paid even below the minimum once gone', async ({
  browser,
}) => {
  const leaving = await visit(browser, product.url);
  await arriveSignedIn(leaving, vera.email);
  await leaving.goto('/account');
  await leaving.getByRole('button', { name: 'Delete account…' }).click();
  const dialog = leaving.getByRole('alertdialog');
  await expect(dialog).toContainText('$9.00 is still due to you');
  await expect(dialog).toContainText('The $10.00 minimum doesn’t apply to your last payout.');
  await dialog.getByLabel('Your password').fill('correct-horse-7');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(leaving).not.toHaveURL(/account/);
  await leaving.context().close();
  await payOut();
  const token = await signInAdmin(product.url, product.adminPassword());
  const runs = await get<{ items: readonly { id: string }[] }>(`${product.url}/api/admin/payout-runs`, { token });
  const paid = await get<{ items: readonly { creator_id: string; amount_cents: number; status: string }[] }>(
    `${product.url}/api/admin/payout-runs/${runs.items[0]?.id}/payouts`,
    { token },
  );
  expect(paid.items).toMatchObject([{ creator_id: vera.id, amount_cents: 900, status: 'paid' }]);
});
