import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { password, signUpBrand } from '../support/worlds/client.ts';
import { press, typeInto } from '../support/browser/keyboard.ts';
import { productForFile, test } from '../support/browser/journey.ts';
import { expectAccessible } from '../support/browser/visit.ts';

const product = productForFile();

/** The browser logs each refused sign-up. */
test.use({ expectedErrors: [/ 422 .*[/]signup/] });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

const retype = async (page: Page, label: string, text: string) => {
  await field(page, label).press('ControlOrMeta+a');
  await page.keyboard.type(text);
};

const expectNamedAt = async (page: Page, label: string, words: string) => {
  await expect(field(page, label)).toHaveAccessibleDescription(words);
  await expect(field(page, label)).toBeFocused();
  await expectAccessible(page);
};

const common = 'Many people use this password, so it is easy to guess. Please choose another one.';
const short = 'Password must be at least 6 characters';

test('[SPC-01] [SPC-02] [SEC-07] somebody new learns at its field what is wrong with a password, and needn’t wait for the next', async ({
  open,
}) => {
  const page = await open(product.url);
  await page.goto('/auth');
  for (const [label, text] of [
    ['Full Name', 'Nell Newcomer'],
    ['Email', 'nell@studio.example'],
    ['Password', 'password123'],
    ['Phone', '+1 555 010 2030'],
    ['Social Handle', '@nell'],
    ['Venmo Username', 'nell-pays'],
  ] as const) {
    await typeInto(page, field(page, label), text);
  }
  await expect(page.getByText(/[Ww]eak: a few unrelated words/)).toBeVisible();
  await press(page, button(page, 'Create Creator Account'));
  await expect(page.getByText('Sign up failed')).toBeVisible();
  await expectNamedAt(page, 'Password', common);
  await expect(page.getByText('Account already exists')).toBeHidden();
  await retype(page, 'Password', 'fog-7');
  await press(page, button(page, 'Create Creator Account'));
  await expectNamedAt(page, 'Password', short);
  await retype(page, 'Password', 'fog-72');
  await press(page, button(page, 'Create Creator Account'));
  await expect(page).toHaveURL(/\/creator\/dashboard$/);
});

test('[SPC-02] [AUTH-66] [FIX-35] a new brand learns that its address is taken, and signs up with another one', async ({
  open,
}) => {
  const { email } = await signUpBrand(product.url);
  const page = await open(product.url);
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Brand' }).click();
  for (const [label, text] of [
    ['Contact Name', 'Bo Buyer'],
    ['Email', email],
    ['Password', password],
    ['Phone', '+1 555 010 2031'],
    ['Brand Name', 'Acme'],
    ['Brand Website', 'acme.example'],
  ] as const) {
    await typeInto(page, field(page, label), text);
  }
  await page.keyboard.press('Enter');
  await expect(page.getByText('Account already exists')).toBeVisible();
  await expectNamedAt(page, 'Email', 'An account with this email already exists. Please try signing in instead.');
  await retype(page, 'Email', 'bo@another.example');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/brand\/dashboard$/);
  await page.goto('/account');
  await expect(field(page, 'Brand Website')).toHaveValue('https://acme.example');
});
