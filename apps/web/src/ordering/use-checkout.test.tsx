import { act, cleanup, screen } from '@testing-library/react';
import { server } from '../testing/server.test-kit.ts';
import { signOut } from '../testing/sign-in.test-kit.ts';
import { toasts } from '../testing/toasts.test-kit.ts';
import { settled } from '../testing/user.test-kit.ts';
import { putInCart } from './cart/cart.atoms.ts';
import { item } from './cart-item.test-kit.ts';
import { openShop, proceed, showCheckout } from './checkout.test-kit.tsx';
import { showCheckoutError } from './use-checkout.ts';

beforeEach(() => openShop('acme', 'sandbox'));

const found = (status: string, price: number | null) =>
  server.answer('POST /api/cart/check', {
    items: [{ id: 'c1', licenseType: 'six_month', status, price, licensed: null }],
  });
const order = (id: string, status: string) => ({
  id,
  status,
  total: { amount_cents: 25_000, currency: 'USD' },
  lines: [{ content_id: 'c1', license_type: 'six_month', quantity: 1 }],
  last_failure: null,
  license_ids: [],
  position: 1,
});
const place = 'POST /functions/v1/store-integration';
const placed = (id: string, checkoutUrl: string) => server.answer(place, { order_id: id, checkoutUrl });
const errors = () => toasts().filter(([kind]) => kind === 'error');

/** Checks the cart out on a page of its own. Returns where that led. */
const checkOut = async () => {
  const router = showCheckout();
  await proceed();
  return `${router.state.location.pathname}${router.state.location.search}`;
};

test('[CHK-26] without a session nothing is requested, and the brand is told to sign in', async () => {
  await signOut();
  await checkOut();
  expect(toasts()).toEqual([['error', 'Authentication Error', 'You need to be logged in to complete a purchase.']]);
  expect(server.asked(place)).toEqual([]);
});

test('[CHK-23][CHK-24] an empty cart shows a message, and leads to the marketplace', async () => {
  expect(await checkOut()).toBe('/marketplace');
  expect(toasts()).toEqual([['error', 'Empty Cart', 'Your cart is empty. Please add items before checkout.']]);
});

test('[CHK-27] a failure is shown with its message, or with the default text if it has none', async () => {
  showCheckout();
  act(() => void showCheckoutError(new Error('No checkout URL returned from the server')));
  await settled();
  expect(toasts()).toEqual([['error', 'Checkout Error', 'No checkout URL returned from the server']]);
  act(() => void showCheckoutError(new Error()));
  await settled();
  const words = 'There was an error processing your payment. Please try again.';
  expect(toasts().at(-1)).toEqual(['error', 'Checkout Error', words]);
});

test('[CHK-26] a session that has ended is reported, whether the check or the order finds out', async () => {
  putInCart(item);
  const message = 'You need to be logged in to complete a purchase.';
  const ended = { code: 'not_signed_in', message: 'Your session has ended.' };
  server.refuse('POST /api/cart/check', 401, ended);
  await checkOut();
  expect(screen.getByRole('alert')).toHaveTextContent(message);
  found('ok', 250);
  server.refuse(place, 401, ended);
  await proceed();
  // Retried once with a renewed token, which is refused as well.
  expect(server.asked(place)).toHaveLength(2);
  expect(errors()).toEqual([
    ['error', 'Authentication Error', message],
    ['error', 'Authentication Error', message],
  ]);
});

test('[CHK-28] the browser goes to the address that the server names', async () => {
  putInCart(item);
  placed('o1', '/brand/checkout?order=o1');
  expect(await checkOut()).toBe('/brand/checkout?order=o1');
});

test('a changed price is shown first: no order is placed at a total that was not on the screen', async () => {
  putInCart(item);
  found('price_changed', 260);
  await checkOut();
  expect(screen.getByRole('alert')).toHaveTextContent(
    'The price of “Harbour” changed. Check the new total, then continue.',
  );
  expect(server.asked(place)).toEqual([]);
});

test('while a card is being charged, the cart leads to that payment and places no other order', async () => {
  putInCart(item);
  placed('o2', '/brand/checkout?order=o2');
  await checkOut();
  server.answer('GET /api/orders/o2', order('o2', 'paying'));
  cleanup();
  expect(await checkOut()).toBe('/brand/checkout?order=o2');
  expect(server.asked(place)).toHaveLength(1);
});

test('an order that was paid on a page since closed is finished, not bought again', async () => {
  putInCart(item);
  placed('o3', '/brand/checkout?order=o3');
  await checkOut();
  server.answer('GET /api/orders/o3', order('o3', 'paid'));
  cleanup();
  expect(await checkOut()).toBe('/brand/orders/o3');
  expect(toasts().at(-1)).toEqual(['success', 'Purchase complete', expect.any(String)]);
  expect(localStorage.getItem('cart:acme')).toBe('[]');
  expect(server.asked(place)).toHaveLength(1);
});
