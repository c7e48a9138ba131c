import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { password, post, signUpBrand, signUpCreator } from '../support/worlds/client.ts';
import { chooseSignIn, press, tabTo, typeInto } from '../support/browser/keyboard.ts';
import { mailTitled } from '../support/browser/mailbox.ts';
import { productForFile, test } from '../support/browser/journey.ts';
import { arriveSignedIn } from '../support/browser/sign-in.ts';
import { examine, expectAccessible } from '../support/browser/visit.ts';

const product = productForFile();

/** Wrong and too many passwords are refused, and an ended session gets no new token. */
test.use({ expectedErrors: [/ (400|429) .*[/]token/] });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile Safari';

const typeAll = async (page: Page, entries: Readonly<Record<string, string>>) => {
  for (const [label, text] of Object.entries(entries)) await typeInto(page, field(page, label), text);
};

test('[ROUTE-02][AUTH-56] a creator signs up with the keyboard alone', async ({ open }) => {
  const page = await open(product.url);
  await page.goto('/');
  await press(page, page.getByRole('link', { name: 'Sign in' }));
  await tabTo(page, tab(page, 'Sign In'));
  await page.keyboard.press('ArrowRight');
  await expect(tab(page, 'Create Account')).toBeFocused();
  await expectAccessible(page);
  await typeAll(page, {
    'Full Name': 'Carla Creator',
    Email: 'carla@studio.example',
    Password: password,
    Phone: '+1 555 010 2030',
    'Social Handle': '@carla',
  });
  await tabTo(page, page.getByRole('radio', { name: 'Venmo' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'PayPal' })).toBeChecked();
  await typeInto(page, field(page, 'PayPal Email'), 'carla@pay.example');
  await tabTo(page, button(page, 'Create Creator Account'));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Account created')).toBeVisible();
  await expect(page).toHaveURL(/\/creator\/dashboard$/);
});

test('[AUTH-36] [FIX-13] a creator’s mistakes are named at their fields, the first gets the focus, and pointing at one leaves it red', async ({
  open,
}) => {
  const page = await open(product.url);
  await page.goto('/auth');
  await press(page, button(page, 'Create Creator Account'));
  await expect(field(page, 'Full Name')).toBeFocused();
  await expect(page.getByText('Name must be at least 2 characters')).toBeVisible();
  await expect(field(page, 'Phone')).toHaveAccessibleDescription('Please enter a valid phone number');
  const red = await page
    .getByText('Please enter a valid phone number')
    .evaluate((words) => getComputedStyle(words).color);
  await field(page, 'Phone').hover();
  // Its color may still be in transition.
  await field(page, 'Phone').evaluate((input) => Promise.all(input.getAnimations().map(({ finished }) => finished)));
  await expect(field(page, 'Phone')).toHaveCSS('border-top-color', red);
  await expectAccessible(page);
});

test('[AUTH-54] a brand signs up with the keyboard alone', async ({ open }) => {
  const page = await open(product.url);
  await page.goto('/auth');
  await tabTo(page, tab(page, 'Creator'));
  await page.keyboard.press('ArrowRight');
  await expect(tab(page, 'Brand')).toBeFocused();
  await expectAccessible(page);
  await typeAll(page, {
    'Contact Name': 'Bo Buyer',
    Email: 'bo@acme.example',
    Password: password,
    Phone: '+1 555 010 2031',
    'Brand Name': 'Acme',
    'Brand Website': 'https://acme.example',
  });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/brand\/dashboard$/);
});

test('[AUTH-08][AUTH-52][AUTH-53] signing in with the keyboard alone leads back to the page that was requested', async ({
  open,
}) => {
  const brand = await signUpBrand(product.url);
  const page = await open(product.url);
  await page.goto('/brand/cart?from=mail');
  await expect(page).toHaveURL(/\/auth$/);
  await expectAccessible(page);
  await typeInto(page, field(page, 'Email'), brand.email);
  await typeInto(page, field(page, 'Password'), 'not-the-password');
  await press(page, button(page, 'Show password'));
  await expect(field(page, 'Password')).toHaveAttribute('type', 'text');
  await press(page, button(page, 'Sign In'));
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText('Invalid email or password. Please check your credentials and try again.');
  await expect(page.locator(':focus')).toContainText('Invalid email or password');
  await expectAccessible(page);
  await tabTo(page, field(page, 'Password'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Login successful')).toBeVisible();
  await expect(page).toHaveURL(/\/brand\/cart\?from=mail$/);
});

test('a password can be pasted, and a password manager recognizes every field', async ({ open }) => {
  const page = await open(product.url);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/auth');
  for (const [label, name, autocomplete, type] of [
    ['Email', 'email', 'username', 'email'],
    ['Password', 'password', 'new-password', 'password'],
    ['Full Name', 'name', 'name', 'text'],
    ['Phone', 'phone', 'tel', 'tel'],
  ] as const) {
    await expect(field(page, label)).toHaveAttribute('name', name);
    await expect(field(page, label)).toHaveAttribute('autocomplete', autocomplete);
    await expect(field(page, label)).toHaveAttribute('type', type);
  }
  await page.evaluate((text) => navigator.clipboard.writeText(text), password);
  await tabTo(page, field(page, 'Password'));
  await page.keyboard.press('ControlOrMeta+v');
  await expect(field(page, 'Password')).toHaveValue(password);
});

test('[AUTH-41] guessing passwords ends with the time at which to try again', async ({ open }) => {
  const { email } = await signUpCreator(product.url);
  const guess = () => post(`${product.url}/auth/v1/token?grant_type=password`, { email, password: 'a-guess' });
  let refused = 0;
  for (let attempt = 0; attempt < 30 && refused !== 429; attempt += 1) {
    await guess().catch((error: { status: number }) => (refused = error.status));
  }
  expect(refused).toBe(429);
  const page = await open(product.url);
  await page.goto('/auth');
  await chooseSignIn(page);
  await typeInto(page, field(page, 'Email'), email);
  await typeInto(page, field(page, 'Password'), password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/You can try again in \d+ seconds?\.$/);
});

test('[AUTH-70][AUTH-87][AUTH-89][AUTH-93] two tabs share a session; signing out in one leads both home', async ({
  open,
}) => {
  const creator = await signUpCreator(product.url);
  const one = await open(product.url);
  await one.goto('/auth');
  await chooseSignIn(one);
  await typeInto(one, field(one, 'Email'), creator.email);
  await typeInto(one, field(one, 'Password'), password);
  await one.keyboard.press('Enter');
  await expect(one).toHaveURL(/\/creator\/dashboard$/);
  const other = await one.context().newPage();
  await other.goto('/auth');
  await expect(other).toHaveURL(/\/creator\/dashboard$/);
  await other.reload();
  await expect(button(other, 'Sign out')).toBeVisible();
  await other.goto('/marketplace');
  await expect(button(other, 'Sign out')).toBeVisible();
  await press(one, button(one, 'Sign out'));
  await expect(one.getByText('Signed out successfully')).toBeVisible();
  for (const page of [one, other]) {
    await expect(page).toHaveURL(`${product.url}/`);
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  }
});

test('[SEC-08] a device that is signed out from another one is told why', async ({ open }) => {
  const creator = await signUpCreator(product.url);
  const here = await open(product.url);
  await arriveSignedIn(here, creator.email);
  const there = await open(product.url);
  await there.context().setExtraHTTPHeaders({ 'User-Agent': phone });
  await arriveSignedIn(there, creator.email);
  await mailTitled(product.url, creator.email, 'New sign-in to your Tessera account');
  await here.goto('/account');
  const list = here.getByRole('group', { name: 'Where you’re signed in' });
  // The third session was started by the sign-up call, not by a browser.
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await expect(list.getByRole('listitem').filter({ hasText: 'This device' })).toContainText('Chrome on Linux');
  await examine(here);
  await press(here, list.getByRole('button', { name: 'Sign out Safari on iOS' }));
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list).toBeFocused();
  await expect(there).toHaveURL(/\/auth$/);
  await expect(there.getByRole('alert')).toContainText('Your session has ended');
  await press(here, button(here, 'Sign out everywhere else…'));
  await examine(here);
  await press(here, here.getByRole('alertdialog').getByRole('button', { name: 'Sign out', exact: true }));
  await expect(list.getByText('You’re not signed in anywhere else.')).toBeVisible();
});
