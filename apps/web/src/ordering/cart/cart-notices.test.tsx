import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { putInCart } from './cart.atoms.ts';
import { toast } from '../../kernel/toast.tsx';
import { item } from '../cart-item.test-kit.ts';
import { checkoutKeyOf } from '../checkout.ts';
import { answer, openShop, orderRow, refuse, sentAway, shop, callCount, visit } from '../checkout.test-kit.tsx';

const stripePage = 'https://checkout.stripe.com/c/pay/cs_test_1';
const underWay = { status: 'paying', payment: 'pending' };
const leftOpen = { status: 'paying', payment: 'open' };

beforeAll(() => openShop('acme', 'stripe'));
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  localStorage.removeItem('cart:acme');
  localStorage.removeItem('checkout:acme');
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  shop.calls.length = 0;
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

test('a pending payment that is declined is reported in the cart, with what to do next', async () => {
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

test('a payment without an answer for two minutes says so, and can be checked again', async () => {
  orderIs(underWay);
  vi.useFakeTimers();
  visit('/brand/cart');
  for (let second = 0; second <= 121; second += 1) await passing(1_000);
  expect(screen.getByText('A payment for this cart is still being confirmed')).toBeVisible();
  const before = callCount('GET /api/orders/o1');
  await passing(10_000);
  expect(callCount('GET /api/orders/o1')).toBe(before);
  await act(async () => screen.getByRole('button', { name: 'Check again' }).click());
  const notice = screen.getByText('A payment for this cart is being confirmed');
  expect(notice.closest('[tabindex="-1"]')).toHaveFocus();
  orderIs({ status: 'paid' });
  await passing(1_000);
  expect(screen.getByText('Your cart is empty')).toBeVisible();
});

test('a payment page left unpaid is reported as unpaid, and leads to the payment of the same order', async () => {
  orderIs(leftOpen);
  visit('/brand/cart');
  expect(await screen.findByText('You haven’t paid yet')).toBeVisible();
  expect(screen.queryByText(/being confirmed/)).toBeNull();
  answer('POST /api/orders/o1/checkout', { order_id: 'o1', checkoutUrl: stripePage, position: 2 });
  expect(await sentAway(() => press('Continue to payment'))).toBe(stripePage);
  expect(shop.calls).toContain('POST /api/orders/o1/checkout?placing=1');
  expect(callCount('POST /functions/v1/store-integration')).toBe(0);
});

test('a payment page left unpaid can be canceled from the cart, which stays unchanged', async () => {
  orderIs(leftOpen);
  visit('/brand/cart');
  await screen.findByText('You haven’t paid yet');
  const ended = { last_failure: 'You left the payment page without paying' };
  answer('DELETE /api/orders/o1/payment', orderRow(ended));
  orderIs(ended);
  await press('Cancel payment');
  const notice = await screen.findByText(/The payment was canceled. Nothing was charged/);
  expect(notice.closest('[tabindex="-1"]')).toHaveFocus();
  expect(screen.queryByText('You haven’t paid yet')).toBeNull();
  expect(stored()).toContain('c1');
});

test('a payment that went through while being canceled counts', async () => {
  orderIs(leftOpen);
  visit('/brand/cart');
  await screen.findByText('You haven’t paid yet');
  orderIs({ status: 'paid' });
  answer('DELETE /api/orders/o1/payment', orderRow({ status: 'paid' }));
  await press('Cancel payment');
  expect(await screen.findByText('Your cart is empty')).toBeVisible();
});

test('a payment that can’t be continued says why, and stays', async () => {
  const toasts = vi.spyOn(toast, 'error');
  orderIs(leftOpen);
  visit('/brand/cart');
  await screen.findByText('You haven’t paid yet');
  refuse('POST /api/orders/o1/checkout', 503, 'payment_unavailable', 'The payment service is away.');
  await press('Continue to payment');
  await vi.waitFor(() => expect(toasts).toHaveBeenCalledWith('Checkout Error', 'The payment service is away.'));
  expect(screen.getByRole('button', { name: 'Continue to payment' })).toBeEnabled();
});

test('a changed price is announced, and shown next to the new one', async () => {
  orderIs({});
  visit('/brand/cart');
  const region = await screen.findByRole('status', { name: 'Changed prices' });
  expect(region).toBeEmptyDOMElement();
  const found = { id: 'c1', licenseType: 'six_month', status: 'price_changed', price: 260, licensed: null };
  answer('POST /api/cart/check', { items: [found] });
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() =>
    expect(region).toHaveTextContent('The price of Harbour, 6-Month License, changed from $250.00 to $260.00.'),
  );
  expect(within(screen.getByRole('listitem')).getByText(/^was/)).toHaveTextContent('was $250.00');
});
