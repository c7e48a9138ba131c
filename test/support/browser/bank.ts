import type { Page } from '@playwright/test';

/**
 * Opens the sandbox page that plays the bank in another tab next to an admin's, and disputes the latest payment there.
 */
export const disputeAtBank = async (admin: Page, url: string): Promise<Page> => {
  const bank = await admin.context().newPage();
  await bank.goto(`${url}/dev/sandbox`);
  await bank
    .getByRole('button', { name: /dispute/i })
    .first()
    .click();
  return bank;
};
