/** The sections of the account page. */
export type AccountPart =
  | 'profile'
  | 'billing'
  | 'page'
  | 'emails'
  | 'sign-in'
  | 'second-factor'
  | 'devices'
  | 'data'
  | 'delete';

/** Every address of the product. */
export const paths = {
  home: '/',
  auth: '/auth',
  /** The tab is part of the address, because a link may be followed before any script runs, or in a new tab. */
  signIn: '/auth?tab=login',
  forgotPassword: '/auth/forgot-password',
  resetPassword: '/auth/reset-password',
  /** Where links in emails lead, with their token in the fragment. */
  link: '/auth/link',
  marketplace: '/marketplace',
  item: (contentId: string) => `/marketplace/${contentId}`,
  creatorPage: (handle: string) => `/@${handle}`,
  /** A visitor's saved items. */
  saved: '/saved',
  sharedBoard: (token: string) => `/boards/${token}`,
  verify: (licenseId: string) => `/verify/${licenseId}`,
  agreement: (licenseId: string) => `/licenses/${licenseId}/agreement`,
  help: '/help',
  privacy: '/privacy-policy',
  terms: '/terms-of-service',
  account: '/account',
  /** Where the link to a new address leads, with its token in the fragment. */
  confirmEmail: '/account/email',
  accountPart: (part: AccountPart) => `/account#${part}`,
  notifications: '/notifications',
  brand: {
    home: '/brand',
    dashboard: '/brand/dashboard',
    licenses: '/brand/dashboard?tab=licenses',
    license: (licenseId: string) => `/brand/dashboard?tab=licenses&license=${licenseId}`,
    marketplace: '/brand/marketplace',
    item: (contentId: string) => `/brand/marketplace/${contentId}`,
    boards: '/brand/boards',
    board: (boardId: string) => `/brand/boards/${boardId}`,
    cart: '/brand/cart',
    checkout: '/brand/checkout',
    /** Where an order is paid. */
    order: (orderId: string) => `/brand/checkout?order=${orderId}`,
    /** All paid orders. */
    orders: '/brand/orders',
    /** A paid order with its licenses. */
    purchase: (orderId: string) => `/brand/orders/${orderId}`,
  },
  creator: {
    home: '/creator',
    dashboard: '/creator/dashboard',
    licenses: '/creator/dashboard?tab=licenses',
    upload: '/creator/upload',
    batchUpload: '/creator/batch-upload',
    uploadInitial: '/creator/upload-initial',
    initialUpload: '/creator/initial-upload',
    referrals: '/creator/referrals',
    edit: (contentId: string) => `/creator/edit/${contentId}`,
    payouts: '/creator/payouts',
    payout: (payoutId: string) => `/creator/payouts/${payoutId}`,
    statement: '/creator/payouts/statement',
  },
  admin: {
    home: '/admin',
    money: '/admin/money',
    payouts: '/admin/payouts',
    payoutRun: (runId: string) => `/admin/payouts/${runId}`,
    refunds: '/admin/refunds',
    /** Opens the dialog that refunds this license. */
    refundOf: (licenseId: string) => `/admin/refunds?license=${licenseId}`,
    disputes: '/admin/disputes',
    reports: '/admin/reports',
    item: (contentId: string) => `/admin/items/${contentId}`,
    referrals: '/admin/referrals',
    mails: '/admin/mails',
    events: '/admin/events',
    eventsOf: (stream: string) => `/admin/events?stream=${encodeURIComponent(stream)}`,
    views: '/admin/views',
    status: '/admin/status',
  },
} as const;

/** The first page after signing in. */
export const dashboardOf = (role: 'creator' | 'brand') => paths[role].dashboard;

/** The candidate if it is a path of this application; null for anything else, so that no redirect leaves the site. */
export const ownPath = (candidate: unknown): string | null => {
  if (typeof candidate !== 'string' || !candidate.startsWith('/')) return null;
  const target = new URL(candidate, window.location.origin);
  return target.origin === window.location.origin ? `${target.pathname}${target.search}${target.hash}` : null;
};
