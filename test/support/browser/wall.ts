import type { Page } from '@playwright/test';

/** Points at an item's card on the wall: its actions are visible and clickable only then. */
export const pointAt = async (page: Page, title: string) => {
  const card = page.getByRole('article', { name: title, exact: true });
  await card.hover();
  return card;
};
