import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { disputeAtBank } from '../support/browser/bank.ts';
import { arriveSignedIn, signInAsAdmin } from '../support/browser/sign-in.ts';
import { expectFits } from '../support/browser/visit.ts';
import { drawPicture } from '../support/picture.ts';
import { isDrawn } from '../support/sample.ts';
import {
  checkout,
  get,
  pay,
  post,
  publish,
  signInAdmin,
  signUpBrand,
  signUpCreator,
  upload,
} from '../support/worlds/client.ts';
import { startEarnedProduct } from '../support/worlds/earned-product.ts';
import { productForFile, test } from '../support/browser/journey.ts';

const ofLength = (characters: number) =>
  'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'.repeat(4).slice(0, characters);
/** One word for each text that people give, as long as the product accepts. */
const words = { name: ofLength(120), title: ofLength(200), tag: ofLength(40), reason: ofLength(230) };

/** Somebody who is owed a lot is paid to an account with a long name, so that there is a payout run to look at. */
const product = productForFile(async () => {
  const profile = {
    payment_method: 'bank',
    bank_name: words.name,
    bank_account: '0'.repeat(17),
    bank_routing: '021000021',
  };
  return (await startEarnedProduct([{ name: words.name, cents: 99_999_999, profile }])).product;
});

test.skip(!isDrawn('the longest words', 2), 'Not drawn: the other journeys look at the same pages.');

/** A creator, their item, and a brand that bought it twice, reported it and wants one of them refunded. */
const openWorld = async () => {
  const { url } = product;
  const { name, title, tag, reason } = words;
  const [creator, brand] = [await signUpCreator(url, name), await signUpBrand(url, name)];
  const { token } = creator;
  const { code } = await post<{ code: string }>(`${url}/api/referral-codes`, { description: ofLength(100) }, { token });
  // Held, as both have the same payment details.
  await signUpCreator(url, name, { referral_code: code });
  const uploadId = await upload(url, token, new Uint8Array(await drawPicture(1, 800, 600)));
  const { id: itemId } = await publish(url, token, uploadId, {
    title,
    tags: [tag],
    description: reason,
    brandName: title,
    prices: [999_999, 999_999, 1_000_000],
  });
  const buy = async () => {
    const { order_id } = await checkout(url, brand.token, [{ id: itemId, price: 999_999 }]);
    const { license_ids, position } = await pay(url, brand.token, order_id);
    await get(`${url}/api/licenses?after=${position}`, { token: brand.token });
    return license_ids[0]!;
  };
  const licenseId = await buy();
  await post(`${url}/api/licenses/${licenseId}/refund-request`, { reason }, { token: brand.token });
  await buy();
  await post(`${url}/api/marketplace/${itemId}/reports`, {
    reason: 'unlicensed',
    details: reason,
    email: creator.email,
  });
  return { creator, brand, itemId, licenseId };
};

/** Opens each address, waits for what it shows, and expects that it fits. */
const expectEachFits = async (page: Page, addresses: readonly (readonly [string, RegExp])[]) => {
  for (const [address, shown] of addresses) {
    await page.goto(address);
    await expect(page.getByRole('main').getByText(shown).filter({ visible: true }).first()).toBeVisible();
    await expectFits(page, { tablesMayScroll: true, isNarrowest: true });
  }
};

const long = /Donaudampf/;

test('no page of a visitor or creator is wider than the window, however long the words and amounts', async ({
  open,
}) => {
  const { creator, itemId } = await openWorld();
  await expectEachFits(await open(product.url), [
    ['/marketplace', long],
    [`/marketplace/${itemId}`, long],
  ]);
  const page = await open(product.url);
  await arriveSignedIn(page, creator.email);
  await expectEachFits(page, [
    ['/creator', long],
    ['/creator/dashboard', long],
    ['/creator/dashboard?tab=content', long],
    ['/creator/dashboard?tab=licenses', long],
    ['/creator/referrals', long],
    ['/creator/referrals?tab=referrals', /we’re looking into it/],
    ['/creator/payouts', /How it adds up/],
    ['/creator/payouts/statement', long],
    ['/notifications', long],
  ]);
});

test('no page of a brand is wider than the window, however long the words and amounts', async ({ open }) => {
  const { brand, licenseId } = await openWorld();
  const page = await open(product.url);
  await arriveSignedIn(page, brand.email);
  await page.goto(`/brand/dashboard?tab=licenses&license=${licenseId}`);
  await expect(page.getByRole('dialog').getByRole('heading', { name: long })).toBeVisible();
  await expectFits(page, { isNarrowest: true });
  await expectEachFits(page, [
    ['/brand/dashboard', long],
    ['/brand/dashboard?tab=licenses', long],
    ['/brand/dashboard?tab=marketing', /Marketing Preferences/],
  ]);
});

/** A prepared run, and whom to pay. */
const openRun = async () => {
  const runs = `${product.url}/api/admin/payout-runs`;
  const token = await signInAdmin(product.url, product.adminPassword());
  const { id } = await post<{ id: string }>(runs, {}, { token });
  return id;
};

test('[FIX-44] no page of an admin is wider than the window, however long the words and amounts', async ({ open }) => {
  const { itemId } = await openWorld();
  const run = await openRun();
  const page = await open(product.url);
  await signInAsAdmin(page, product.adminPassword());
  const bank = await disputeAtBank(page, product.url);
  await bank.close();
  await expectEachFits(page, [
    ['/admin', /\d refund requests?/],
    ['/admin/refunds', long],
    ['/admin/disputes', long],
    ['/admin/reports', long],
    ['/admin/referrals', long],
    [`/admin/items/${itemId}`, long],
    ['/admin/payouts', /Next run/],
    [`/admin/payouts/${run}`, long],
    ['/admin/money', /Commission/],
    ['/admin/events', /dispute/],
  ]);
  await page.goto('/admin/events');
  await page.getByRole('main').getByRole('button', { name: long }).first().click();
  await expect(page.getByRole('dialog')).toContainText(long);
  await expectFits(page, { isNarrowest: true });
});
