import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { checkout, pay, publish, upload } from '../support/worlds/client.ts';
import { disputeAtBank } from '../support/browser/bank.ts';
import { press, tabTo, typeInto } from '../support/browser/keyboard.ts';
import { drawPicture } from '../support/picture.ts';
import { startProduct } from '../support/worlds/product.ts';
import { isLeftToOther } from '../support/sample.ts';
import type { Product } from '../support/worlds/product.ts';
import { openShop } from '../support/worlds/shop.ts';
import type { Shop } from '../support/worlds/shop.ts';
import { adminLink, arriveSignedIn, signInAsAdmin } from '../support/browser/sign-in.ts';
import { examine, visit } from '../support/browser/visit.ts';

const title = 'Harbour at dawn';
const disputed = 'Dunes after rain';

let product: Product;
let shop: Shop;
let brand: Page;
let creator: Page;
let admin: Page;
let licenseId: string;
const troubles: string[] = [];

test.describe.configure({ mode: 'serial' });
test.skip(!isLeftToOther('the money of a sale through a month', 2), 'Not drawn: the whole month is walked through.');

const buy = async (itemId: string) => {
  const line = { id: itemId, licenseType: 'six_month', price: 250 };
  const { order_id } = await checkout(product.url, shop.brand.token, [line]);
  const { license_ids } = await pay(product.url, shop.brand.token, order_id);
  return license_ids[0]!;
};

test.beforeAll(async ({ browser }) => {
  product = await startProduct();
  shop = await openShop(product);
  const { token } = shop.creator;
  const uploadId = await upload(product.url, token, new Uint8Array(await drawPicture(2, 800, 600)));
  const { id: dunes } = await publish(product.url, token, uploadId, { title: disputed, tags: ['sand'] });
  licenseId = await buy(shop.itemId);
  await buy(dunes);
  const open = async () => {
    const page = await visit(browser, product.url, troubles);
    await page.setViewportSize({ width: 1440, height: 900 });
    return page;
  };
  [brand, creator, admin] = [await open(), await open(), await open()];
  await arriveSignedIn(brand, shop.brand.email);
  await arriveSignedIn(creator, shop.creator.email);
  await signInAsAdmin(admin, product.adminPassword());
});

test.afterAll(async () => {
  for (const page of [brand, creator, admin]) await page.context().close();
  await product.stop();
  product.forget();
});

const vault = '/brand/dashboard?tab=licenses';
const refundOf = (page: Page) => page.getByRole('dialog', { name: title }).getByRole('region', { name: 'Refund' });
const openRefunds = () => press(admin, adminLink(admin, 'Refunds'));

test('[PAY-19] by keyboard alone a brand requests a refund in its vault, and the focus continues at the resulting status', async () => {
  await brand.goto(`${vault}&license=${licenseId}`);
  const ask = refundOf(brand).getByRole('button', { name: 'Ask for a refund' });
  await press(brand, ask);
  const dialog = brand.getByRole('alertdialog');
  await expect(dialog).toContainText('the license ends at once');
  await examine(brand);
  await brand.keyboard.press('Escape');
  await expect(ask).toBeFocused();
  await brand.keyboard.press('Enter');
  await typeInto(brand, dialog.getByLabel('Why do you want a refund?'), 'We bought it twice.');
  await press(brand, dialog.getByRole('button', { name: 'Ask for a refund' }));
  await expect(refundOf(brand)).toContainText('Refund requested');
  await expect(refundOf(brand)).toContainText('“We bought it twice.”');
  await expect(refundOf(brand).locator(':focus')).toHaveCount(1);
  await examine(brand);
});

test('[PAY-19] [PAY-20] the operator declines it with a reason, which the brand reads immediately', async () => {
  await openRefunds();
  const row = admin.getByRole('row').filter({ hasText: title });
  await expect(row).toContainText('We bought it twice.');
  await examine(admin);
  await press(admin, row.getByRole('button', { name: `Decline the refund of ${title}` }));
  const dialog = admin.getByRole('alertdialog');
  await typeInto(admin, dialog.getByLabel('Reason'), 'Each license is for a campaign of its own.');
  await examine(admin);
  await press(admin, dialog.getByRole('button', { name: 'Decline request' }));
  await expect(admin.getByText(/^No open requests/)).toBeVisible();
  await expect(refundOf(brand)).toContainText('Refund declined');
  await expect(refundOf(brand)).toContainText('Each license is for a campaign of its own.');
});

const refundByNumber = async (link: string) => {
  await typeInto(admin, admin.getByLabel('Refund a license by its number or link'), link);
  await admin.keyboard.press('Enter');
  await expect(admin.getByRole('alertdialog', { name: `Refund “${title}”` })).toBeVisible();
  return admin.getByRole('alertdialog');
};

test('[PAY-20] a partial refund without a request: too large an amount is refused at its field, and the brand gets its credit note live', async () => {
  const dialog = await refundByNumber(`${product.url}/verify/${licenseId}`);
  await tabTo(admin, dialog.getByRole('radio').first());
  await admin.keyboard.press('ArrowDown');
  const amount = dialog.getByLabel('Amount in US dollars');
  await typeInto(admin, amount, '250.01');
  await typeInto(admin, dialog.getByLabel('Reason'), 'For the trouble.');
  await press(admin, dialog.getByRole('button', { name: 'Continue' }));
  await expect(dialog.getByText('You can refund at most $250.00.')).toBeVisible();
  await expect(amount).toBeFocused();
  await examine(admin);
  await admin.keyboard.press('Control+A');
  await admin.keyboard.type('40');
  await press(admin, dialog.getByRole('button', { name: 'Continue' }));
  await expect(dialog).toContainText('The license stays as it is.');
  await expect(dialog).toContainText('$32.00');
  await examine(admin);
  await press(admin, dialog.getByRole('button', { name: 'Refund $40.00' }));
  await expect(dialog).toBeHidden();
  await expect(refundOf(brand)).toContainText('Refunded in part');
  const license = brand.getByRole('dialog', { name: title });
  await expect(license).toContainText('$40.00 refunded on');
  const saving = brand.waitForEvent('download');
  await press(brand, license.getByRole('button', { name: 'Credit note (PDF)' }));
  expect((await saving).suggestedFilename()).toMatch(/^credit-note-CN-\d{4}-\d{6}\.pdf$/);
});

test('[PAY-20] a full refund ends the license immediately: in the vault, for its creator, in its agreement and its public proof', async () => {
  await creator.goto('/creator/dashboard?tab=licenses');
  const sold = creator.getByRole('row').filter({ hasText: title });
  await expect(sold).toContainText('$40.00 of $250.00 went back to the buyer');
  const dialog = await refundByNumber(licenseId);
  await typeInto(admin, dialog.getByLabel('Reason'), 'As agreed on the phone.');
  await press(admin, dialog.getByRole('button', { name: 'Continue' }));
  await expect(dialog).toContainText('The license ends immediately');
  await press(admin, dialog.getByRole('button', { name: 'Refund $210.00' }));
  await expect(refundOf(brand)).toContainText('Refunded in full');
  const license = brand.getByRole('dialog', { name: title });
  await expect(license.getByRole('button', { name: 'Download original' })).toHaveCount(0);
  await expect(license).toContainText('when its price was refunded');
  await examine(brand);
  await expect(sold).toContainText('and the license ended');
  await brand.goto(`/licenses/${licenseId}/agreement`);
  await expect(brand.getByText('This license was refunded')).toBeVisible();
  await brand.goto(`/verify/${licenseId}`);
  await expect(brand.getByRole('heading', { name: 'This license was refunded' })).toBeVisible();
  await admin.getByLabel('Status', { exact: true }).selectOption('Refunded');
  await expect(admin.getByRole('row').filter({ hasText: title })).toContainText('As agreed on the phone.');
});

test('[PAY-24] a dispute reaches brand, creator and operator as soon as it is opened, with whose money is in reserve; its evidence is one PDF', async () => {
  await brand.goto(vault);
  const held = brand.getByRole('row').filter({ hasText: disputed });
  await expect(held).not.toContainText('Disputed');
  const sold = creator.getByRole('row').filter({ hasText: disputed });
  await expect(sold).toBeVisible();
  await press(admin, adminLink(admin, 'Disputes'));
  await expect(admin.getByText('No payments are disputed.')).toBeVisible();
  const bank = await disputeAtBank(admin, product.url);
  await bank.close();
  await expect(held).toContainText('Disputed');
  await expect(sold).toContainText('$200.00 of yours is set aside');
  const row = admin.getByRole('row').filter({ hasText: disputed });
  await expect(row).toContainText('In reserve until the bank decides');
  await expect(row).toContainText('Carla Creator $200.00 · you $50.00');
  await examine(admin);
  await examine(creator);
  await press(brand, held.getByRole('link', { name: disputed }));
  const license = brand.getByRole('dialog', { name: disputed });
  await expect(license).toContainText('the creator’s part is set aside');
  await expect(license.getByText('It can be refunded once that’s decided.')).toBeVisible();
  await examine(brand);
  const saving = admin.waitForEvent('download');
  await press(admin, row.getByRole('button', { name: `Evidence for ${disputed} (PDF)` }));
  const file = await saving;
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
  expect(troubles).toEqual([]);
});
