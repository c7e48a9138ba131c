import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { putInCart } from './cart/cart.atoms.ts';
import { auth, sessionOf } from '../kernel/session.test-kit.ts';
import { toast } from '../kernel/toast.tsx';
import { item } from './cart-item.test-kit.ts';
import { showCheckoutError, useCheckout } from './use-checkout.ts';

const signedIn = vi.hoisted(() => ({ answers: new Map<string, () => Response>(), asked: [] as string[] }));
const { answers, asked } = signedIn;

const signIn = async (id: string) => {
  const user = { id, email: `${id}@brand.test`, user_metadata: { userType: 'brand' } };
  answers.set('/auth/v1/token', () => Response.json(sessionOf(user)));
  await auth.signInWithPassword({ email: user.email, password: 'secret12' });
};

beforeEach(() => {
  answers.clear();
  asked.length = 0;
  vi.stubGlobal('fetch', async (address: string | URL, { method = 'GET' }: RequestInit = {}) => {
    const { pathname } = new URL(address, window.location.origin);
    const call = method === 'GET' || method === 'POST' ? pathname : `${method} ${pathname}`;
    asked.push(call);
    return answers.get(call)?.() ?? Response.json({ error: { message: `Nobody answers ${call}` } }, { status: 404 });
  });
});
afterEach(async () => {
  answers.set('/auth/v1/logout', () => new Response(null, { status: 204 }));
  await auth.signOut({ scope: 'local' });
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const found = (status: string, price: number | null) =>
  answers.set('/api/cart/check', () =>
    Response.json({ items: [{ id: 'c1', licenseType: 'six_month', status, price, licensed: null }] }),
  );
const config = (gateway: string) =>
  answers.set('/api/config', () => Response.json({ gateway, checkout_hosts: ['checkout.stripe.com'] }));
const order = (id: string, status: string) => ({
  id,
  status,
  total: { amount_cents: 25_000, currency: 'USD' },
  lines: [{ content_id: 'c1', license_type: 'six_month', quantity: 1 }],
  last_failure: null,
  license_ids: [],
  position: 1,
});
const placed = (id: string, checkoutUrl: string) =>
  answers.set('/functions/v1/store-integration', () => Response.json({ order_id: id, checkoutUrl }));
const placedTimes = () => asked.filter((call) => call === '/functions/v1/store-integration').length;

const open = () => {
  const wrapper = ({ children }: { children: ReactNode }) => <MemoryRouter>{children}</MemoryRouter>;
  const { result } = renderHook(() => ({ ...useCheckout(), at: useLocation() }), { wrapper });
  return {
    proceed: () => act(() => result.current.proceed()),
    address: () => `${result.current.at.pathname}${result.current.at.search}`,
    failure: () => result.current.failure,
  };
};

test('[CHK-26] without a session nothing is requested, and the brand is told to sign in', async () => {
  const told = vi.spyOn(toast, 'error');
  await open().proceed();
  expect(told).toHaveBeenCalledWith('Authentication Error', 'You need to be logged in to complete a purchase.');
  expect(placedTimes()).toBe(0);
});

test('[CHK-23][CHK-24] an empty cart shows a message, and leads to the marketplace', async () => {
  await signIn('empty');
  const told = vi.spyOn(toast, 'error');
  const checkout = open();
  await checkout.proceed();
  expect(told).toHaveBeenCalledWith('Empty Cart', 'Your cart is empty. Please add items before checkout.');
  expect(checkout.address()).toBe('/marketplace');
});

test('[CHK-27] a failure is shown with its message, or with the default text if it has none', () => {
  const told = vi.spyOn(toast, 'error');
  showCheckoutError(new Error('No checkout URL returned from the server'));
  expect(told).toHaveBeenLastCalledWith('Checkout Error', 'No checkout URL returned from the server');
  showCheckoutError(new Error());
  expect(told).toHaveBeenLastCalledWith(
    'Checkout Error',
    'There was an error processing your payment. Please try again.',
  );
});

test('[CHK-26] a session that has ended is reported, whether the check or the order finds out', async () => {
  await signIn('ended');
  putInCart(item);
  const told = vi.spyOn(toast, 'error');
  const message = 'You need to be logged in to complete a purchase.';
  const refused = () =>
    Response.json({ error: { code: 'not_signed_in', message: 'Your session has ended.' } }, { status: 401 });
  answers.set('/api/cart/check', refused);
  const checkout = open();
  await checkout.proceed();
  expect(checkout.failure()).toBe(message);
  found('ok', 250);
  answers.set('/functions/v1/store-integration', refused);
  await checkout.proceed();
  // Retried once with a renewed token, which is refused as well.
  expect(placedTimes()).toBe(2);
  expect(told.mock.calls).toEqual([
    ['Authentication Error', message],
    ['Authentication Error', message],
  ]);
});

test('[CHK-28] the browser goes to the address that the server names', async () => {
  await signIn('goes');
  putInCart(item);
  found('ok', 250);
  config('sandbox');
  placed('o1', '/brand/checkout?order=o1');
  const checkout = open();
  await checkout.proceed();
  expect(checkout.address()).toBe('/brand/checkout?order=o1');
});

test('a changed price is shown first: no order is placed at a total that was not on the screen', async () => {
  await signIn('sees');
  putInCart(item);
  found('price_changed', 260);
  const checkout = open();
  await checkout.proceed();
  expect(checkout.failure()).toBe('The price of “Harbour” changed. Check the new total, then continue.');
  expect(placedTimes()).toBe(0);
});

test('while a card is being charged, the cart leads to that payment and places no other order', async () => {
  await signIn('waits');
  putInCart(item);
  found('ok', 250);
  config('sandbox');
  placed('o2', '/brand/checkout?order=o2');
  await open().proceed();
  answers.set('/api/orders/o2', () => Response.json(order('o2', 'paying')));
  const again = open();
  await again.proceed();
  expect(again.address()).toBe('/brand/checkout?order=o2');
  expect(placedTimes()).toBe(1);
});

test('an order that was paid on a page since closed is finished, not bought again', async () => {
  await signIn('paid');
  putInCart(item);
  found('ok', 250);
  config('sandbox');
  placed('o3', '/brand/checkout?order=o3');
  await open().proceed();
  answers.set('/api/orders/o3', () => Response.json(order('o3', 'paid')));
  const told = vi.spyOn(toast, 'success');
  const again = open();
  await again.proceed();
  expect(told).toHaveBeenCalledWith('Purchase complete', expect.any(String));
  expect(again.address()).toBe('/brand/orders/o3');
  expect(localStorage.getItem('cart:paid')).toBe('[]');
  expect(placedTimes()).toBe(1);
});
