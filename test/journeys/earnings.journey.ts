import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { get, password, post, signInAdmin } from '../support/worlds/client.ts';
import { startEarnedProduct } from '../support/worlds/earned-product.ts';
import { isLeftToOther } from '../support/sample.ts';
import { productForFile, test } from '../support/browser/journey.ts';
import { arriveSignedIn } from '../support/browser/sign-in.ts';
import { examine } from '../support/browser/visit.ts';
import { until } from '../support/until.ts';

const bank = { payment_method: 'bank', bank_name: 'First', bank_account: '000123456789', bank_routing: '021000021' };

const mara = 'mara@example.com';
const vera = 'vera@example.com';

test.skip(!isLeftToOther('the money of a sale through a month', 2), 'Not drawn: the whole month is walked through.');

/** Dates that are too far apart are refused. */
test.use({ expectedErrors: [/ 400 .*from=2020-01-05/] });

const product = productForFile(async () => {
  const earners = [
    { name: 'Mara Lindqvist', cents: 41_250, profile: { ...bank, email: mara } },
    { name: 'Vera Vane', cents: 900, profile: { ...bank, email: vera } },
  ];
  return (await startEarnedProduct(earners, { PAYOUTS: 'sandbox' })).product;
});

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

test('creators who earned enough are paid what is due, and one who leaves is paid even less', async ({ open }) => {
  const page = await open(product.url);
  const figure = (name: string) => page.getByRole('group', { name, exact: true });
  const rows = page.getByRole('table').getByRole('row');

  await test.step('[PAY-04, PAY-06] the amount due leads by keyboard to the payouts, where a payout appears without a reload', async () => {
    await arriveSignedIn(page, mara);
    await expect(figure('Payout due')).toContainText('$412.50');
    await page.getByRole('link', { name: 'Payout due' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${product.url}/creator/payouts`);
    await expect(figure('Available')).toContainText('$412.50');
    await expect(page.getByText('No payouts yet')).toBeVisible();
    await examine(page);
    const loads: string[] = [];
    page.on('load', () => loads.push(page.url()));
    await payOut();
    await expect(rows.nth(1)).toContainText('Bank account ending in 6789');
    await expect(rows.nth(1)).toContainText('Paid');
    await expect(figure('Paid')).toContainText('$412.50');
    await expect(figure('Available')).toContainText('$0.00');
    expect(loads).toEqual([]);
    await examine(page);
  });

  await test.step('[PAY-05] a payout shows its lines and steps, and can be saved as a table and for printing', async () => {
    await page.getByRole('link', { name: /^Payout from/ }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Payout of $412.50' })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Paid' })).toContainText('UTC');
    await expect(rows).toHaveCount(3);
    await examine(page);
    for (const [name, beginning] of [
      [/^CSV/, '\ufefftime,kind'],
      [/^PDF/, '%PDF-'],
    ] as const) {
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name }).press('Enter');
      const saved = readFileSync(await (await saving).path(), 'utf8');
      expect(saved.slice(0, beginning.length)).toBe(beginning);
    }
  });

  await test.step('[PAY-07, PAY-09] a statement covers the dates that were typed, and the year is shown by month', async () => {
    await page.goto('/creator/payouts/statement');
    await expect(rows.last()).toContainText('Balance so far');
    await page.getByRole('combobox', { name: 'Date range' }).selectOption({ label: 'Custom' });
    await page.getByLabel('From (UTC)').focus();
    await page.keyboard.type('01052020');
    await expect(page.getByRole('alert')).toContainText('Too many days');
    await page.getByLabel('From (UTC)').focus();
    const today = new Date().toISOString().slice(0, 10);
    await page.getByLabel('From (UTC)').fill(today);
    await expect(page).toHaveURL(new RegExp(`from=${today}`));
    await expect(rows.nth(1)).toContainText('Opening balance');
    await examine(page);
    await page.getByRole('tab', { name: 'Year summary' }).click();
    await expect(rows.last()).toContainText('$412.50');
    await examine(page);
  });

  await test.step('[PAY-29] a creator who leaves sees what is due, and is paid even below the minimum once gone', async () => {
    const credentials = { email: vera, password };
    const signIn = `${product.url}/auth/v1/token?grant_type=password`;
    const { user } = await post<{ user: { id: string } }>(signIn, credentials);
    const leaving = await open(product.url);
    await arriveSignedIn(leaving, vera);
    await leaving.goto('/account');
    await leaving.getByRole('button', { name: 'Delete account…' }).click();
    const dialog = leaving.getByRole('alertdialog');
    await expect(dialog).toContainText('$9.00 is still due to you');
    await expect(dialog).toContainText('The $10.00 minimum doesn’t apply to your last payout.');
    await dialog.getByLabel('Your password').fill(password);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await expect(leaving).not.toHaveURL(/account/);
    await payOut();
    const admin = { token: await signInAdmin(product.url, product.adminPassword()) };
    const runs = await get<{ items: readonly { id: string }[] }>(`${product.url}/api/admin/payout-runs`, admin);
    const paid = await get<{ items: readonly { creator_id: string; amount_cents: number; status: string }[] }>(
      `${product.url}/api/admin/payout-runs/${runs.items[0]?.id}/payouts`,
      admin,
    );
    expect(paid.items).toMatchObject([{ creator_id: user.id, amount_cents: 900, status: 'paid' }]);
  });
});
