import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { putInCart } from './cart.atoms.ts';
import { toast } from '../../kernel/toast.tsx';
import { item } from '../cart-item.test-kit.ts';
import { checkoutKeyOf } from '../checkout.ts';
import { answer, openShop, orderRow, refuse, sentAway, shop, timesAsked, visit } from '../checkout.test-kit.tsx';

const stripePage = 'https://checkout.stripe.com/c/pay/cs_test_1';
const underWay = { status: 'paying', payment: 'pending' };
const leftOpen = { status: 'paying', payment: 'open' };

beforeAll(() => openShop('acme', 'stripe'));
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  localStorage.removeItem('cart:acme');
  localStorage.removeItem('checkout:acme');
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  shop.asked.length = 0;
  putInCart(item);
  checkoutKeyOf([]);
  const kept = JSON.parse(localStorage.getItem('checkout:acme') ?? '{}') as object;
  localStorage.setItem('checkout:acme', JSON.stringify({ ...kept, orderId: 'o1' }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const orderIs = (changes: object) => answer('GET /api/orders/o1', orderRow(changes));
const stored = () => localStorage.getItem('cart:acme') ?? '[]';
const press = (name: string) => userEvent.setup().click(screen.getByRole('button', { name }));
const passing = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a payment that was under way and is declined then is told in the cart, with what to do next', async () => {
  orderIs(underWay);
  visit('/brand/cart');
  expect(await screen.findByText('A payment for this cart is being confirmed')).toBeVisible();
  orderIs({ last_failure: 'The card was declined' });
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The payment did not go through' +
      'The card was declined. Nothing was charged, and your cart is unchanged. Please try again.',
  );
  expect(screen.queryByText('A payment for this cart is being confirmed')).toBeNull();
  expect(stored()).toContain('c1');
});

test('a payment that nobody can tell of for two minutes says so, and is asked about again', async () => {
  orderIs(underWay);
  vi.useFakeTimers();
  visit('/brand/cart');
  for (let second = 0; second <= 121; second += 1) await passing(1_000);
  expect(screen.getByText('A payment for this cart is still being confirmed')).toBeVisible();
  const asked = timesAsked('GET /api/orders/o1');
  await passing(10_000);
  expect(timesAsked('GET /api/orders/o1')).toBe(asked);
  await act(async () => screen.getByRole('button', { name: 'Check again' }).click());
  const told = screen.getByText('A payment for this cart is being confirmed');
  expect(told.closest('[tabindex="-1"]')).toHaveFocus();
  orderIs({ status: 'paid' });
  await passing(1_000);
  expect(screen.getByText('Your cart is empty')).toBeVisible();
});

test('a page that was left unpaid is told as unpaid, and leads on to the payment of that very order', async () => {
  orderIs(leftOpen);
  visit('/brand/cart');
  expect(await screen.findByText('You haven’t paid yet')).toBeVisible();
  expect(screen.queryByText(/being confirmed/)).toBeNull();
  answer('POST /api/orders/o1/checkout', { order_id: 'o1', checkoutUrl: stripePage, position: 2 });
  expect(await sentAway(() => press('Continue to payment'))).toBe(stripePage);
  expect(shop.asked).toContain('POST /api/orders/o1/checkout?placing=1');
  expect(timesAsked('POST /functions/v1/store-integration')).toBe(0);
});

test('a page that was left unpaid is called off from the cart, which stays as it was', async () => {
  orderIs(leftOpen);
  visit('/brand/cart');
  await screen.findByText('You haven’t paid yet');
  const ended = { last_failure: 'You left the payment page without paying' };
  answer('DELETE /api/orders/o1/payment', orderRow(ended));
  orderIs(ended);
  await press('Cancel payment');
  const told = await screen.findByText(/The payment was canceled. Nothing was charged/);
  expect(told.closest('[tabindex="-1"]')).toHaveFocus();
  expect(screen.queryByText('You haven’t paid yet')).toBeNull();
  expect(stored()).toContain('c1');
});

test('a payment that went through while it was called off counts', async () => {
  orderIs(leftOpen);
  visit('/brand/cart');
  await screen.findByText('You haven’t paid yet');
  orderIs({ status: 'paid' });
  answer('DELETE /api/orders/o1/payment', orderRow({ status: 'paid' }));
  await press('Cancel payment');
  expect(await screen.findByText('Your cart is empty')).toBeVisible();
});

test('a payment that can’t be gone on with says why, and stays where it is', async () => {
  const told = vi.spyOn(toast, 'error');
  orderIs(leftOpen);
  visit('/brand/cart');
  await screen.findByText('You haven’t paid yet');
  refuse('POST /api/orders/o1/checkout', 503, 'payment_unavailable', 'The payment service is away.');
  await press('Continue to payment');
  await vi.waitFor(() => expect(told).toHaveBeenCalledWith('Checkout Error', 'The payment service is away.'));
  expect(screen.getByRole('button', { name: 'Continue to payment' })).toBeEnabled();
});

test('a changed price is read out where there was nothing before, and once noted the keyboard goes on from the cart', async () => {
  orderIs({});
  visit('/brand/cart');
  const region = await screen.findByRole('status', { name: 'Changed prices' });
  expect(region).toBeEmptyDOMElement();
  const found = { id: 'c1', licenseType: 'six_month', status: 'price_changed', price: 260, licensed: null };
  answer('POST /api/cart/check', { items: [found] });
  document.dispatchEvent(new Event('visibilitychange'));
  expect(await within(region).findByText('A price changed')).toBeVisible();
  expect(within(region).queryByRole('status')).toBeNull();
  await press('OK');
  expect(region).toBeEmptyDOMElement();
  expect(screen.getByRole('group', { name: 'Your cart' })).toHaveFocus();
});
