import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import {
  checkout,
  password,
  pay,
  post,
  publish,
  signUpBrand,
  signUpCreator,
  upload,
} from '../support/worlds/client.ts';
import { drawPicture } from '../support/picture.ts';
import { isLeftToOther } from '../support/sample.ts';
import { arriveForToast, productForFile, test } from '../support/browser/journey.ts';
import type { Open } from '../support/browser/journey.ts';
import { examine } from '../support/browser/visit.ts';
import { adminLink, arriveSignedIn, signInAsAdmin } from '../support/browser/sign-in.ts';

const product = productForFile();

test.skip(!isLeftToOther('the studio', 2), 'Not drawn: the studio is.');

const openPage = (open: Open) =>
  open(product.url, {
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });

/** A creator with a referral code. */
const openReferrer = async () => {
  const carla = await signUpCreator(product.url, 'Carla Creator');
  const { code } = await post<{ code: string }>(`${product.url}/api/referral-codes`, {}, carla);
  return { carla, code };
};

const figure = (page: Page, label: string) => page.getByRole('group', { name: label });
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('a creator creates a referral code, copies its links, and deletes it', async ({ open }) => {
  const carla = await signUpCreator(product.url, 'Carla Creator');
  const [creator, visitor] = [await openPage(open), await openPage(open)];

  await test.step('[REF-51] a creator finds the page empty, with the next step', async () => {
    await arriveSignedIn(creator, carla.email);
    await creator.getByRole('navigation').getByRole('link', { name: 'Referrals' }).click();
    await expect(creator.getByText(/^No referral codes yet/)).toBeVisible();
    for (const label of ['Total Referrals', 'Successful Conversions', 'Pending Conversions']) {
      await expect(figure(creator, label)).toContainText('0');
    }
    await examine(creator);
  });

  const code = await test.step('[REF-05, REF-16] creates a code with a description', async () => {
    await creator.getByLabel('Description (optional)').fill('Workshop in Oslo');
    await creator.getByRole('button', { name: 'Generate Code' }).click();
    await expect(creator.getByText('Referral code created')).toBeVisible();
    const row = creator.getByRole('row').filter({ hasText: 'Workshop in Oslo' });
    const cell = row.getByRole('cell').first();
    await expect(cell).toHaveText(/^\s*[0-9A-HJKMNP-TV-Z]{8}\s*$/, { useInnerText: true });
    await examine(creator);
    return (await cell.innerText()).trim();
  });

  await test.step('[REF-06, REF-08, REF-17, REF-18] copies the code and both links', async () => {
    await creator.getByRole('button', { name: `Copy ${code}` }).click();
    await expect(creator.getByText('Code copied')).toBeVisible();
    await expect.poll(() => copied(creator)).toBe(code);
    for (const [entry, link] of [
      ['Copy full link', `${product.url}/auth?ref=${code}`],
      ['Copy short link', `${product.url}/?ref=${code}`],
    ] as const) {
      await creator.getByRole('button', { name: `More for ${code}` }).click();
      await creator.getByRole('menuitem', { name: entry }).click();
      await expect(creator.getByText('Link copied').first()).toBeVisible();
      await expect.poll(() => copied(creator)).toBe(link);
    }
  });

  await test.step('[REF-07] a deleted code disappears from the page and no longer works', async () => {
    await creator.getByRole('tab', { name: 'Referral Codes' }).click();
    await creator.getByRole('button', { name: `More for ${code}` }).click();
    await creator.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(creator.getByRole('alertdialog')).toContainText(`Delete ${code}?`);
    await examine(creator);
    await creator.getByRole('button', { name: 'Delete code' }).click();
    await expect(creator.getByText(/^No referral codes yet/)).toBeVisible();
    await arriveForToast(visitor, `/auth?ref=${code}`);
    await expect(visitor.getByText('Invalid referral code or validation timeout')).toBeVisible();
  });
});

test('a visitor signs up with a code, and its creator’s open page shows it', async ({ open }) => {
  const { carla, code } = await openReferrer();
  const [creator, visitor] = [await openPage(open), await openPage(open)];
  await arriveSignedIn(creator, carla.email);
  await creator.goto('/creator/referrals');

  await test.step('[REF-25, REF-30, REF-47, REF-49, REF-50] a visitor follows the short link, looks around, and signs up with the code', async () => {
    await creator.getByRole('tab', { name: 'My Referrals' }).click();
    await expect(creator.getByText(/^No referrals yet/)).toBeVisible();
    await examine(creator);
    await visitor.goto(`/?ref=${code}`);
    await visitor.goto('/marketplace');
    await visitor.goto('/auth');
    const field = visitor.getByLabel(/referral code/i);
    await expect(field).toHaveValue(code);
    await expect(visitor.getByText('Valid referral code ✓')).toBeVisible();
    await examine(visitor);
    await visitor.getByLabel('Full Name').fill('Ida Invited');
    await visitor.getByLabel('Email').fill('ida@example.com');
    await visitor.getByLabel('Password', { exact: true }).fill(password);
    await visitor.getByLabel('Phone').fill('+47 22 33 44 55');
    await visitor.getByLabel('Social Handle').fill('@ida');
    await visitor.getByLabel('Venmo Username').fill('ida-pays');
    await visitor.getByRole('button', { name: 'Create Creator Account' }).click();
    await expect(visitor).toHaveURL(/\/creator\/dashboard/);
    await expect.poll(() => visitor.evaluate(() => localStorage.getItem('referral'))).toBeNull();
  });

  await test.step('[CONST-04, REF-01, REF-02, REF-11, REF-15] the creator’s open page shows it live, without a reload', async () => {
    await expect(figure(creator, 'Total Referrals')).toContainText('1');
    await expect(figure(creator, 'Successful Conversions')).toContainText('1');
    const row = creator.getByRole('row').filter({ hasText: code });
    await expect(row).toContainText('Signup, by link');
    await expect(row).toContainText('Completed');
    await examine(creator);
  });
});

test('a held referral is decided by the operator, and rewards the referrer once approved', async ({ open }) => {
  const { carla, code } = await openReferrer();
  const [creator, admin] = [await openPage(open), await openPage(open)];
  await arriveSignedIn(creator, carla.email);
  await creator.goto('/creator/referrals');
  await creator.getByRole('tab', { name: 'My Referrals' }).click();

  const ines =
    await test.step('[PAY-27] an admin sees a held referral arrive live, and decides with the keyboard alone; the referrer immediately reads why', async () => {
      await signInAsAdmin(admin, product.adminPassword());
      await adminLink(admin, 'Referrals').click();
      await expect(admin.getByText(/^Nothing is held/)).toBeVisible();
      await examine(admin);
      // Paid like Carla, so they may be the same person.
      const invited = await signUpCreator(product.url, 'Ines Invited', { referral_code: code });
      await signUpCreator(product.url, 'Tom Twin', { referral_code: code });
      const row = (name: string) => admin.getByRole('row').filter({ hasText: name });
      await expect(row('Tom Twin')).toContainText('Carla Creator');
      await expect(row('Ines Invited')).toContainText('Same payment details');
      await expect(creator.getByText('Same payment details as yours; we’re looking into it')).toHaveCount(2);
      await examine(admin);

      const decide = async (button: string, reason: string, action: string) => {
        await admin.getByRole('button', { name: button }).press('Enter');
        const dialog = admin.getByRole('alertdialog');
        await expect(dialog.getByLabel('Reason')).toBeFocused();
        await examine(admin);
        await admin.keyboard.press('Tab');
        await admin.keyboard.press('Tab');
        await expect(dialog.getByRole('button', { name: action })).toBeFocused();
        await admin.keyboard.press('Enter');
        await expect(dialog.getByText('Please say why, in at most 300 characters')).toBeVisible();
        await dialog.getByLabel('Reason').fill(reason);
        await dialog.getByRole('button', { name: action }).press('Enter');
        await expect(dialog).toBeHidden();
      };
      await decide('Approve the referral of Ines Invited', 'They share a studio account.', 'Approve referral');
      await expect(row('Ines Invited')).toBeHidden();
      await decide('Reject the referral of Tom Twin', 'This is your own second account.', 'Reject referral');
      await expect(admin.getByText(/^Nothing is held/)).toBeVisible();
      await expect(creator.getByText('Approved: They share a studio account.')).toBeVisible();
      await expect(creator.getByText('Not approved: This is your own second account.')).toBeVisible();
      await expect(figure(creator, 'Pending Conversions')).toContainText('0');
      await expect(figure(creator, 'Successful Conversions')).toContainText('1');
      await examine(creator);
      await admin.getByLabel('Status', { exact: true }).selectOption('Canceled');
      await expect(row('Tom Twin')).toContainText('This is your own second account.');
      await examine(admin);
      return invited;
    });

  await test.step('[PAY-25, PAY-26] the first sale of an approved referral rewards the referrer: in the open feed, and under Rewards with the code', async () => {
    const dashboard = await creator.context().newPage();
    await dashboard.goto('/creator/dashboard');
    await expect(dashboard.getByText('New referral')).toHaveCount(1);
    const brand = await signUpBrand(product.url);
    const picture = new Uint8Array(await drawPicture(4, 400, 300));
    const { id } = await publish(product.url, ines.token, await upload(product.url, ines.token, picture), {
      title: 'Pier in the fog',
    });
    const { order_id } = await checkout(product.url, brand.token, [{ id }]);
    await pay(product.url, brand.token, order_id);
    await expect(
      dashboard.getByText('Six-month license sold by a creator you referred · you earn $12.50'),
    ).toBeVisible();
    await examine(dashboard);
    await creator.getByRole('tab', { name: 'Rewards' }).click();
    await expect(creator.getByText('You’ve earned $12.50 in rewards.')).toBeVisible();
    await expect(creator.getByRole('region', { name: 'Rewards by creator' }).getByText(code)).toBeVisible();
    await creator.getByLabel('List rewards').selectOption('By license');
    await expect(creator.getByRole('row').filter({ hasText: 'Pier in the fog' })).toContainText('$12.50');
    await examine(creator);
  });
});

test('[REF-46, REF-48] an unknown code is reported at the field, and another can be typed', async ({ open }) => {
  const { code } = await openReferrer();
  const page = await openPage(open);
  await page.goto('/auth');
  const field = page.getByLabel(/referral code/i);
  await field.fill('00000000');
  await expect(page.getByText('Invalid referral code or validation timeout')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill(code.toLowerCase());
  await expect(page.getByText('Valid referral code ✓')).toBeVisible();
});
