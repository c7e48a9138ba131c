import type { Page } from '@playwright/test';

export type Visitor = 'visitor' | 'creator' | 'brand' | 'admin';

export interface PageToShow {
  /** The first part of the names of its files. */
  readonly name: string;
  readonly as: Visitor;
  readonly path: string;
  /** Brings the page from its first view into the state to capture. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** Captures the whole page, not just the window. */
  readonly whole?: boolean;
  /** Only in windows up to this width, in pixels. */
  readonly widthMax?: number;
}

const tab = (name: string) => (page: Page) => page.getByRole('tab', { name, exact: true }).click();

const showWall = async (page: Page) => {
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Wall' }).click();
  await page.getByRole('heading', { level: 1 }).hover();
};

const openItem = async (page: Page) => {
  await page.getByRole('article').first().getByRole('link').click();
  await page.getByRole('heading', { name: 'Choose a license' }).waitFor();
};

const openLicense = async (page: Page) => {
  await page.getByRole('tabpanel', { name: 'Licenses' }).locator('[data-index] a').first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'View agreement' }).waitFor();
};

const openAgreement = async (page: Page) => {
  await openLicense(page);
  await page.getByRole('dialog').getByRole('button', { name: 'View agreement' }).click();
  const agreement = page.getByRole('link', { name: 'Open as a page' });
  await page.goto((await agreement.getAttribute('href')) ?? '');
  await page.getByRole('heading', { name: 'Governing Law' }).waitFor();
};

const openProof = async (page: Page) => {
  await openLicense(page);
  const proof = page.getByRole('dialog').locator('a[href*="/verify/"]');
  await page.goto((await proof.getAttribute('href')) ?? '');
  await page.getByRole('heading', { level: 1 }).waitFor();
};

const fillCart = async (page: Page) => {
  for (const nth of [4, 5]) {
    await page.getByRole('article').nth(nth).getByRole('button', { name: 'Add to Cart' }).click();
  }
  await page.getByRole('link', { name: 'Cart, 2 items' }).click();
  await page.getByRole('button', { name: 'Proceed to Checkout' }).waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).first().waitFor({ state: 'hidden' });
};

const checkOut = async (page: Page) => {
  await fillCart(page);
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await page.getByLabel('Card Number').waitFor();
};

const openBell = async (page: Page) => {
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('menu').waitFor();
};

const findPictures = async (page: Page) => {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('sea');
  await page.getByRole('option').first().waitFor();
};

/** Makes a page fail while it is shown, as after a bad release. */
const breakMarketplace = async (page: Page) => {
  const body = 'export const Component = () => { throw new Error("The list of pictures could not be read."); };';
  await page.route('**/assets/marketplace.page-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  );
  await page.goto('/marketplace');
  await page.getByText('Unexpected Application Error!').waitFor();
};

/** Every page that is captured; to add a page, add a line. */
export const pages: readonly PageToShow[] = [
  { name: 'landing', as: 'visitor', path: '/', whole: true },
  { name: 'marketplace', as: 'visitor', path: '/marketplace' },
  { name: 'marketplace-wall', as: 'visitor', path: '/marketplace', prepare: showWall },
  { name: 'marketplace-item', as: 'visitor', path: '/marketplace', prepare: openItem, whole: true },
  { name: 'marketplace-filtered', as: 'visitor', path: '/marketplace?orientation=landscape&color=blue' },
  { name: 'creator-page', as: 'visitor', path: '/@mara.lindqvist', whole: true },
  { name: 'help', as: 'visitor', path: '/help' },
  { name: 'sign-in', as: 'visitor', path: '/auth', prepare: tab('Sign In') },
  { name: 'sign-up-creator', as: 'visitor', path: '/auth', whole: true },
  { name: 'sign-up-brand', as: 'visitor', path: '/auth', prepare: tab('Brand'), whole: true },
  { name: 'forgot-password', as: 'visitor', path: '/auth/forgot-password' },
  { name: 'link', as: 'visitor', path: '/auth/link#token=a.b&type=recovery' },
  { name: 'reset-password-invalid', as: 'visitor', path: '/auth/reset-password' },
  { name: 'initial-upload', as: 'visitor', path: '/creator/initial-upload', whole: true },
  { name: 'privacy-policy', as: 'visitor', path: '/privacy-policy' },
  { name: 'terms-of-service', as: 'visitor', path: '/terms-of-service' },
  { name: 'not-found', as: 'visitor', path: '/no/such/page' },
  { name: 'error', as: 'visitor', path: '/', prepare: breakMarketplace },
  {
    name: 'menu',
    as: 'creator',
    path: '/creator',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('dialog').getByRole('link', { name: 'Account' }).waitFor();
    },
    widthMax: 767,
  },
  { name: 'creator-dashboard', as: 'creator', path: '/creator/dashboard', whole: true },
  { name: 'creator-notifications', as: 'creator', path: '/creator/dashboard', prepare: openBell },
  { name: 'creator-content', as: 'creator', path: '/creator/dashboard?tab=content' },
  { name: 'creator-licenses', as: 'creator', path: '/creator/dashboard?tab=licenses' },
  { name: 'creator-upload', as: 'creator', path: '/creator/upload', whole: true },
  { name: 'creator-batch-upload', as: 'creator', path: '/creator/batch-upload', whole: true },
  { name: 'creator-referrals', as: 'creator', path: '/creator/referrals' },
  { name: 'creator-payouts', as: 'creator', path: '/creator/payouts', whole: true },
  { name: 'creator-statement', as: 'creator', path: '/creator/payouts/statement', whole: true },
  { name: 'creator-year', as: 'creator', path: '/creator/payouts/statement?tab=year', whole: true },
  { name: 'creator-account', as: 'creator', path: '/account', whole: true },
  { name: 'brand-dashboard', as: 'brand', path: '/brand/dashboard' },
  { name: 'brand-licenses', as: 'brand', path: '/brand/dashboard?tab=licenses' },
  { name: 'brand-license', as: 'brand', path: '/brand/dashboard?tab=licenses', prepare: openLicense },
  { name: 'brand-cart', as: 'brand', path: '/brand/marketplace', prepare: fillCart, whole: true },
  { name: 'brand-checkout', as: 'brand', path: '/brand/marketplace', prepare: checkOut, whole: true },
  { name: 'agreement', as: 'brand', path: '/brand/dashboard?tab=licenses', prepare: openAgreement, whole: true },
  { name: 'verify', as: 'brand', path: '/brand/dashboard?tab=licenses', prepare: openProof, whole: true },
  { name: 'brand-marketing', as: 'brand', path: '/brand/dashboard?tab=marketing', whole: true },
  { name: 'brand-find', as: 'brand', path: '/brand/dashboard', prepare: findPictures },
  { name: 'brand-account', as: 'brand', path: '/account', whole: true },
  { name: 'admin', as: 'admin', path: '/admin' },
  { name: 'admin-money', as: 'admin', path: '/admin/money', whole: true },
  { name: 'admin-payouts', as: 'admin', path: '/admin/payouts' },
  { name: 'admin-refunds', as: 'admin', path: '/admin/refunds' },
  { name: 'admin-disputes', as: 'admin', path: '/admin/disputes' },
  { name: 'admin-reports', as: 'admin', path: '/admin/reports' },
  { name: 'admin-events', as: 'admin', path: '/admin/events' },
];
