import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/**
 * Opens the sandbox page that plays the bank in another tab next to an admin's, and disputes the latest payment there;
 * done once the page says that the dispute is open.
 */
export const disputeAtBank = async (admin: Page, url: string): Promise<Page> => {
  const bank = await admin.context().newPage();
  await bank.goto(`${url}/dev/sandbox`);
  await bank
    .getByRole('button', { name: /dispute/i })
    .first()
    .click();
  await expect(bank.getByText(/^Open, evidence due by/).first()).toBeVisible();
  return bank;
};

/**
 * Decides the latest dispute in favor of the shop, and closes the bank's page once it says so: Chromium may never close
 * a page that is still on its way to the next one.
 */
export const decideForShop = async (bank: Page) => {
  await bank
    .getByRole('button', { name: /^Decide for the shop/ })
    .first()
    .click();
  await expect(bank.getByText('Decided for the shop').first()).toBeVisible();
  await bank.close();
};
