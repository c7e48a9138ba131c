import { waitFor, screen } from '@testing-library/react';
import { gatewayPage } from './checkout-address.ts';
import { showRoutes } from '../shell/routes.test-kit.tsx';
import { server } from '../testing/server.test-kit.ts';
import { sessionOf, signIn } from '../testing/sign-in.test-kit.ts';
import { user } from '../testing/user.test-kit.ts';
import { CartPage } from './cart/cart.page.tsx';
import { CheckoutPage } from './checkout.page.tsx';
import { useCheckout } from './use-checkout.ts';

/** What a brand that said nothing about its invoices is billed with. */
export const noBilling = {
  company: '',
  street: '',
  city: '',
  region: '',
  postal_code: '',
  country: '',
  tax_number: '',
  po_number: '',
};

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

/** Answers what every checkout asks, and signs in a brand that has nothing in its cart. */
export const openShop = async (id: string, gateway: 'sandbox' | 'stripe') => {
  localStorage.removeItem(`cart:${id}`);
  localStorage.removeItem(`checkout:${id}`);
  localStorage.removeItem(`finished-orders:${id}`);
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  server.answer('GET /api/config', { gateway, checkout_hosts: ['checkout.stripe.com'] });
  server.answer('GET /api/profile/billing', noBilling);
  server.answer('POST /api/cart/check', {
    items: [{ id: 'c1', licenseType: 'six_month', status: 'ok', price: 250, licensed: null }],
  });
  // A token that the server refuses is renewed.
  server.answer('POST /auth/v1/token', sessionOf({ id, role: 'brand' }));
  await signIn({ id, role: 'brand' });
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

const Checkout = () => {
  const { failure, proceed } = useCheckout();
  return (
    <>
      <button onClick={() => void proceed()}>Proceed</button>
      {failure && <p role="alert">{failure}</p>}
    </>
  );
};

/** Shows a button that checks the cart out. Returns the router. */
export const showCheckout = () => showRoutes([{ path: '*', Component: Checkout }]);

export const proceed = () => user().click(screen.getByRole('button', { name: 'Proceed' }));

/** Returns the address of another site that the browser is sent to while `act` runs. */
export const sentAway = async (act: () => Promise<void>): Promise<string | undefined> => {
  const open = vi.spyOn(gatewayPage, 'open').mockReturnValue();
  try {
    await act();
    await waitFor(() => expect(open).toHaveBeenCalled());
    return open.mock.calls[0]?.[0];
  } finally {
    open.mockRestore();
  }
};
