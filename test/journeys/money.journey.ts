import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { RunPayout } from '@tessera/contract/money/payout-runs';
import { formatDay } from '@tessera/domain/days';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { decideForShop, disputeAtBank } from '../support/browser/bank.ts';
import { test as journey } from '../support/browser/journey.ts';
import { press, typeInto } from '../support/browser/keyboard.ts';
import { mailTitled } from '../support/browser/mailbox.ts';
import { adminLink, arriveSignedIn, signInAsAdmin } from '../support/browser/sign-in.ts';
import { examine } from '../support/browser/visit.ts';
import { drawPicture } from '../support/picture.ts';
import {
  checkout,
  get,
  password,
  pay,
  post,
  publish,
  signIn,
  signInAdmin,
  signUpBrand,
  signUpCreator,
  upload,
} from '../support/worlds/client.ts';
import type { Account } from '../support/worlds/client.ts';
import { isDrawn } from '../support/sample.ts';
import { startProduct } from '../support/worlds/product.ts';
import { until } from '../support/until.ts';

const dayMs = 86_400_000;
/** One day longer than it takes a sale to fall due. */
const dueDays = 16;
const title = 'Harbour at dawn';

const clock = fileURLToPath(new URL('../support/process/moved-clock.mjs', import.meta.url));
/** Settings that run the product this many days ahead of this machine. */
const inDays = (days: number) => ({ NODE_OPTIONS: `--import=${clock}`, CLOCK_MOVED_MS: String(days * dayMs) });
const bankOf = (name: string, bank_account: string) => ({
  payment_method: 'bank',
  bank_name: name,
  bank_account,
  bank_routing: '021000021',
});

interface Seller {
  readonly account: Account;
  readonly itemId: string;
}

interface Month {
  readonly url: string;
  readonly adminPassword: string;
  /** Moves the product's clock forward, which ends all sessions. */
  readonly passDays: (days: number) => Promise<void>;
}

const test = journey.extend<{ readonly month: Month }>({
  month: async ({ browserName: _ }, use) => {
    let product = await startProduct({ env: inDays(0) });
    let movedDays = 0;
    await use({
      url: product.url,
      adminPassword: product.adminPassword(),
      passDays: async (days) => {
        await product.stop();
        movedDays += days;
        product = await startProduct({ again: product, env: inDays(movedDays) });
      },
    });
    await product.stop();
    product.forget();
  },
});

test.skip(
  !isDrawn('the money of a sale through a month', 2),
  'Not drawn: payouts, refunds and earnings are tested one by one.',
);

/** Pages stay open while the clock is moved: the product is gone for a moment, and then their sessions have ended. */
test.use({ expectedErrors: [/ERR_CONNECTION_REFUSED|status of 401/] });

const desk = { viewport: { width: 1440, height: 900 } };

const sellerOf = async (url: string, number: number, name: string, profile: object): Promise<Seller> => {
  const account = await signUpCreator(url, name, { phone: `+1 555 010 4${number}00`, ...profile });
  const uploadId = await upload(url, account.token, new Uint8Array(await drawPicture(number, 800, 600)));
  const { id: itemId } = await publish(url, account.token, uploadId, { title, tags: ['sea'] });
  return { account, itemId };
};

const openCarla = (url: string) => sellerOf(url, 1, 'Carla Creator', bankOf('First', '0123456789'));

type Bought = readonly [seller: Seller, price: number, licenseType: string];

/** A brand that buys licenses; each time it signs in again, as days may have passed. */
const openBuyer = async (url: string) => {
  const account = await signUpBrand(url);
  const buy = async (...bought: readonly Bought[]) => {
    const { token } = await signIn(url, account);
    const lines = bought.map(([{ itemId: id }, price, licenseType]) => ({ id, price, licenseType }));
    const { order_id } = await checkout(url, token, lines);
    return (await pay(url, token, order_id)).license_ids;
  };
  return { email: account.email, buy };
};

/** Sends the creators what is due, and marks it as paid. */
const payOut = async ({ url, adminPassword }: Month) => {
  const token = await signInAdmin(url, adminPassword);
  const runs = `${url}/api/admin/payout-runs`;
  const { id: run } = await post<{ id: string }>(runs, {}, { token });
  const payoutsThatAre = (status: string) =>
    until(`all payouts are ${status}`, async () => {
      const { items } = await get<{ items: readonly RunPayout[] }>(`${runs}/${run}/payouts`, { token });
      return items.length > 0 && items.every((payout) => payout.status === status) && items;
    });
  await payoutsThatAre('prepared');
  await post(`${runs}/${run}/send`, {}, { token });
  for (const { id, creator_id } of await payoutsThatAre('sent')) {
    await post(`${url}/api/admin/payouts/${creator_id}/${id}/paid`, { reference: '' }, { token });
  }
};

const figure = (page: Page, label: string) => page.getByRole('group', { name: label });
const row = (page: Page, name: string | RegExp) => page.getByRole('row').filter({ hasText: name });
const openPayouts = (page: Page) => page.goto('/creator/payouts');

/** What the operator does, with the keyboard alone. */
const operatorOf = (admin: Page) => {
  const dialog = admin.getByRole('alertdialog');
  const openRoom = (room: string) => press(admin, adminLink(admin, room));
  return {
    dialog,
    openRoom,
    /** Opens a dialog and answers it. */
    decide: async (button: string, action: string, reason?: string) => {
      await press(admin, admin.getByRole('button', { name: button }));
      if (reason) await dialog.getByLabel('Reason').fill(reason);
      await press(admin, dialog.getByRole('button', { name: action }));
      await expect(dialog).toBeHidden();
    },
    prepareRun: async () => {
      await openRoom('Payouts');
      await press(admin, admin.getByRole('button', { name: 'Prepare a run' }));
      await expect(admin.getByText('Ready to send')).toBeVisible();
    },
    /** Creates the file for the bank; returns its text. */
    createFile: async (button: string | RegExp, adminPassword: string) => {
      await press(admin, admin.getByRole('button', { name: button }));
      await expect(admin.getByLabel('Your password')).toBeFocused();
      await admin.keyboard.type(adminPassword);
      const [made] = await Promise.all([admin.waitForEvent('download'), admin.keyboard.press('Enter')]);
      return readFile(await made.path(), 'utf8');
    },
  };
};

test('the money of a sale goes through a month: pending, available, and paid out or returned', async ({
  month,
  open,
}) => {
  const { url, adminPassword } = month;
  const carla = await openCarla(url);
  const otto = await sellerOf(url, 2, 'Otto Olsen', bankOf('Second', '9876543210'));
  const paula = await sellerOf(url, 3, 'Paula Price', { payment_method: 'paypal', paypal_email: 'paula@example.com' });
  const { buy } = await openBuyer(url);
  const [creator, admin] = [await open(url, desk), await open(url, desk)];
  const { decide, dialog, prepareRun, createFile } = operatorOf(admin);
  await arriveSignedIn(creator, carla.account.email);

  await test.step('[PAY-04] a brand’s payment is pending on the creator’s open page, with the day on which it falls due', async () => {
    await openPayouts(creator);
    await expect(figure(creator, 'Pending')).toContainText('$0.00');
    await buy([carla, 250, 'six_month'], [carla, 25, 'one_time'], [carla, 500, 'perpetual']);
    await expect(figure(creator, 'Pending')).toContainText('$620.00');
    const dueOn = new Date(Date.now() + 9 * dayMs).toISOString();
    await expect(creator.getByRole('region', { name: 'Available from (UTC)' })).toContainText(formatDay(dueOn));
    await examine(creator);
    await buy([otto, 250, 'six_month'], [paula, 500, 'perpetual']);
  });

  await test.step('[PAY-04] [PAY-14] days later it is available; a run is prepared and sent, and the open page changes to paid live, with email, CSV and PDF', async () => {
    await month.passDays(dueDays);
    await signInAsAdmin(admin, adminPassword);
    await arriveSignedIn(creator, carla.account.email);
    await openPayouts(creator);
    await expect(figure(creator, 'Available')).toContainText('$620.00');
    await expect(figure(creator, 'Pending')).toContainText('$0.00');
    await prepareRun();
    await expect(row(creator, 'Payout from')).toContainText('Prepared');
    const file = await createFile('Bank transfer (2)', adminPassword);
    expect(file).toContain('Carla Creator,First,021000021,0123456789,620.00,');
    await decide('Send payouts', 'Send payouts');
    await expect(row(creator, 'Payout from')).toContainText('On its way');
    await decide('Mark paid: payout of $620.00 to Carla Creator', 'Mark as paid');
    await expect(row(creator, 'Payout from')).toContainText('Paid');
    await expect(figure(creator, 'Paid')).toContainText('$620.00');
    await press(creator, row(creator, 'Payout from').getByRole('link'));
    await expect(creator.getByRole('heading', { level: 1 })).toHaveText('Payout of $620.00');
    await examine(creator);
    const saved = async (name: RegExp) => {
      const [file] = await Promise.all([
        creator.waitForEvent('download'),
        press(creator, creator.getByRole('button', { name })),
      ]);
      return readFile(await file.path());
    };
    const [table, statement] = [await saved(/^CSV/), await saved(/^PDF/)];
    expect(table.toString()).toContain('400.00');
    expect(statement.subarray(0, 5).toString()).toBe('%PDF-');
    await mailTitled(url, carla.account.email, '$620.00 is on its way to you');
  });

  await test.step('[PAY-05] [PAY-31] one payout fails and one comes back: each says why and what to do, on the page and by email', async () => {
    await decide('Mark failed: payout of $200.00 to Otto Olsen', 'Mark as failed', 'The account is closed.');
    await decide('Mark paid: payout of $400.00 to Paula Price', 'Mark as paid');
    await decide('Mark returned: payout of $400.00 to Paula Price', 'Mark as returned', 'Nobody claimed it.');
    const failed = await mailTitled(url, otto.account.email, 'Your payout of $200.00 didn’t go through');
    expect(failed.text).toContain('The account is closed.');
    const returned = await mailTitled(url, paula.account.email, 'Your payout of $400.00 was returned');
    expect(returned.text).toContain('Nobody claimed it.');
    await arriveSignedIn(creator, paula.account.email);
    await openPayouts(creator);
    await expect(creator.getByText('Nobody claimed it.')).toBeVisible();
    await expect(creator.getByRole('link', { name: 'Check payout details' })).toBeVisible();
    await expect(figure(creator, 'Available')).toContainText('$400.00');
    await examine(creator);
  });

  await test.step('[PAY-29] a creator who leaves with money due is told how much and when, and the last payout still arrives', async () => {
    await arriveSignedIn(creator, otto.account.email);
    await creator.goto('/account');
    await press(creator, creator.getByRole('button', { name: 'Delete account…' }));
    const question = creator.getByRole('alertdialog');
    await expect(question).toContainText('$200.00 is still due to you');
    await examine(creator);
    await typeInto(creator, question.getByLabel('Your password'), password);
    await press(creator, question.getByRole('button', { name: 'Delete account' }));
    await expect(creator).toHaveURL(/\/$/);
    await prepareRun();
    const file = await createFile(/^Bank transfer/, adminPassword);
    expect(file).toContain('Otto Olsen,Second,021000021,9876543210,200.00,');
    await decide('Send payouts', 'Send payouts');
    await press(admin, admin.getByRole('button', { name: /^Mark paid: payout of \$200.00/ }));
    await press(admin, dialog.getByRole('button', { name: 'Mark as paid' }));
    await expect(row(admin, '$200.00')).toContainText('Paid');
  });
});

test('a refund after the payout, a dispute and a reward change what the creator is paid next', async ({
  month,
  open,
}) => {
  const { url, adminPassword } = month;
  const carla = await openCarla(url);
  const { code } = await post<{ code: string }>(`${url}/api/referral-codes`, {}, carla.account);
  // Paid to the same bank account as Carla, so they may be the same person.
  const invited = await sellerOf(url, 4, 'Ines Invited', { ...bankOf('First', '0123456789'), referral_code: code });
  const { email, buy } = await openBuyer(url);
  const licenseIds = await buy([carla, 250, 'six_month'], [carla, 25, 'one_time'], [carla, 500, 'perpetual']);
  await month.passDays(dueDays);
  await payOut(month);
  const [brand, creator, admin] = [await open(url, desk), await open(url, desk), await open(url, desk)];
  const { decide, dialog, openRoom, prepareRun } = operatorOf(admin);
  await signInAsAdmin(admin, adminPassword);
  await arriveSignedIn(creator, carla.account.email);
  await openPayouts(creator);
  await expect(figure(creator, 'Paid')).toContainText('$620.00');

  await test.step('[PAY-19] [PAY-20] [PAY-21] a refund requested by the brand is deducted from the creator’s next payout, and the page says why', async () => {
    const [licenseId = ''] = await buy([carla, 250, 'six_month']);
    await arriveSignedIn(brand, email);
    await brand.goto(`/brand/dashboard?tab=licenses&license=${licenseId}`);
    const refund = brand.getByRole('dialog', { name: title }).getByRole('region', { name: 'Refund' });
    await press(brand, refund.getByRole('button', { name: 'Ask for a refund' }));
    const question = brand.getByRole('alertdialog');
    await typeInto(brand, question.getByLabel('Why do you want a refund?'), 'The campaign was called off.');
    await press(brand, question.getByRole('button', { name: 'Ask for a refund' }));
    await expect(refund).toContainText('Refund requested');
    await openRoom('Refunds');
    await press(admin, row(admin, title).getByRole('button', { name: `Refund ${title}` }));
    await typeInto(admin, dialog.getByLabel('Reason'), 'Within 14 days.');
    await press(admin, dialog.getByRole('button', { name: 'Continue' }));
    await press(admin, dialog.getByRole('button', { name: 'Refund $250.00' }));
    await expect(dialog).toBeHidden();
    await expect(refund).toContainText('Refunded in full');
    const message = await mailTitled(url, email, `Your refund for “${title}”`);
    expect(message.text).toContain('credit note');
    const [note] = await Promise.all([
      brand.waitForEvent('download'),
      press(brand, brand.getByRole('button', { name: 'Credit note (PDF)' })),
    ]);
    expect(note.suggestedFilename()).toMatch(/^credit-note-CN-/);
    // A refund without a request, of a sale that Carla was already paid for: her next sales make up for it.
    await typeInto(admin, admin.getByLabel('Refund a license by its number or link'), licenseIds[0]!);
    await admin.keyboard.press('Enter');
    await typeInto(admin, dialog.getByLabel('Reason'), 'The picture was mislabeled.');
    await press(admin, dialog.getByRole('button', { name: 'Continue' }));
    await press(admin, dialog.getByRole('button', { name: 'Refund $250.00' }));
    await expect(dialog).toBeHidden();
    await expect(figure(creator, 'Available')).toContainText('−$200.00');
    await expect(creator.getByText('Covered by your next sales')).toBeVisible();
    await mailTitled(url, carla.account.email, 'A buyer was refunded: $200.00 comes out of your share');
    await examine(creator);
  });

  await test.step('[PAY-24] a disputed payment waits in reserve and goes back to the creator once the bank has decided', async () => {
    await buy([carla, 500, 'perpetual']);
    await expect(figure(creator, 'Pending')).toContainText('$400.00');
    const bank = await disputeAtBank(admin, url);
    await expect(figure(creator, 'Held')).toContainText('$400.00');
    await expect(figure(creator, 'Pending')).toContainText('$0.00');
    await examine(creator);
    await decideForShop(bank);
    await expect(figure(creator, 'Held')).toContainText('$0.00');
    await expect(figure(creator, 'Pending')).toContainText('$400.00');
    await mailTitled(url, carla.account.email, 'We won a dispute: $400.00 is yours again');
  });

  await test.step('[PAY-27] a held referral, once approved, earns a reward from the next sale', async () => {
    await openRoom('Referrals');
    await decide('Approve the referral of Ines Invited', 'Approve referral', 'They share a studio account.');
    await buy([invited, 500, 'perpetual']);
    await expect(figure(creator, 'Pending')).toContainText('$425.00');
  });

  await test.step('[PAY-05] [PAY-21] the next payout is reduced by the refund, and its page says so', async () => {
    await month.passDays(dueDays);
    await signInAsAdmin(admin, adminPassword);
    await arriveSignedIn(creator, carla.account.email);
    await prepareRun();
    await expect(row(admin, 'Carla Creator')).toContainText('$225.00');
    await openPayouts(creator);
    await press(creator, row(creator, 'Prepared').getByRole('link'));
    await expect(creator.getByRole('heading', { level: 1 })).toHaveText('Payout of $225.00');
    await expect(row(creator, 'Refund').first()).toContainText('−$200.00');
    await expect(row(creator, 'Referral reward')).toContainText('$25.00');
    await examine(creator);
    await decide('Cancel run', 'Cancel the run');
  });
});
