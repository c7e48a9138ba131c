import type { Page } from '@playwright/test';

/** Points at an item's card on the wall: what can be done with it is in sight, and can be pressed, only then. */
export const pointAt = async (page: Page, title: string) => {
  const card = page.getByRole('article', { name: title, exact: true });
  await card.hover();
  return card;
};
