import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { checkout, pay, publish, upload } from '../support/worlds/client.ts';
import { drawPicture } from '../support/picture.ts';
import { unbundledMain } from '../support/process/product-process.ts';
import { startProduct } from '../support/worlds/product.ts';
import { openShop } from '../support/worlds/shop.ts';
import { productForFile, test } from '../support/browser/journey.ts';
import { expectAccessible } from '../support/browser/visit.ts';
import { adminLink, arriveSignedIn, signInAsAdmin } from '../support/browser/sign-in.ts';

const poison = new URL('../support/process/poison.mjs', import.meta.url).href;
const title = 'Poison ivy';

let folder: string;
/** While this file exists, the sale of the poisonous item can't be folded. */
const flag = () => join(folder, 'broken');

const product = productForFile(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-poison-'));
  await writeFile(flag(), '');
  const env = { NODE_OPTIONS: `--import ${poison}`, POISON_FLAG: flag() };
  return startProduct({ main: unbundledMain, env });
});

test.afterAll(() => rm(folder, { recursive: true, force: true }));

const figure = (page: Page, label: string) => page.getByRole('group', { name: label });

test('sales that can’t be folded are parked beside the others, and go through once the fault is gone', async ({
  open,
}) => {
  const shop = await openShop(product);
  const { token } = shop.creator;
  const uploadId = await upload(product.url, token, new Uint8Array(await drawPicture(2, 800, 600)));
  const { id: poisonousId } = await publish(product.url, token, uploadId, { title });
  const [creator, admin] = [await open(product.url), await open(product.url)];

  const buy = async (...itemIds: readonly string[]) => {
    const lines = itemIds.map((id) => ({ id }));
    const { order_id } = await checkout(product.url, shop.brand.token, lines);
    await pay(product.url, shop.brand.token, order_id);
  };
  const badge = admin.getByRole('button', { name: /parked in creator-dashboard/ });
  const drawer = admin.getByRole('dialog', { name: 'Parked events of creator-dashboard' });
  const entries = drawer.getByRole('listitem');
  const tryAgain = drawer.getByRole('button', { name: 'Try again' });
  /** The toast disappears, so the dialog says it as well. */
  const expectMessage = async (text: string) => {
    await expect(admin.getByRole('region', { name: 'Notifications' }).getByText(text)).toBeVisible();
    await expect(drawer.getByRole('status')).toHaveText(text);
  };

  await test.step('a sale that can’t be folded is parked with the rest of its order, and other sales arrive live', async () => {
    await arriveSignedIn(creator, shop.creator.email);
    await buy(shop.itemId);
    await expect(figure(creator, 'Total licenses')).toContainText('1');
    await buy(poisonousId, shop.itemId);
    await buy(shop.itemId);
    await expect(figure(creator, 'Total licenses')).toContainText('2');
    await expect(figure(creator, 'Total earnings')).toContainText('$500.00');
  });

  await test.step('an admin sees which view has parked events, which events they are, and why', async () => {
    await signInAsAdmin(admin, product.adminPassword());
    await adminLink(admin, 'Views').click();
    await expect(badge).toHaveText('2 parked');
    await badge.press('Enter');
    await expect(entries).toHaveCount(2);
    await expect(entries.nth(0)).toContainText(`${title} could not be folded`);
    await expect(entries.nth(1)).toContainText('An earlier event of its stream is parked');
    await expectAccessible(admin);
  });

  await test.step('a parked event links to its details and back', async () => {
    await entries
      .nth(0)
      .getByRole('button', { name: /^LicenseGranted/ })
      .press('Enter');
    const details = admin.getByRole('dialog', { name: /Acme was granted a 6-Month License for “Poison ivy”/ });
    await expect(details).toContainText('Payload');
    await expect(details.locator(':focus')).toHaveCount(1);
    await admin.keyboard.press('Escape');
    await expect(details).toBeHidden();
    await expect(entries).toHaveCount(2);
    await admin.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(badge).toBeFocused();
    await admin.keyboard.press('Enter');
    await expect(entries).toHaveCount(2);
  });

  await test.step('retried while the fault persists, they stay parked, and the page says so', async () => {
    await tryAgain.press('Enter');
    await expectMessage('2 events are still parked.');
    await expect(tryAgain).toBeFocused();
    await expect(entries).toHaveCount(2);
    await expect(figure(creator, 'Total licenses')).toContainText('2');
  });

  await test.step('retried when the fault is gone, they go through, and the missing sales appear', async () => {
    await rm(flag());
    await tryAgain.press('Enter');
    await expectMessage('All parked events went through.');
    await expect(drawer).toContainText('Nothing is parked.');
    await expect(drawer.locator(':focus')).toHaveText('Close');
    await admin.keyboard.press('Enter');
    await expect(drawer).toBeHidden();
    await expect(badge).toBeHidden();
    const table = admin.getByRole('region', { name: 'Views and workflows' });
    await expect(table.locator('../..')).toBeFocused();
    await admin.keyboard.press('Tab');
    await expect(table).toBeFocused();
    await creator.reload();
    await expect(figure(creator, 'Total licenses')).toContainText('4');
    await expect(figure(creator, 'Total earnings')).toContainText('$1,000.00');
    await expect(creator.getByText(title).first()).toBeVisible();
    await buy(poisonousId);
    await expect(figure(creator, 'Total licenses')).toContainText('5');
  });
});
