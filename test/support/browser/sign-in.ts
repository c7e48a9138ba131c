import type { Page } from '@playwright/test';
import { password } from '../worlds/client.ts';

/** Fills in the form of /auth, which the page must already show. */
export const fillInSignIn = async (page: Page, email: string) => {
  await page.getByRole('tab', { name: 'Sign In' }).click();
  // The form of the other tab disappears a moment later.
  const form = page.getByRole('form', { name: 'Sign In' });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Sign In', exact: true }).click();
};

/** Signs in through the form and ends up on the account's dashboard. */
export const signInThroughForm = async (page: Page, email: string) => {
  await page.goto('/auth');
  await fillInSignIn(page, email);
  await page.waitForURL(/\/dashboard/);
};

/** Signs in without the form, which other journeys test, and ends up on the account's dashboard. */
export const arriveSignedIn = async (page: Page, email: string) => {
  const answer = await page.request.post('/auth/v1/token?grant_type=password', { data: { email, password } });
  const session = (await answer.json()) as { user: { user_metadata: { userType: 'creator' | 'brand' } } };
  // A browser stores data per origin, so any small file from there will do.
  await page.goto('/favicon.svg');
  await page.evaluate((kept) => localStorage.setItem('tessera-session', kept), JSON.stringify(session));
  await page.goto(`/${session.user.user_metadata.userType}/dashboard`);
};

/** Fills in the form of /admin, which the page must already show. */
export const fillInAdminSignIn = async (page: Page, adminPassword: string) => {
  await page.getByLabel('Email').fill('admin@localhost');
  await page.getByLabel('Password', { exact: true }).fill(adminPassword);
  await page.getByRole('button', { name: 'Sign In' }).click();
};

/** A link of the admin's navigation, which also says how much waits there. The overview has links to the same pages. */
export const adminLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name });

/** Signs in as the admin and ends up on the overview. */
export const signInAsAdmin = async (page: Page, adminPassword: string) => {
  await page.goto('/admin');
  await fillInAdminSignIn(page, adminPassword);
  await adminLink(page, 'Overview').waitFor();
};
