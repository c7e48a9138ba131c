import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import {
  checkout,
  get,
  pay,
  publish,
  signInAdmin,
  signUpBrand,
  signUpCreator,
  upload,
} from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { drawPicture } from '../support/picture.ts';
import { productForFile, test } from '../support/browser/journey.ts';
import { arriveSignedIn, signInAsAdmin } from '../support/browser/sign-in.ts';
import { examine } from '../support/browser/visit.ts';
import { pointAt } from '../support/browser/wall.ts';

const longDate = (time: number) =>
  new Intl.DateTimeFormat('en-US', { month: 'long', day: '2-digit', year: 'numeric', timeZone: 'UTC' }).format(time);
const dayMs = 86_400_000;

const product = productForFile();

let folder: string;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-journey-'));
});

test.afterAll(() => rm(folder, { recursive: true, force: true }));

/** The declined card is answered with 402. */
test.use({ expectedErrors: [/status of 402/] });

const figure = (page: Page, label: string) => page.getByRole('group', { name: label });

const fillCard = async (brand: Page, cardNumber: string) => {
  await brand.getByLabel('Cardholder Name').fill('Bo Buyer');
  await brand.getByLabel('Card Number').fill(cardNumber);
  await brand.getByLabel('Expiry Date').fill('12/40');
  await brand.getByLabel('CVV').fill('123');
};

const licensesSold = async () => {
  const token = await signInAdmin(product.url, product.adminPassword());
  return (await get<{ licenses: number }>(`${product.url}/api/admin/counts`, { token })).licenses;
};

test('a creator publishes a photo and a brand licenses it, from both sign-ups to the agreement', async ({ open }) => {
  const title = 'Harbour at dawn';
  const photo = join(folder, 'harbour.jpg');
  await writeFile(photo, await drawPicture(0, 4_000, 3_000));
  const soldBefore = await licensesSold();
  const [creator, brand, admin] = [await open(product.url), await open(product.url), await open(product.url)];

  await test.step('[AUTH-11, AUTH-18] a creator signs up and lands on the dashboard', async () => {
    await creator.goto('/auth');
    await creator.getByLabel('Full Name').fill('Carla Creator');
    await creator.getByLabel('Email').fill('carla@example.com');
    await creator.getByLabel('Password', { exact: true }).fill('correct-horse-7');
    await creator.getByLabel('Phone').fill('+1 555 010 2030');
    await creator.getByLabel('Social Handle').fill('@carla');
    await creator.getByLabel('Venmo Username').fill('carla-pays');
    await creator.getByRole('button', { name: 'Create Creator Account' }).click();
    await expect(creator.getByText('Account created')).toBeVisible();
    await expect(creator).toHaveURL(/\/creator\/dashboard/);
  });

  await test.step('[UP-01, UP-02, UP-04, UP-05, UP-18, UP-19, UP-20] uploads a photo from disk, sets three prices, and publishes it', async () => {
    await creator.goto('/creator/upload');
    await creator.locator('input[type=file]').setInputFiles(photo);
    await expect(creator.getByText('File processed')).toBeVisible();
    await expect(creator.getByText('Upload successful')).toBeVisible();
    await creator.getByLabel('Brand Name').fill('Northwind');
    await creator
      .getByLabel(/product url/i)
      .first()
      .fill('https://northwind.example/boots');
    await creator.getByLabel('Title').fill(title);
    await creator.getByLabel('Description').fill('Fishing boats before sunrise');
    await creator.getByLabel('Tags').fill('sea, morning');
    for (const [label, price] of [
      [/one-time use/i, '40'],
      [/6-month license/i, '250'],
      [/perpetual license/i, '900'],
    ] as const) {
      await creator.getByRole('textbox', { name: label }).fill(price);
    }
    await creator.getByRole('button', { name: 'Upload Content' }).click();
    await expect(creator.getByText('Content uploaded')).toBeVisible();
    await expect(creator).toHaveURL(/\/creator\/dashboard/);
  });

  await test.step('[MKT-01, MKT-10, MKT-13] finds the photo in the marketplace', async () => {
    await creator.goto('/marketplace');
    await expect(creator.getByRole('heading', { name: 'Content Marketplace' })).toBeVisible();
    const card = creator.getByRole('article', { name: title });
    await expect(card).toBeVisible();
    await expect(card.getByRole('img', { name: title })).toBeVisible();
    await creator.goto('/creator/dashboard');
    await expect(figure(creator, 'Total licenses')).toContainText('0');
  });

  await test.step('[AUTH-22, AUTH-23] a brand signs up', async () => {
    await brand.goto('/auth');
    await brand.getByRole('tab', { name: 'Brand' }).click();
    await brand.getByLabel('Contact Name').fill('Bo Buyer');
    await brand.getByLabel('Email').fill('buyer@northwind.example');
    await brand.getByLabel('Password', { exact: true }).fill('correct-horse-7');
    await brand.getByLabel('Phone').fill('+1 555 010 2031');
    await brand.getByLabel('Brand Name').fill('Northwind');
    await brand.getByLabel('Brand Website').fill('https://northwind.example');
    await brand.getByRole('button', { name: 'Create Brand Account' }).click();
    await expect(brand).toHaveURL(/\/brand\/dashboard/);
  });

  await test.step('[CART-18, CART-26, NAV-09, MKT-17] searches, chooses six months, and adds it to the cart', async () => {
    await brand.goto('/brand/marketplace');
    await brand.getByPlaceholder('Search content...').fill('boats bef');
    await expect(brand).toHaveURL(/search=boats/);
    const card = await pointAt(brand, title);
    await card.getByLabel(`License for ${title}`).selectOption({ label: '6-Month License' });
    await expect(card.getByText('$250.00')).toBeVisible();
    await card.getByRole('button', { name: 'Add to Cart' }).click();
    await expect(brand.getByText(`${title} has been added to your cart.`)).toBeVisible();
    await brand.goto('/brand/cart');
    await expect(brand.getByText('$250.00').first()).toBeVisible();
    await brand.getByRole('button', { name: 'Proceed to Checkout' }).click();
    await expect(brand).toHaveURL(/\/brand\/checkout\?order=/);
  });

  await test.step('[CHK-07, CHK-08, CHK-27] a declined card is explained in plain words, and nothing is lost', async () => {
    const payButton = brand.getByRole('button', { name: 'Pay $250.00' });
    await expect(payButton).toBeDisabled();
    await fillCard(brand, '4000000000000002');
    await brand.getByRole('checkbox').check();
    await payButton.click();
    await expect(
      brand.getByText('The card was declined. Nothing was charged. Please try another card.').first(),
    ).toBeVisible();
  });

  await test.step('[CHK-40, CONST-04] pays, has the license immediately, and the creator’s open dashboard shows the sale without a reload', async () => {
    const loads: string[] = [];
    creator.on('load', () => loads.push(creator.url()));
    await fillCard(brand, '4242424242424242');
    await brand.getByRole('button', { name: 'Pay $250.00' }).click();
    await expect(brand.getByText('Purchase complete')).toBeVisible();
    await expect(brand).toHaveURL(/\/brand\/orders\/[\w-]+$/);
    await expect(figure(creator, 'Total licenses')).toContainText('1');
    await expect(figure(creator, 'Total earnings')).toContainText('$250.00');
    await expect(creator.getByText('$200.00').first()).toBeVisible();
    expect(loads).toEqual([]);
  });

  await test.step('[GAL-10] the first thing on the page is the original, then its documents; everything stays in the vault', async () => {
    await expect(brand.getByRole('heading', { level: 1, name: 'Your license is ready' })).toBeVisible();
    const bought = brand.getByRole('listitem').filter({ hasText: title });
    await expect(bought.getByRole('button').first()).toHaveText('Download original');
    const saving = brand.waitForEvent('download');
    await bought.getByRole('button', { name: `Download original of ${title}` }).click();
    const original = await saving;
    expect(original.suggestedFilename()).toMatch(/\.(jpe?g|png)$/);
    const savingInvoice = brand.waitForEvent('download');
    await brand.getByRole('button', { name: 'Invoice (PDF)' }).click();
    const invoice = await savingInvoice;
    expect(invoice.suggestedFilename()).toMatch(/^invoice-.+\.pdf$/);
    await expect(bought.getByRole('button', { name: `Agreement for ${title} (PDF)` })).toBeVisible();
    await expect(bought.getByRole('link', { name: `Proof link for ${title}` })).toHaveAttribute('href', /^\/verify\//);
    await examine(brand);
    await brand.getByRole('link', { name: 'See all your licenses' }).click();
    await expect(brand.getByRole('heading', { name: 'Licensed Content' })).toBeVisible();
    await expect(brand.getByRole('button', { name: `Download original of ${title}` })).toBeVisible();
  });

  await test.step('[BRAND-18, ENT-17] opens the agreement with both names, the type, the price and the exact end date, and downloads it as a PDF', async () => {
    await brand.getByRole('button', { name: `View agreement for ${title}` }).click();
    const agreement = brand.getByRole('dialog');
    for (const part of [
      'Carla Creator',
      'Northwind',
      '6-Month License',
      '$250.00',
      longDate(Date.now() + 180 * dayMs),
    ]) {
      await expect(agreement).toContainText(part);
    }
    const opening = brand.waitForEvent('popup');
    await agreement.getByRole('link', { name: 'Open as a page' }).click();
    const page = await opening;
    await expect(page).toHaveURL(/\/licenses\/[\w-]+\/agreement$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Content License Agreement' })).toBeVisible();
    await expect(page.getByText('License price: $250.00 USD.')).toBeVisible();
    await examine(page);
    await page.close();
    await brand.keyboard.press('Escape');
    const download = brand.waitForEvent('download');
    await brand.getByRole('button', { name: `Download PDF of the agreement for ${title}` }).click();
    const pdf = await readFile(await (await download).path());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });

  await test.step('an admin reads the purchase as plain sentences', async () => {
    await signInAsAdmin(admin, product.adminPassword());
    await expect(figure(admin, 'Licenses purchased')).toContainText(String(soldBefore + 1));

    await admin.goto('/admin/events');
    for (const sentence of [
      'Northwind placed an order of 1 item for $250.00.',
      'Payment attempt 1 failed: The card was declined.',
      '$250.00 was paid through the sandbox gateway.',
      'The agreement between Northwind and the creator was issued.',
    ]) {
      await expect(admin.getByText(sentence)).toBeVisible();
    }
    await expect(
      admin.getByText(/Northwind was granted a 6-Month License .* the creator receives \$200\.00\./),
    ).toBeVisible();
  });
});

/** Notifications keep the latest 100, of which the bell counts 99. A slow replay must not push the first sale out. */
const salesMax = 60;

/** Keeps buying the item until stopped; `stop` returns the number of sales. */
const keepSelling = (buyer: Account, itemId: string) => {
  let stopped = false;
  const sales = (async () => {
    let count = 0;
    for (; !stopped && count < salesMax; count += 1) {
      const { order_id } = await checkout(product.url, buyer.token, [{ id: itemId, price: 300 }]);
      await pay(product.url, buyer.token, order_id);
    }
    return count;
  })();
  return {
    stop: () => {
      stopped = true;
      return sales;
    },
  };
};

test('many sales: the figures survive a replay, and the bell tells of each', async ({ open }) => {
  const title = 'Lighthouse in fog';
  const { url } = product;
  const [seller, brand] = await Promise.all([signUpCreator(url), signUpBrand(url, 'Riverside')]);
  const uploadId = await upload(url, seller.token, new Uint8Array(await drawPicture(1, 800, 600)));
  const { id: itemId } = await publish(url, seller.token, uploadId, { title, prices: [40, 300, 900] });
  const { order_id } = await checkout(url, brand.token, [{ id: itemId, price: 300 }]);
  await pay(url, brand.token, order_id);
  const [creator, admin] = [await open(url), await open(url)];
  await arriveSignedIn(creator, seller.email);
  await expect(figure(creator, 'Total licenses')).toContainText('1');

  await test.step('an admin replays the dashboards while sales continue: the figures stay the same', async () => {
    await signInAsAdmin(admin, product.adminPassword());
    const buyer = await signUpBrand(product.url, 'Lakeside');
    const selling = keepSelling(buyer, itemId);
    await admin.goto('/admin/views');
    await admin.getByRole('button', { name: 'Replay creator-dashboard' }).click();
    await admin.getByRole('button', { name: 'Replay this view' }).click();
    // On external engines, the replay competes with the simultaneous sales.
    await expect(admin.getByText(/^Done in .* events\/s$/)).toBeVisible({ timeout: 60_000 });
    const sold = 1 + (await selling.stop());
    await expect(figure(creator, 'Total licenses')).toContainText(String(sold));
    const gross = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(sold * 300);
    await expect(figure(creator, 'Total earnings')).toContainText(gross);
  });

  await test.step('[GAL-15] [FIX-44] the bell has notified the creator of each sale; by keyboard one is opened and all are marked as read, on the page too', async () => {
    await creator.getByRole('button', { name: /^Notifications, \d+ unread$/ }).press('Enter');
    const newest = creator.getByRole('menuitem', {
      name: /Lakeside licensed “Lighthouse in fog”: you earn \$240\.00\./,
    });
    await expect(newest.first()).toBeVisible();
    await examine(creator);
    await expect(creator.getByRole('menu')).toBeFocused();
    // [FIX-44] In a window too low for the list, the list scrolls, and the links below it are not cut off.
    const { width, height } = creator.viewportSize()!;
    await creator.setViewportSize({ width, height: 420 });
    await expect(creator.getByRole('menuitem', { name: 'See all notifications' })).toBeInViewport({ ratio: 1 });
    await creator.setViewportSize({ width, height });
    await creator.keyboard.press('Home');
    await expect(newest.first()).toHaveAttribute('data-highlighted');
    await creator.keyboard.press('Enter');
    await expect(creator).toHaveURL(/\/creator\/dashboard\?tab=licenses/);
    await creator.getByRole('button', { name: /^Notifications/ }).press('Enter');
    await creator.getByRole('menuitem', { name: 'See all notifications' }).click();
    const rows = creator.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
    await expect(rows.filter({ hasText: 'Riverside licensed' })).toHaveCount(1);
    await examine(creator);
    await creator.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(creator.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
    await expect(creator.getByText('Unread:')).toHaveCount(0);
  });
});
