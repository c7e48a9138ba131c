import type { BrowserContextOptions, Page } from '@playwright/test';

/** For a browser in which the wall was chosen earlier, in place of the cards that the marketplace shows at first. */
export const onWall = (url: string): BrowserContextOptions => ({
  storageState: {
    cookies: [],
    origins: [{ origin: new URL(url).origin, localStorage: [{ name: 'marketplace-view', value: 'wall' }] }],
  },
});

/** Points at an item's card: on the wall, its actions are visible and clickable only then. */
export const pointAt = async (page: Page, title: string) => {
  const card = page.getByRole('article', { name: title, exact: true });
  await card.hover();
  return card;
};
