import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { checkout, pay, publish, signUpBrand, signUpCreator, upload } from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { disputeAtBank } from '../support/browser/bank.ts';
import { productForFile, test } from '../support/browser/journey.ts';
import type { Open } from '../support/browser/journey.ts';
import { press, tabTo, typeInto } from '../support/browser/keyboard.ts';
import { drawPicture } from '../support/picture.ts';
import { isLeftToOther } from '../support/sample.ts';
import { adminLink, arriveSignedIn, signInAsAdmin } from '../support/browser/sign-in.ts';
import { examine } from '../support/browser/visit.ts';

const product = productForFile();

test.skip(!isLeftToOther('the money of a sale through a month', 2), 'Not drawn: the whole month is walked through.');

/** A brand that has bought a license of a creator's item. */
const openSale = async (title: string) => {
  const { url } = product;
  const [creator, brand] = await Promise.all([signUpCreator(url), signUpBrand(url)]);
  const uploadId = await upload(url, creator.token, new Uint8Array(await drawPicture(2, 800, 600)));
  const { id } = await publish(url, creator.token, uploadId, { title });
  const { order_id } = await checkout(url, brand.token, [{ id, licenseType: 'six_month', price: 250 }]);
  const { license_ids } = await pay(url, brand.token, order_id);
  return { creator, brand, licenseId: license_ids[0]! };
};

interface Parties {
  readonly creator: Account;
  readonly brand: Account;
}

const openPages = async (open: Open, parties: Parties) => {
  const desk = { viewport: { width: 1440, height: 900 } };
  const [brand, creator, admin] = [
    await open(product.url, desk),
    await open(product.url, desk),
    await open(product.url, desk),
  ];
  await arriveSignedIn(brand, parties.brand.email);
  await arriveSignedIn(creator, parties.creator.email);
  await signInAsAdmin(admin, product.adminPassword());
  return { brand, creator, admin };
};

test('a brand asks for a refund, is declined, is then refunded in part, and at last in full', async ({ open }) => {
  const title = 'Harbour at dawn';
  const { licenseId, ...parties } = await openSale(title);
  const { brand, creator, admin } = await openPages(open, parties);
  const refund = brand.getByRole('dialog', { name: title }).getByRole('region', { name: 'Refund' });
  const refundByNumber = async (link: string) => {
    await typeInto(admin, admin.getByLabel('Refund a license by its number or link'), link);
    await admin.keyboard.press('Enter');
    await expect(admin.getByRole('alertdialog', { name: `Refund “${title}”` })).toBeVisible();
    return admin.getByRole('alertdialog');
  };

  await test.step('[PAY-19] by keyboard alone a brand requests a refund in its vault, and the focus continues at the resulting status', async () => {
    await brand.goto(`/brand/dashboard?tab=licenses&license=${licenseId}`);
    const ask = refund.getByRole('button', { name: 'Ask for a refund' });
    await press(brand, ask);
    const dialog = brand.getByRole('alertdialog');
    await expect(dialog).toContainText('the license ends at once');
    await examine(brand);
    await brand.keyboard.press('Escape');
    await expect(ask).toBeFocused();
    await brand.keyboard.press('Enter');
    await typeInto(brand, dialog.getByLabel('Why do you want a refund?'), 'We bought it twice.');
    await press(brand, dialog.getByRole('button', { name: 'Ask for a refund' }));
    await expect(refund).toContainText('Refund requested');
    await expect(refund).toContainText('“We bought it twice.”');
    await expect(refund.locator(':focus')).toHaveCount(1);
    await examine(brand);
  });

  await test.step('[PAY-19] [PAY-20] the operator declines it with a reason, which the brand reads immediately', async () => {
    await press(admin, adminLink(admin, 'Refunds'));
    const row = admin.getByRole('row').filter({ hasText: title });
    await expect(row).toContainText('We bought it twice.');
    await examine(admin);
    await press(admin, row.getByRole('button', { name: `Decline the refund of ${title}` }));
    const dialog = admin.getByRole('alertdialog');
    await typeInto(admin, dialog.getByLabel('Reason'), 'Each license is for a campaign of its own.');
    await examine(admin);
    await press(admin, dialog.getByRole('button', { name: 'Decline request' }));
    await expect(admin.getByText(/^No open requests/)).toBeVisible();
    await expect(refund).toContainText('Refund declined');
    await expect(refund).toContainText('Each license is for a campaign of its own.');
  });

  await test.step('[PAY-20] [FIX-25] a partial refund without a request, typed with a decimal comma: too large an amount is refused at its field, and the brand gets its credit note live', async () => {
    const dialog = await refundByNumber(`${product.url}/verify/${licenseId}`);
    await tabTo(admin, dialog.getByRole('radio').first());
    await admin.keyboard.press('ArrowDown');
    const amount = dialog.getByLabel('Amount in US dollars');
    await typeInto(admin, amount, '1.250,00');
    await typeInto(admin, dialog.getByLabel('Reason'), 'For the trouble.');
    await press(admin, dialog.getByRole('button', { name: 'Continue' }));
    await expect(dialog.getByText('You can refund at most $250.00.')).toBeVisible();
    await expect(amount).toBeFocused();
    await examine(admin);
    await admin.keyboard.press('Control+A');
    await admin.keyboard.type('12,50');
    await press(admin, dialog.getByRole('button', { name: 'Continue' }));
    await expect(dialog).toContainText('The license stays as it is.');
    await expect(dialog).toContainText('$10.00');
    await examine(admin);
    await press(admin, dialog.getByRole('button', { name: 'Refund $12.50' }));
    await expect(dialog).toBeHidden();
    await expect(refund).toContainText('Refunded in part');
    const license = brand.getByRole('dialog', { name: title });
    await expect(license).toContainText('$12.50 refunded on');
    const saving = brand.waitForEvent('download');
    await press(brand, license.getByRole('button', { name: 'Credit note (PDF)' }));
    const note = await saving;
    expect(note.suggestedFilename()).toMatch(/^credit-note-CN-\d{4}-\d{6}\.pdf$/);
  });

  await test.step('[PAY-20] a full refund ends the license immediately: in the vault, for its creator, in its agreement and its public proof', async () => {
    await creator.goto('/creator/dashboard?tab=licenses');
    const sold = creator.getByRole('row').filter({ hasText: title });
    await expect(sold).toContainText('$12.50 of $250.00 went back to the buyer');
    const dialog = await refundByNumber(licenseId);
    await typeInto(admin, dialog.getByLabel('Reason'), 'As agreed on the phone.');
    await press(admin, dialog.getByRole('button', { name: 'Continue' }));
    await expect(dialog).toContainText('The license ends immediately');
    await press(admin, dialog.getByRole('button', { name: 'Refund $237.50' }));
    await expect(refund).toContainText('Refunded in full');
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
});

test('[PAY-24] a dispute reaches brand, creator and operator as soon as it is opened, with whose money is in reserve; its evidence is one PDF', async ({
  open,
}) => {
  const disputed = 'Dunes after rain';
  const { brand, creator, admin } = await openPages(open, await openSale(disputed));
  await brand.goto('/brand/dashboard?tab=licenses');
  const held = brand.getByRole('row').filter({ hasText: disputed });
  await expect(held).toBeVisible();
  await expect(held).not.toContainText('Disputed');
  await creator.goto('/creator/dashboard?tab=licenses');
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
  const file = await readFile(await (await saving).path());
  expect(file.subarray(0, 5).toString()).toBe('%PDF-');
});
