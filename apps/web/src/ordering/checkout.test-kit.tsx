import { gatewayPage } from './checkout-address.ts';
import { auth, sessionOf } from '../kernel/session.test-kit.ts';
import { showRoutes } from '../shell/routes.test-kit.tsx';
import { CartPage } from './cart/cart.page.tsx';
import { CheckoutPage } from './checkout.page.tsx';

/** A fake server behind `fetch`, with the answers that a test sets. */
export const shop = {
  answers: new Map<string, () => Response | Promise<Response>>(),
  /** Every call so far, with its query string. */
  calls: [] as string[],
};

export const answer = (call: string, body: unknown, status = 200) =>
  shop.answers.set(call, () => Response.json(body, { status }));

export const refuse = (call: string, status: number, code: string, message: string) =>
  answer(call, { error: { code, title: 'Checkout Error', message } }, status);

export const callCount = (call: string) => shop.calls.filter((one) => one.startsWith(call)).length;

export const orderRow = (changes: object = {}) => ({
  id: 'o1',
  status: 'placed',
  placing: 1,
  prices_kept_until: '2126-11-23T10:00:00.000Z',
  total: { amount_cents: 25_000, currency: 'USD' },
  lines: [
    {
      content_id: 'c1',
      title: 'Harbour',
      media_url: 'a.webp',
      media_type: 'image',
      license_type: 'six_month',
      quantity: 1,
      unit_price_cents: 25_000,
      total_cents: 25_000,
      basis: null,
    },
  ],
  payment: null,
  last_failure: null,
  license_ids: [],
  position: 1,
  ...changes,
});

/** Starts the fake server and signs in, for all tests of a file. */
export const openShop = async (userId: string, gateway: 'sandbox' | 'stripe') => {
  vi.stubGlobal('fetch', async (address: string | URL, { method = 'GET' }: RequestInit = {}) => {
    const { pathname, search } = new URL(address, window.location.origin);
    shop.calls.push(`${method} ${pathname}${search}`);
    const found = shop.answers.get(`${method} ${pathname}`);
    return found?.() ?? Response.json({ error: { message: `Nobody answers ${pathname}` } }, { status: 404 });
  });
  const user = { id: userId, email: `${userId}@brand.test`, user_metadata: { userType: 'brand' } };
  answer('POST /auth/v1/token', sessionOf(user));
  answer('GET /api/config', { gateway, checkout_hosts: ['checkout.stripe.com'] });
  answer('POST /api/cart/check', {
    items: [{ id: 'c1', licenseType: 'six_month', status: 'ok', price: 250, licensed: null }],
  });
  await auth.signInWithPassword({ email: user.email, password: 'secret12' });
};

/** Opens the checkout of an order, or another page. */
export const visit = (address = '/brand/checkout?order=o1') =>
  showRoutes(
    [
      { path: '/brand/checkout', Component: CheckoutPage },
      { path: '/brand/cart', Component: CartPage },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: [address] },
  );

/** Returns the address of another site that the browser is sent to while `act` runs. */
export const sentAway = async (act: () => Promise<void>): Promise<string | undefined> => {
  const open = vi.spyOn(gatewayPage, 'open').mockReturnValue();
  try {
    await act();
    await vi.waitFor(() => expect(open).toHaveBeenCalled());
    return open.mock.calls[0]?.[0];
  } finally {
    open.mockRestore();
  }
};
