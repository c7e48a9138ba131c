import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { authenticator } from '../support/doubles/authenticator.ts';
import { password, post, signUpCreator } from '../support/worlds/client.ts';
import { productForFile, test } from '../support/browser/journey.ts';
import { followLink, mailTitled, mailedLink } from '../support/browser/mailbox.ts';
import { startProduct } from '../support/worlds/product.ts';
import { arriveSignedIn, fillInSignIn } from '../support/browser/sign-in.ts';
import { examine } from '../support/browser/visit.ts';

// A product of its own, even if other journeys run on several nodes, because each node keeps only the emails it sent.
const product = productForFile(() => startProduct({ env: {} }));

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

test('[SEC-08] an app is set up, its code is required at sign-in and after a reset link, and a recovery code replaces it', async ({
  open,
}) => {
  const creator = await signUpCreator(product.url);
  const page = await open(product.url);
  await arriveSignedIn(page, creator.email);
  await page.goto('/account');
  await button(page, 'Set up an app').click();
  const key = page.getByRole('form', { name: 'Set up an authenticator app' }).getByRole('code');
  const secret = (await key.innerText()).replace(/\s/g, '');
  const app = authenticator(`otpauth://totp/Tessera?secret=${secret}`);
  const drawn = page.getByRole('img', { name: 'QR code for your authenticator app' });
  const widthDrawn = () => drawn.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth));
  await expect.poll(widthDrawn).toBeGreaterThan(0);
  await examine(page);
  await field(page, 'Code').fill(app.nextCode());
  await page.keyboard.press('Enter');
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [first = ''] = await codes.allInnerTexts();
  await examine(page);
  await button(page, 'I’ve saved them').click();
  await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible();
  await mailTitled(product.url, creator.email, 'A second factor was added to your Tessera account');

  const elsewhere = await open(product.url);
  await elsewhere.goto('/account');
  await fillInSignIn(elsewhere, creator.email);
  await expect(field(elsewhere, 'Code')).toBeFocused();
  await examine(elsewhere);
  await elsewhere.goto('/creator/dashboard');
  await expect(field(elsewhere, 'Code')).toBeFocused();
  await elsewhere.keyboard.type(app.nextCode());
  await elsewhere.keyboard.press('Enter');
  await elsewhere.waitForURL(/\/creator\/dashboard$/);

  await post(`${product.url}/auth/v1/recover`, { email: creator.email });
  const reset = await open(product.url);
  await followLink(reset, await mailedLink(product.url, creator.email));
  await button(reset, 'Use a recovery code').click();
  await reset.keyboard.type(first.toLowerCase());
  await reset.keyboard.press('Enter');
  await field(reset, 'New Password').fill(`${password}-new`);
  await field(reset, 'Confirm Password').fill(`${password}-new`);
  await button(reset, 'Update Password').click();
  await expect(reset.getByText('Your password is set')).toBeVisible();
});

/** A device with a fingerprint reader that always recognizes its owner. */
const withVirtualAuthenticator = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
};

test('[SEC-08] a passkey is added, lets its owner in after the password, confirms their identity, and is removed', async ({
  open,
}) => {
  const creator = await signUpCreator(product.url);
  const page = await open(product.url);
  await withVirtualAuthenticator(page);
  await arriveSignedIn(page, creator.email);
  await page.goto('/account');
  await button(page, 'Add a passkey').click();
  await field(page, 'Name (optional)').fill('Work laptop');
  await examine(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await button(page, 'I’ve saved them').click();
  await expect(button(page, 'Remove… Work laptop')).toBeVisible();
  await examine(page);
  await mailTitled(product.url, creator.email, 'A passkey was added to your Tessera account');

  await page.evaluate(() => localStorage.clear());
  await page.goto('/account');
  await fillInSignIn(page, creator.email);
  const use = button(page, 'Use a passkey');
  await expect(use).toBeFocused();
  await examine(page);
  await use.press('Enter');
  await button(page, 'Remove… Work laptop').click();
  const dialog = page.getByRole('alertdialog', { name: 'Remove your second factor?' });
  await dialog.getByLabel('Your password', { exact: true }).fill(password);
  await button(page, 'Use a passkey').click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Work laptop')).toHaveCount(0);
  await mailTitled(product.url, creator.email, 'A passkey was removed from your Tessera account');
});
