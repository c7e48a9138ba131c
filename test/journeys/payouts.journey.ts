import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { productForFile, test } from '../support/browser/journey.ts';
import { adminLink, signInAsAdmin } from '../support/browser/sign-in.ts';
import { examine } from '../support/browser/visit.ts';
import { get, signIn } from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { startEarnedProduct } from '../support/worlds/earned-product.ts';
import { isLeftToOther } from '../support/sample.ts';

const bank = { payment_method: 'bank', bank_name: 'First', bank_account: '0123456789', bank_routing: '021000021' };
const paypal = { payment_method: 'paypal', paypal_email: 'ines@example.com' };
const holdReason = 'A brand reported one of your photos.';

let creators: readonly Account[];

const product = productForFile(async () => {
  const earned = await startEarnedProduct([
    { name: 'Carla Creator', cents: 125_000, profile: bank },
    { name: 'Ines Ibsen', cents: 84_050, profile: paypal },
    { name: 'Otto Olsen', cents: 31_207, profile: bank },
    { name: 'Pia Poor', cents: 999 },
  ]);
  ({ creators } = earned);
  return earned.product;
});

test.skip(!isLeftToOther('the money of a sale through a month', 2), 'Not drawn: the whole month is walked through.');

/** A wrong password, wrong lines of a file and a missing reason are refused with 422, an unknown run with 404. */
test.use({ expectedErrors: [/status of (404|422)/] });

test('an operator pays the creators what is due, in one run from its preparation to the bank’s answer', async ({
  open,
}) => {
  const pia = await signIn(product.url, creators[3]!);
  const admin = await open(product.url);
  await signInAsAdmin(admin, product.adminPassword());

  const dialog = admin.getByRole('alertdialog');
  const row = (name: string) => admin.getByRole('row').filter({ hasText: name });
  const figure = (label: string) => admin.getByRole('group', { name: label });
  /** Opens a dialog with the keyboard and answers it. */
  const decide = async (button: string | RegExp, action: string) => {
    await admin.getByRole('button', { name: button }).press('Enter');
    await examine(admin);
    await dialog.getByRole('button', { name: action }).press('Enter');
    await expect(dialog).toBeHidden();
  };

  await test.step('[PAY-14] [PAY-10] the operator sees what is due and prepares a run: totals by method, payouts, and who is left out and why', async () => {
    await adminLink(admin, 'Payouts').click();
    await expect(figure('Due now')).toContainText('$2,412.56');
    await expect(figure('Due now')).toContainText('To 4 creators');
    await expect(admin.getByText('No payout runs yet.')).toBeVisible();
    await examine(admin);
    await admin.getByRole('button', { name: 'Prepare a run' }).press('Enter');
    await expect(admin.getByRole('heading', { level: 1 })).toHaveText(/^Payout run from /);
    await expect(admin.getByText('Ready to send')).toBeVisible();
    await expect(figure('Total')).toContainText('$2,402.57');
    await expect(figure('Bank transfer')).toContainText('$1,562.07');
    await expect(figure('Bank transfer')).toContainText('2 payouts');
    await expect(figure('PayPal')).toContainText('$840.50');
    await expect(row('Carla Creator')).toContainText('Bank account ending in 6789');
    await expect(row('Pia Poor')).toContainText('Your available $9.99 will be added to your next payout.');
    await examine(admin);
  });

  await test.step('[PAY-14] another run is not offered while one is open', async () => {
    await admin.getByRole('link', { name: 'All runs' }).press('Enter');
    await expect(admin.getByText(/^The run from .* is still open$/)).toBeVisible();
    await expect(admin.getByRole('button', { name: 'Prepare a run' })).toBeHidden();
    await examine(admin);
    await admin.getByRole('link', { name: 'Go to that run' }).press('Enter');
  });

  await test.step('[PAY-16] a file is only created after the password is entered again, and contains the full account numbers', async () => {
    await admin.getByRole('button', { name: 'Bank transfer (2)' }).press('Enter');
    await expect(dialog.getByLabel('Your password')).toBeFocused();
    await admin.keyboard.type('not the password');
    await admin.keyboard.press('Enter');
    await expect(dialog.getByText('That’s not your password. Nothing was changed.')).toBeVisible();
    await examine(admin);
    await dialog.getByLabel('Your password').fill(product.adminPassword());
    const [download] = await Promise.all([admin.waitForEvent('download'), admin.keyboard.press('Enter')]);
    expect(download.suggestedFilename()).toMatch(/^payouts-bank-\d{4}-\d\d-\d\d\.csv$/);
    const file = await readFile(await download.path(), 'utf8');
    expect(file).toContain('Carla Creator,First,021000021,0123456789,1250.00,');
    await expect(dialog).toBeHidden();
    await expect(admin.getByRole('list', { name: 'Created files' })).toContainText('Bank transfer, 2 payouts');
  });

  await test.step('[PAY-14] one payout is canceled and the rest sent, each after a confirmation, by keyboard alone', async () => {
    await decide('Cancel: payout of $312.07 to Otto Olsen', 'Cancel the payout');
    await expect(row('Otto Olsen')).toContainText('Canceled');
    await decide('Send payouts', 'Send payouts');
    await expect(row('Carla Creator')).toContainText('On its way');
    await expect(row('Ines Ibsen')).toContainText('On its way');
    await expect(admin.getByRole('button', { name: 'Cancel run' })).toBeHidden();
    await examine(admin);
  });

  await test.step('[PAY-14] an invalid bank answer changes nothing, and its errors are listed line by line; the correct one closes the run, and the page updates live', async () => {
    const idIn = async (name: string) => /P[0-9A-F]{20}/.exec((await row(name).textContent()) ?? '')?.[0] ?? '';
    const [carla, ines] = [await idIn('Carla Creator'), await idIn('Ines Ibsen')];
    const head = 'payout_id,amount,status,reference,reason';
    const upload = async (...lines: readonly string[]) => {
      const file = { name: 'answer.csv', mimeType: 'text/csv', buffer: Buffer.from([head, ...lines].join('\n')) };
      await admin.getByLabel('File from your bank').setInputFiles(file);
      await admin.getByRole('button', { name: 'Check and record' }).press('Enter');
    };
    await upload(`${carla},1250.00,paid,TRACE-1,`, `${carla},1250.00,paid,,`, `${ines},1.00,paid,,`, 'P0,5.00,paid,,');
    const wrong = admin.getByRole('list', { name: 'Errors in the file' });
    await expect(wrong.getByRole('listitem')).toHaveText([
      `Line 3: Payout ${carla} is in the file twice.`,
      `Line 4: Payout ${ines} is 840.50, not 1.00.`,
      'Line 5: There’s no payout P0 in this run.',
    ]);
    await expect(admin.getByText('3 lines are wrong, so nothing was changed.')).toBeVisible();
    await expect(row('Carla Creator')).toContainText('On its way');
    await examine(admin);
    await upload(`${carla},1250.00,paid,TRACE-1,`);
    await expect(admin.getByText('1 payout paid, 0 failed, 0 returned.')).toBeVisible();
    await expect(row('Carla Creator')).toContainText('Reference TRACE-1');
    await admin.getByRole('button', { name: 'Mark failed: payout of $840.50 to Ines Ibsen' }).press('Enter');
    await expect(dialog.getByLabel('Reason')).toBeFocused();
    await dialog.getByRole('button', { name: 'Mark as failed' }).press('Enter');
    await expect(dialog.getByText('Please say why, in at most 300 characters')).toBeVisible();
    await examine(admin);
    await dialog.getByLabel('Reason').fill('The account is closed.');
    await dialog.getByRole('button', { name: 'Mark as failed' }).press('Enter');
    await expect(row('Ines Ibsen')).toContainText('The account is closed.');
    await expect(admin.getByText('Done', { exact: true }).first()).toBeVisible();
    await admin.getByLabel('Status', { exact: true }).selectOption('Failed (1)');
    await expect(row('Carla Creator')).toBeHidden();
    await examine(admin);
  });

  await test.step('[PAY-17] the operator holds a creator’s payouts for a reason and lifts it; the creator reads it', async () => {
    await admin.getByLabel('Status', { exact: true }).selectOption('All (3)');
    await admin.getByRole('button', { name: 'Hold: payouts to Pia Poor' }).press('Enter');
    await dialog.getByLabel('Reason').fill(holdReason);
    await dialog.getByRole('button', { name: 'Put on hold' }).press('Enter');
    await expect(row('Pia Poor')).toContainText('On hold');
    await admin.getByRole('link', { name: 'All runs' }).press('Enter');
    await expect(row('Pia Poor')).toContainText(holdReason);
    await examine(admin);
    const { token } = pia;
    const balance = `${product.url}/api/earnings/balance`;
    await expect
      .poll(() => get(balance, { token }))
      .toMatchObject({ waiting: { code: 'on_hold', message: expect.stringContaining(holdReason) as unknown } });
    await decide('Lift hold on payouts to Pia Poor', 'Lift hold');
    await expect(admin.getByText('No creators are on hold.')).toBeVisible();
    await expect.poll(() => get(balance, { token })).toMatchObject({ waiting: { code: 'below_minimum' } });
  });
});

test('the address of an unknown run says so', async ({ open }) => {
  const admin = await open(product.url);
  await signInAsAdmin(admin, product.adminPassword());
  await admin.goto('/admin/payouts/none');
  await expect(admin.getByText('There’s no such payout run.')).toBeVisible();
  await examine(admin);
});
