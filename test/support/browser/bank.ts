import type { Page } from '@playwright/test';

/** The sandbox's own page, where the bank is played, beside the page of an admin; the latest payment is disputed there. */
export const disputeAtBank = async (admin: Page, url: string): Promise<Page> => {
  const bank = await admin.context().newPage();
  await bank.goto(`${url}/dev/sandbox`);
  await bank
    .getByRole('button', { name: /dispute/i })
    .first()
    .click();
  return bank;
};
