import type { Page } from '@playwright/test';
import { password } from './client.ts';

/** Fills in the form of /auth, where the page already is. */
export const fillInSignIn = async (page: Page, email: string) => {
  await page.getByRole('tab', { name: 'Sign In' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
};

/** Signs in through the form and ends on the own dashboard. */
export const signInThroughForm = async (page: Page, email: string) => {
  await page.goto('/auth');
  await fillInSignIn(page, email);
  await page.waitForURL(/\/dashboard/);
};
