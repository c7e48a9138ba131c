// Contains deliberate typos and word fragments. cspell:ignore harb harbuor
import { randomUUID } from 'node:crypto';
import { noBilling } from '@tessera/domain/accounts/billing/billing';
import { cardForm, password } from './client.ts';
import { people } from './access-world.ts';
import type { Ids, Person, World } from './access-world.ts';

/** Who may call a route, and how to call it so that it succeeds. */
export interface Rule {
  /** In the server's notation: `GET /api/orders/:id`. */
  readonly route: string;
  /** Which of its actions, if the route has several. */
  readonly doing?: string;
  readonly may: readonly Person[];
  /** The path, if it isn't the route's own. */
  readonly at?: (ids: Ids) => string;
  /** An accepted body; left out if the route takes none. */
  readonly body?: (world: World) => object | Promise<object>;
  /** A body that isn't JSON. */
  readonly raw?: (world: World) => Buffer;
  readonly headers?: () => Readonly<Record<string, string>>;
  /** The call ends the caller's session or account, so a new account makes it. */
  readonly spends?: true;
  /**
   * The status for callers without permission, if it isn't one of the usual: for a body that names someone else's
   * things.
   */
  readonly refusedWith?: number;
  /** Texts the answer may repeat because the caller named them or because they are public. */
  readonly repeats?: (ids: Ids) => readonly string[];
  /** The status of an accepted call if it isn't a success: the call is made so that it can't succeed. */
  readonly answers?: number;
}

const everybody = people;
const signedIn: readonly Person[] = ['creator', 'otherCreator', 'brand', 'otherBrand'];
const creators: readonly Person[] = ['creator', 'otherCreator'];
const brands: readonly Person[] = ['brand', 'otherBrand'];
const admin: readonly Person[] = ['admin'];

const listing = {
  title: 'Rain',
  description: '',
  tags: ['rain'],
  offerOneTime: true,
  offerSixMonth: true,
  offerPerpetual: true,
  oneTimePrice: 25,
  sixMonthPrice: 250,
  perpetualPrice: 500,
};
const tus = { 'tus-resumable': '1.0.0' };
const newEmail = () => `new-${randomUUID()}@example.com`;

export const rules: readonly Rule[] = [
  // Accounts
  {
    route: 'POST /auth/v1/signup',
    may: everybody,
    body: () => {
      const email = newEmail();
      const profile = { name: 'Nora New', email, phone: '+1 555 010 2030', social_handle: '@nora' };
      const payout = { payment_method: 'venmo', venmo_name: 'nora-new' };
      return { email, password, data: { userType: 'creator', profile: { ...profile, ...payout } } };
    },
  },
  {
    route: 'POST /auth/v1/token',
    doing: 'with a password',
    may: everybody,
    at: () => '/auth/v1/token?grant_type=password',
    body: () => ({ email: newEmail(), password }),
    answers: 400,
  },
  {
    route: 'POST /auth/v1/token',
    doing: 'with a refresh token',
    may: everybody,
    at: () => '/auth/v1/token?grant_type=refresh_token',
    body: () => ({ refresh_token: 'nobody-has-this-one' }),
    answers: 400,
  },
  {
    route: 'POST /auth/v1/token',
    doing: 'with a code',
    may: everybody,
    at: () => '/auth/v1/token?grant_type=pkce',
    body: () => ({ auth_code: randomUUID(), code_verifier: 'nobody-has-this-one' }),
    answers: 404,
  },
  { route: 'POST /auth/v1/recover', may: everybody, body: () => ({ email: newEmail() }) },
  { route: 'POST /auth/v1/resend', may: everybody, body: () => ({ type: 'signup', email: newEmail() }) },
  {
    route: 'POST /auth/v1/verify',
    may: everybody,
    body: () => ({ type: 'recovery', token_hash: 'nobody-has-this-one' }),
    answers: 403,
  },
  { route: 'GET /auth/v1/verify', may: everybody, at: () => '/auth/v1/verify?type=recovery&token=nobody-has-this-one' },
  {
    route: 'POST /auth/v1/follow',
    may: everybody,
    at: () => '/auth/v1/follow?type=recovery&token=nobody-has-this-one',
  },
  { route: 'GET /auth/v1/.well-known/jwks.json', may: everybody },
  { route: 'GET /auth/v1/user', may: signedIn },
  {
    route: 'PUT /auth/v1/user',
    may: signedIn,
    body: () => ({ password: 'another-horse-8', current_password: password }),
    spends: true,
  },
  // The development mailbox shows its emails to everyone, so this one belongs to a new account.
  { route: 'GET /auth/v1/reauthenticate', may: signedIn, spends: true },
  { route: 'ALL /auth/v1/user/identities/:id', may: signedIn, at: () => '/auth/v1/user/identities/1', answers: 404 },
  { route: 'POST /auth/v1/logout', may: signedIn, spends: true },
  { route: 'POST /auth/v1/factors', may: signedIn, body: () => ({ factor_type: 'totp' }) },
  {
    route: 'POST /auth/v1/factors/:id/challenge',
    may: signedIn,
    at: () => '/auth/v1/factors/none/challenge',
    answers: 404,
  },
  {
    route: 'POST /auth/v1/factors/:id/verify',
    may: signedIn,
    at: () => '/auth/v1/factors/none/verify',
    body: () => ({ challenge_id: 'none', code: '123456' }),
    answers: 404,
  },
  { route: 'DELETE /auth/v1/factors/:id', may: signedIn, at: () => '/auth/v1/factors/none', answers: 404 },
  { route: 'GET /api/account/sessions', may: signedIn },
  { route: 'DELETE /api/account/sessions/:id', may: signedIn, at: () => '/api/account/sessions/none', answers: 404 },
  { route: 'GET /api/account/recovery-codes', may: signedIn },
  { route: 'POST /api/account/recovery-codes', may: signedIn, answers: 422 },
  {
    route: 'POST /api/account/recovery-codes/use',
    may: signedIn,
    body: () => ({ code: 'nobody-has-this-one' }),
    answers: 422,
  },
  { route: 'ALL /auth/v1/*path', may: [], at: () => '/auth/v1/otp' },
  { route: 'GET /api/profile', may: signedIn },
  { route: 'PATCH /api/profile', may: signedIn, body: () => ({ phone: '+1 555 010 9999' }) },
  { route: 'GET /api/profile/billing', may: brands },
  {
    route: 'PUT /api/profile/billing',
    may: brands,
    body: () => ({ ...noBilling, company: 'Northwind', street: '1 Main Street', city: 'Utrecht', country: 'NL' }),
  },
  { route: 'PATCH /api/profile/sale-mails', may: creators, body: () => ({ sale_mails: 'daily' }) },
  {
    route: 'PATCH /api/profile/mails',
    doing: 'about payouts',
    may: creators,
    body: () => ({ mail: 'payout_sent', wanted: false }),
  },
  {
    route: 'PATCH /api/profile/mails',
    doing: 'about licenses that end',
    may: brands,
    body: () => ({ mail: 'license_ending', wanted: false }),
  },
  {
    route: 'PUT /api/profile/logo',
    may: brands,
    raw: ({ picture }) => picture,
    headers: () => ({ 'content-type': 'image/jpeg' }),
  },
  { route: 'DELETE /api/profile/logo', may: brands },
  {
    route: 'PUT /api/profile/portrait',
    may: creators,
    raw: ({ picture }) => picture,
    headers: () => ({ 'content-type': 'image/jpeg' }),
  },
  { route: 'DELETE /api/profile/portrait', may: creators },
  { route: 'GET /api/creators/:handle', may: everybody, at: ({ handle }) => `/api/creators/${handle}` },
  { route: 'GET /api/profile/page', may: creators },
  {
    route: 'PUT /api/profile/page',
    may: creators,
    body: () => ({ handle: `mara-${randomUUID().slice(0, 13)}`, bio: '', links: [], shows_licenses: false }),
  },
  { route: 'DELETE /api/profile/page', may: creators },
  { route: 'GET /api/brands/homepage', may: everybody },
  { route: 'GET /api/showcase', may: everybody },
  { route: 'GET /api/account/export', may: signedIn },
  { route: 'DELETE /api/account', may: signedIn, body: () => ({ password }), spends: true },
  { route: 'POST /api/account/confirm', may: signedIn, body: () => ({ password }) },
  { route: 'POST /api/account/email', may: signedIn, body: () => ({ password, email: newEmail() }) },
  {
    route: 'POST /api/account/email/confirm',
    may: signedIn,
    body: () => ({ token: 'nobody-has-this-one', email: newEmail() }),
    answers: 422,
  },

  // Content
  {
    route: 'POST /api/content',
    may: ['creator'],
    body: async (world) => {
      const placed = { brandName: 'Acme', productUrls: ['https://acme.example/product'], notes: '' };
      return { ...listing, ...placed, uploadId: await world.newUpload() };
    },
    refusedWith: 400,
  },
  { route: 'GET /api/content/mine', may: creators },
  { route: 'GET /api/content/:id', may: everybody, at: ({ item }) => `/api/content/${item}` },
  {
    route: 'PATCH /api/content/:id',
    may: ['creator'],
    at: ({ freshItem }) => `/api/content/${freshItem}`,
    body: () => listing,
  },
  {
    route: 'POST /api/content/:id/withdraw',
    may: ['creator'],
    at: ({ freshItem }) => `/api/content/${freshItem}/withdraw`,
  },
  {
    route: 'POST /api/content/:id/relist',
    may: ['creator'],
    at: ({ freshItem }) => `/api/content/${freshItem}/relist`,
  },
  {
    route: 'GET /api/content/:id/releases',
    may: ['creator', 'admin'],
    at: ({ item }) => `/api/content/${item}/releases`,
  },
  {
    route: 'POST /api/content/:id/releases',
    may: ['creator'],
    at: ({ freshItem }) => `/api/content/${freshItem}/releases?kind=property`,
    raw: ({ picture }) => picture,
    headers: () => ({ 'content-type': 'image/jpeg' }),
  },
  {
    route: 'GET /api/content/:id/releases/:releaseId',
    may: ['creator', 'admin'],
    at: ({ item, release }) => `/api/content/${item}/releases/${release}`,
  },
  {
    route: 'DELETE /api/content/:id/releases/:releaseId',
    may: ['creator'],
    at: ({ freshItem }) => `/api/content/${freshItem}/releases/none`,
  },
  { route: 'GET /api/marketplace', may: everybody, at: () => '/api/marketplace?search=harbour' },
  { route: 'GET /api/marketplace/suggestions', may: everybody, at: () => '/api/marketplace/suggestions?search=harb' },
  { route: 'GET /api/marketplace/:id/similar', may: everybody, at: () => '/api/marketplace/nothing/similar' },
  {
    route: 'POST /api/marketplace/:id/reports',
    may: everybody,
    at: ({ item }) => `/api/marketplace/${item}/reports`,
    body: () => ({ reason: 'other', details: 'Look at the sky.', email: newEmail() }),
  },
  { route: 'GET /api/marketplace/instead', may: everybody, at: () => '/api/marketplace/instead' },
  {
    route: 'POST /api/uploads',
    may: creators,
    headers: () => ({ ...tus, 'upload-length': '10' }),
  },
  {
    route: 'HEAD /api/uploads/:id',
    may: ['creator'],
    at: ({ upload }) => `/api/uploads/${upload}`,
    headers: () => tus,
  },
  {
    route: 'PATCH /api/uploads/:id',
    may: ['creator'],
    at: ({ unfinished }) => `/api/uploads/${unfinished}`,
    headers: () => ({ ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }),
  },
  { route: 'GET /api/uploads/:id/result', may: ['creator'], at: ({ upload }) => `/api/uploads/${upload}/result` },
  // A photo takes no preview; only its creator is told so.
  {
    route: 'PUT /api/uploads/:id/poster',
    may: ['creator'],
    at: ({ upload }) => `/api/uploads/${upload}/poster`,
    raw: ({ picture }) => picture,
    headers: () => ({ 'content-type': 'image/jpeg' }),
    answers: 400,
  },
  {
    route: 'PUT /api/uploads/:id/clip',
    may: ['creator'],
    at: ({ upload }) => `/api/uploads/${upload}/clip`,
    raw: ({ picture }) => picture,
    headers: () => ({ 'content-type': 'video/mp4' }),
    answers: 400,
  },
  {
    route: 'DELETE /api/uploads/:id',
    may: ['creator'],
    at: ({ unfinished }) => `/api/uploads/${unfinished}`,
    headers: () => tus,
  },
  { route: 'GET /robots.txt', may: everybody, at: () => '/robots.txt' },
  { route: 'GET /sitemap.xml', may: everybody, at: () => '/sitemap.xml' },
  { route: 'GET /sitemaps/:part', may: everybody, at: () => '/sitemaps/pages.xml' },
  { route: 'GET /media/*path', may: everybody, at: ({ preview }) => `/media/${preview}` },
  { route: 'GET /media-originals/:token', may: everybody, at: ({ original }) => `/media-originals/${original}` },
  {
    route: 'GET /media-originals/orders/:token',
    may: everybody,
    at: ({ archive }) => `/media-originals/orders/${archive}`,
  },

  // Orders and licenses
  {
    route: 'POST /functions/v1/store-integration',
    doing: 'cart-checkout',
    may: brands,
    headers: () => ({ 'idempotency-key': randomUUID() }),
    body: ({ ids }) => ({
      action: 'cart-checkout',
      cartItems: [
        { id: ids.item, title: 'Harbour', price: 250, licenseType: 'six_month', quantity: 1, properties: {} },
      ],
    }),
  },
  {
    route: 'POST /api/cart/check',
    may: brands,
    body: ({ ids }) => ({ cartItems: [{ id: ids.item, licenseType: 'six_month', price: 250 }] }),
  },
  { route: 'GET /api/cart/held', may: brands, at: ({ item }) => `/api/cart/held?content=${item}` },
  { route: 'GET /api/orders', may: ['brand', 'otherBrand'] },
  { route: 'GET /api/orders/:id', may: ['brand'], at: ({ order }) => `/api/orders/${order}` },
  { route: 'GET /api/orders/:id/licenses', may: ['brand'], at: ({ order }) => `/api/orders/${order}/licenses` },
  { route: 'GET /api/orders/:id/originals', may: ['brand'], at: ({ order }) => `/api/orders/${order}/originals` },
  {
    route: 'POST /api/orders/:id/checkout',
    may: ['brand'],
    at: ({ openOrder }) => `/api/orders/${openOrder}/checkout`,
  },
  {
    route: 'POST /api/orders/:id/payment',
    may: ['brand'],
    at: ({ openOrder }) => `/api/orders/${openOrder}/payment`,
    body: () => cardForm(),
  },
  {
    route: 'DELETE /api/orders/:id/payment',
    may: ['brand'],
    at: ({ openOrder }) => `/api/orders/${openOrder}/payment`,
  },
  {
    route: 'GET /api/orders/:id/invoice.pdf',
    may: ['brand', 'admin'],
    at: ({ order }) => `/api/orders/${order}/invoice.pdf`,
  },
  // Stripe is identified by a signature only, and the sandbox identifies nobody.
  { route: 'POST /api/webhooks/stripe', may: [] },
  { route: 'GET /api/licenses', may: signedIn },
  { route: 'GET /api/licenses.csv', may: brands },
  {
    route: 'GET /api/licenses/:id',
    may: ['creator', 'brand', 'admin'],
    at: ({ license }) => `/api/licenses/${license}`,
  },
  {
    route: 'GET /api/licenses/:id/successors',
    may: ['brand'],
    at: ({ license }) => `/api/licenses/${license}/successors`,
  },
  { route: 'POST /api/licenses/:id/renew', may: ['brand'], at: ({ license }) => `/api/licenses/${license}/renew` },
  { route: 'POST /api/licenses/:id/upgrade', may: ['brand'], at: ({ license }) => `/api/licenses/${license}/upgrade` },
  {
    route: 'GET /api/licenses/:id/agreement',
    may: ['creator', 'brand', 'admin'],
    at: ({ license }) => `/api/licenses/${license}/agreement`,
  },
  {
    route: 'GET /api/licenses/:id/agreement.pdf',
    may: ['creator', 'brand', 'admin'],
    at: ({ license }) => `/api/licenses/${license}/agreement.pdf`,
  },
  {
    route: 'GET /api/licenses/:id/billing',
    may: ['brand', 'admin'],
    at: ({ license }) => `/api/licenses/${license}/billing`,
  },
  {
    route: 'GET /api/licenses/:id/credit-notes/:number.pdf',
    may: ['brand', 'admin'],
    at: ({ license }) => `/api/licenses/${license}/credit-notes/1.pdf`,
    answers: 404,
  },
  {
    route: 'GET /api/licenses/:id/download',
    may: ['brand'],
    at: ({ license }) => `/api/licenses/${license}/download`,
  },
  {
    route: 'GET /api/licenses/:id/refund',
    may: ['brand'],
    at: ({ license }) => `/api/licenses/${license}/refund`,
  },
  {
    route: 'POST /api/licenses/:id/refund-request',
    may: ['brand'],
    at: ({ license }) => `/api/licenses/${license}/refund-request`,
    body: () => ({ reason: 'We bought it twice.' }),
  },
  {
    route: 'GET /api/verify/:licenseId',
    may: everybody,
    at: ({ license }) => `/api/verify/${license}`,
    repeats: ({ license }) => [license],
  },
  {
    route: 'GET /api/verify/:licenseId/download',
    may: everybody,
    at: ({ license }) => `/api/verify/${license}/download`,
    repeats: ({ license }) => [license],
  },
  { route: 'GET /api/dashboards/creator', may: creators },
  { route: 'GET /api/dashboards/creator/figures', may: creators },
  { route: 'GET /api/dashboards/creator/figures.csv', may: creators },
  { route: 'GET /api/dashboards/brand', may: brands },

  // Earnings
  { route: 'GET /api/earnings/balance', may: creators },
  { route: 'GET /api/earnings/payouts', may: creators },
  // Nobody has been paid yet.
  ...['', '/lines', '/payout.csv', '/payout.pdf'].map((part) => ({
    route: `GET /api/earnings/payouts/:id${part}`,
    may: creators,
    at: () => `/api/earnings/payouts/payout-1${part}`,
    answers: 404,
  })),
  ...['', '.csv', '.pdf'].map((kind) => ({ route: `GET /api/earnings/statement${kind}`, may: creators })),
  ...['', '/summary.csv', '/summary.pdf'].map((part) => ({
    route: `GET /api/earnings/years/:year${part}`,
    may: creators,
    at: () => `/api/earnings/years/2026${part}`,
  })),

  // Notifications and boards
  { route: 'GET /api/notifications', may: signedIn },
  {
    route: 'POST /api/notifications/read',
    may: signedIn,
    body: () => ({ notification_id: randomUUID(), and_older: true }),
  },
  { route: 'GET /api/boards', may: brands },
  {
    route: 'POST /api/boards',
    may: brands,
    body: ({ ids }) => ({ name: `Board ${randomUUID()}`, content_ids: [ids.item] }),
  },
  { route: 'POST /api/boards/taken-over', may: brands, body: ({ ids }) => ({ content_ids: [ids.item] }) },
  { route: 'GET /api/boards/:id', may: ['brand'], at: ({ board }) => `/api/boards/${board}` },
  {
    route: 'PATCH /api/boards/:id',
    may: ['brand'],
    at: ({ board }) => `/api/boards/${board}`,
    body: () => ({ name: `Board ${randomUUID()}` }),
  },
  {
    route: 'PUT /api/boards/:id/link',
    may: ['brand'],
    at: ({ board }) => `/api/boards/${board}/link`,
    body: () => ({ with_notes: false }),
  },
  {
    route: 'PUT /api/boards/:id/items/:contentId',
    may: ['brand'],
    at: ({ board, freshItem }) => `/api/boards/${board}/items/${freshItem}`,
    body: () => ({ note: 'For the cover' }),
  },
  {
    route: 'PATCH /api/boards/:id/items/:contentId',
    may: ['brand'],
    at: ({ board, item }) => `/api/boards/${board}/items/${item}`,
    body: () => ({ note: 'For the cover' }),
  },
  {
    route: 'GET /api/shared-boards/:token',
    may: everybody,
    at: ({ boardToken }) => `/api/shared-boards/${boardToken}`,
  },
  // Boards that are gone or never existed: deleting either changes nothing.
  ...['', '/link', '/items/none'].map((part) => ({
    route: `DELETE /api/boards/:id${part.replace('none', ':contentId')}`,
    may: brands,
    at: () => `/api/boards/none${part}`,
    ...(part && { answers: 404 }),
  })),

  // Traffic
  { route: 'POST /api/looks', may: everybody, body: () => ({ kind: 'view', id: 'nothing-there' }) },

  // Referrals
  { route: 'POST /api/referral-codes', may: creators, body: () => ({ description: 'Summer' }) },
  { route: 'GET /api/referral-codes', may: creators },
  {
    route: 'GET /api/referral-codes/:code/inviter',
    may: everybody,
    at: ({ code }) => `/api/referral-codes/${code}/inviter`,
  },
  { route: 'DELETE /api/referral-codes/:id', may: ['creator'], at: ({ codeId }) => `/api/referral-codes/${codeId}` },
  {
    route: 'GET /api/referral-codes/:code/validity',
    may: everybody,
    at: ({ code }) => `/api/referral-codes/${code}/validity`,
  },
  { route: 'GET /api/referrals', may: creators },
  { route: 'GET /api/referrals/metrics', may: creators },
  { route: 'GET /api/referrals/rewards', may: creators },
  { route: 'GET /api/referrals/rewards/creators', may: creators },

  // Admin
  {
    route: 'POST /api/admin/session',
    may: everybody,
    body: () => ({ email: 'admin@localhost', password: 'not the password' }),
    answers: 401,
  },
  {
    route: 'POST /api/admin/session/confirm',
    may: admin,
    body: () => ({ password: 'not the password' }),
    answers: 422,
  },
  { route: 'DELETE /api/admin/session', may: admin, spends: true },
  { route: 'GET /api/admin/events', may: admin },
  { route: 'GET /api/admin/events/:position', may: admin, at: ({ position }) => `/api/admin/events/${position}` },
  { route: 'GET /api/admin/counts', may: admin },
  { route: 'GET /api/admin/tasks', may: admin },
  { route: 'GET /api/admin/mails', may: admin },
  { route: 'GET /api/admin/mails/undelivered', may: admin },
  { route: 'GET /api/admin/money', may: admin },
  { route: 'GET /api/admin/reconciliations', may: admin },
  // Another one may be in progress.
  { route: 'POST /api/admin/reconciliations', may: admin, body: () => ({ days: 1 }) },
  { route: 'GET /api/admin/views', may: admin },
  { route: 'POST /api/admin/views/:name/replay', may: admin, at: () => '/api/admin/views/platform-counts/replay' },
  { route: 'GET /api/admin/views/:name/parked', may: admin, at: () => '/api/admin/views/licenses/parked' },
  { route: 'POST /api/admin/views/:name/retry-parked', may: admin, at: () => '/api/admin/views/licenses/retry-parked' },
  { route: 'GET /api/admin/automation', may: admin },
  { route: 'GET /api/admin/refunds', may: admin },
  { route: 'GET /api/admin/disputes', may: admin },
  {
    route: 'GET /api/admin/reports',
    may: admin,
    // The people who sent the reports are answered by email.
    repeats: (ids) => [ids.creatorEmail, ids.otherCreatorEmail, ids.brandEmail, ids.otherBrandEmail],
  },
  // This one does not exist.
  {
    route: 'POST /api/admin/reports/:id/close',
    may: admin,
    at: () => '/api/admin/reports/report-1/close',
    body: () => ({ outcome: 'resolved' }),
    answers: 404,
  },
  {
    route: 'GET /api/admin/items/:id',
    may: admin,
    at: ({ item }) => `/api/admin/items/${item}`,
    // The operator writes to the creator.
    repeats: (ids) => [ids.creatorEmail],
  },
  { route: 'POST /api/admin/items/:id/pin', may: admin, at: ({ item }) => `/api/admin/items/${item}/pin` },
  { route: 'POST /api/admin/items/:id/unpin', may: admin, at: ({ item }) => `/api/admin/items/${item}/unpin` },
  {
    route: 'GET /api/admin/licenses/:id/evidence.pdf',
    may: admin,
    at: ({ license }) => `/api/admin/licenses/${license}/evidence.pdf`,
  },
  {
    route: 'GET /api/admin/licenses/:id/refund',
    may: admin,
    at: ({ license }) => `/api/admin/licenses/${license}/refund`,
  },
  {
    route: 'POST /api/admin/licenses/:id/refunds',
    may: admin,
    at: ({ license }) => `/api/admin/licenses/${license}/refunds`,
    body: () => ({ amount: 0, reason: 'Nothing to give back.' }),
    answers: 422,
  },
  {
    route: 'POST /api/admin/licenses/:id/refunds/decline',
    may: admin,
    at: ({ license }) => `/api/admin/licenses/${license}/refunds/decline`,
    body: () => ({ reason: '' }),
    answers: 400,
  },
  {
    route: 'POST /api/admin/licenses/:id/refunds/repaid',
    may: admin,
    at: ({ license }) => `/api/admin/licenses/${license}/refunds/repaid`,
    body: () => ({ reason: '' }),
    answers: 400,
  },
  { route: 'GET /api/admin/payout-runs', may: admin },
  { route: 'GET /api/admin/payout-runs/due', may: admin },
  // None has been started yet.
  {
    route: 'GET /api/admin/payout-runs/:id',
    may: admin,
    at: () => '/api/admin/payout-runs/run-1',
    answers: 404,
  },
  ...(['payouts', 'left-out'] as const).map((part) => ({
    route: `GET /api/admin/payout-runs/:id/${part}`,
    may: admin,
    at: () => `/api/admin/payout-runs/run-1/${part}`,
  })),
  ...(['send', 'cancel'] as const).map((step) => ({
    route: `POST /api/admin/payout-runs/:id/${step}`,
    may: admin,
    at: () => `/api/admin/payout-runs/run-1/${step}`,
    answers: 404,
  })),
  {
    route: 'POST /api/admin/payout-runs/:id/settlement',
    may: admin,
    at: () => '/api/admin/payout-runs/run-1/settlement',
    raw: () => Buffer.from('payout_id,amount,status'),
    headers: () => ({ 'content-type': 'application/octet-stream' }),
    answers: 404,
  },
  // The password has not been confirmed again.
  {
    route: 'POST /api/admin/payout-runs/:id/files',
    may: admin,
    at: () => '/api/admin/payout-runs/run-1/files',
    body: () => ({ method: 'bank' }),
    answers: 403,
  },
  { route: 'POST /api/admin/payout-runs', may: admin },
  // Nothing has been prepared for this creator.
  ...(['paid', 'failed', 'returned', 'canceled'] as const).map((outcome) => ({
    route: `POST /api/admin/payouts/:creator/:id/${outcome}`,
    may: admin,
    at: ({ creator }: Ids) => `/api/admin/payouts/${creator}/payout-1/${outcome}`,
    ...(outcome === 'paid' && { body: () => ({ reference: 'TRACE-1' }) }),
    ...((outcome === 'failed' || outcome === 'returned') && { body: () => ({ reason: 'The account is closed.' }) }),
    answers: 404,
  })),
  { route: 'GET /api/admin/payout-holds', may: admin },
  {
    route: 'PUT /api/admin/creators/:id/payouts-hold',
    may: admin,
    at: ({ creator }) => `/api/admin/creators/${creator}/payouts-hold`,
    body: () => ({ reason: 'We are looking into a purchase.' }),
  },
  {
    route: 'DELETE /api/admin/creators/:id/payouts-hold',
    may: admin,
    at: ({ creator }) => `/api/admin/creators/${creator}/payouts-hold`,
  },
  { route: 'GET /api/admin/referrals', may: admin },
  // Nobody referred this creator.
  ...(['approve', 'reject'] as const).map((kind) => ({
    route: `POST /api/admin/referrals/:referred_user_id/${kind}`,
    may: admin,
    at: ({ creator }: Ids) => `/api/admin/referrals/${creator}/${kind}`,
    body: () => ({ reason: 'They share an office line.' }),
    answers: 404,
  })),
  {
    route: 'POST /functions/v1/automation-integration',
    doing: 'test-connection',
    may: admin,
    body: () => ({ action: 'test-connection', teamId: 'team-1' }),
    // No automation service is set up here.
    answers: 409,
  },
  {
    route: 'POST /functions/v1/automation-integration',
    doing: 'create-admin-user',
    may: admin,
    body: () => ({ action: 'create-admin-user', email: newEmail(), password: 'a-second-admin-1' }),
    answers: 409,
  },
  {
    route: 'POST /functions/v1/store-integration',
    doing: 'status-check',
    may: admin,
    body: () => ({ action: 'status-check' }),
  },

  // Operations
  { route: 'GET /health/live', may: everybody },
  { route: 'GET /health/serving', may: everybody },
  { route: 'GET /health/ready', may: everybody },
  { route: 'GET /metrics', may: everybody },
  { route: 'GET /api/config', may: everybody },
  // In development, the operator of the shop reads all of its email; production has no such page.
  {
    route: 'GET /dev/mailbox',
    may: everybody,
    repeats: ({ brandEmail, creatorEmail, otherBrandEmail, otherCreatorEmail }) => [
      brandEmail,
      creatorEmail,
      otherBrandEmail,
      otherCreatorEmail,
    ],
  },
  { route: 'GET /dev/mailbox/style.css', may: everybody },
  { route: 'GET /dev/mailbox/:id', may: [], at: ({ mail }) => `/dev/mailbox/${mail}` },
  { route: 'GET /dev/mailbox/:id/html', may: [], at: ({ mail }) => `/dev/mailbox/${mail}/html` },
  {
    route: 'GET /dev/mailbox/:id/attachments/:number',
    may: [],
    at: ({ mail }) => `/dev/mailbox/${mail}/attachments/0`,
  },
  // The names of its charges and disputes can't be guessed.
  { route: 'GET /dev/sandbox', may: everybody },
  { route: 'GET /dev/sandbox/style.css', may: everybody },
  { route: 'POST /dev/sandbox/charges/:payment/dispute', may: [] },
  { route: 'POST /dev/sandbox/disputes/:id/won', may: [] },
  { route: 'POST /dev/sandbox/disputes/:id/lost', may: [] },
];

/** The description of the API and the pages that show it: open to everyone, and without personal data. */
export const describesTheApi = (route: string) => /^GET \/api\/(docs|openapi)/.test(route);

export const nameOf = ({ route, doing }: Rule) => (doing ? `${route} (${doing})` : route);

const wordsOf = (route: string) => {
  const [method = '', path = ''] = route.split(' ');
  return { method: method === 'ALL' ? 'POST' : method, path };
};

/** A call according to the rule, ready to be sent. */
export const callOf = async (rule: Rule, world: World, ids: Ids = world.ids) => {
  const { method, path } = wordsOf(rule.route);
  const body = await rule.body?.(world);
  return {
    method,
    path: rule.at?.(ids) ?? path,
    body: body as Record<string, unknown> | undefined,
    raw: rule.raw?.(world),
    headers: rule.headers?.() ?? {},
  };
};

/**
 * The body that malformed bodies are derived from. With the right password, one that is odd but still allowed would
 * delete the account.
 */
export const templateOf = async (rule: Rule, world: World) => {
  const { body = {}, ...call } = await callOf(rule, world);
  return { ...call, body: rule.spends ? { ...body, password: 'not-the-password' } : body };
};

/**
 * What the server allows to be watched live; everything else is refused. View, key (null for every key), and who may.
 */
export const watchRules = ({
  creator,
  brand,
}: Ids): readonly (readonly [string, string | null, readonly Person[]])[] => [
  ['creator-dashboard', creator, ['creator']],
  ['creator-ledger', creator, ['creator']],
  ['creator-months', creator, ['creator']],
  ['creator-ledger', `${creator}/lines`, ['creator']],
  ['payouts', creator, ['creator']],
  ['payout-holds', creator, ['creator']],
  ['brand-licenses', brand, ['brand']],
  ['notifications', creator, ['creator']],
  ['notifications', brand, ['brand']],
  ['boards', brand, ['brand']],
  ['refunds', brand, ['brand']],
  ['disputes', brand, ['brand']],
  ['referrals', creator, ['creator']],
  ['referral-codes', creator, ['creator']],
  ['marketplace', 'all', everybody],
  ['own-content', creator, ['creator']],
  ['homepage-brands', 'all', everybody],
  ['platform-counts', null, admin],
  ['earnings-ledger', 'all', admin],
  ['money-days', 'all', admin],
  ['reconciliations', 'all', admin],
  ['event-log', null, admin],
  ['view-status', null, admin],
];
