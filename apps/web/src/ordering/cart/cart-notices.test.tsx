import { screen, waitFor, within } from '@testing-library/react';
import { server } from '../../testing/server.test-kit.ts';
import { toasts } from '../../testing/toasts.test-kit.ts';
import { pass, user } from '../../testing/user.test-kit.ts';
import { putInCart } from './cart.atoms.ts';
import { item } from '../cart-item.test-kit.ts';
import { checkoutKeyOf } from '../checkout.ts';
import { openShop, orderRow, sentAway, visit } from '../checkout.test-kit.tsx';

const stripePage = 'https://checkout.stripe.com/c/pay/cs_test_1';
const underWay = { status: 'paying', payment: 'pending' };
const leftOpen = { status: 'paying', payment: 'open' };

beforeEach(async () => {
  await openShop('acme', 'stripe');
  putInCart(item);
  checkoutKeyOf([]);
  const kept = JSON.parse(localStorage.getItem('checkout:acme') ?? '{}') as object;
  localStorage.setItem('checkout:acme', JSON.stringify({ ...kept, orderId: 'o1' }));
});
const orderIs = (changes: object) => server.answer('GET /api/orders/o1', orderRow(changes));
const stored = () => localStorage.getItem('cart:acme') ?? '[]';
const press = (name: string) => user().click(screen.getByRole('button', { name }));

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
  visit('/brand/cart');
  for (let second = 0; second <= 121; second += 1) await pass(1_000);
  expect(screen.getByText('A payment for this cart is still being confirmed')).toBeVisible();
  const before = server.asked('GET /api/orders/o1').length;
  await pass(10_000);
  expect(server.asked('GET /api/orders/o1').length).toBe(before);
  await press('Check again');
  const notice = screen.getByText('A payment for this cart is being confirmed');
  expect(notice.closest('[tabindex="-1"]')).toHaveFocus();
  orderIs({ status: 'paid' });
  await pass(1_000);
  expect(screen.getByText('Your cart is empty')).toBeVisible();
});

test('a payment page left unpaid is reported as unpaid, and leads to the payment of the same order', async () => {
  orderIs(leftOpen);
  visit('/brand/cart');
  expect(await screen.findByText('You haven’t paid yet')).toBeVisible();
  expect(screen.queryByText(/being confirmed/)).toBeNull();
  server.answer('POST /api/orders/o1/checkout', { order_id: 'o1', checkoutUrl: stripePage, position: 2 });
  expect(await sentAway(() => press('Continue to payment'))).toBe(stripePage);
  expect(server.asked('POST /api/orders/o1/checkout?placing=1')).toHaveLength(1);
  expect(server.asked('POST /functions/v1/store-integration').length).toBe(0);
});

test('a payment page left unpaid can be canceled from the cart, which stays unchanged', async () => {
  orderIs(leftOpen);
  visit('/brand/cart');
  await screen.findByText('You haven’t paid yet');
  const ended = { last_failure: 'You left the payment page without paying' };
  server.answer('DELETE /api/orders/o1/payment', orderRow(ended));
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
  server.answer('DELETE /api/orders/o1/payment', orderRow({ status: 'paid' }));
  await press('Cancel payment');
  expect(await screen.findByText('Your cart is empty')).toBeVisible();
});

test('a payment that can’t be continued says why, and stays', async () => {
  orderIs(leftOpen);
  visit('/brand/cart');
  await screen.findByText('You haven’t paid yet');
  server.refuse('POST /api/orders/o1/checkout', 503, {
    code: 'payment_unavailable',
    message: 'The payment service is away.',
  });
  await press('Continue to payment');
  await waitFor(() => expect(toasts().at(-1)).toEqual(['error', 'Checkout Error', 'The payment service is away.']));
  expect(screen.getByRole('button', { name: 'Continue to payment' })).toBeEnabled();
});

test('a changed price is announced, and shown next to the new one', async () => {
  orderIs({});
  visit('/brand/cart');
  const region = await screen.findByRole('status', { name: 'Changed prices' });
  expect(region).toBeEmptyDOMElement();
  const found = { id: 'c1', licenseType: 'six_month', status: 'price_changed', price: 260, licensed: null };
  server.answer('POST /api/cart/check', { items: [found] });
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() =>
    expect(region).toHaveTextContent('The price of Harbour, 6-Month License, changed from $250.00 to $260.00.'),
  );
  expect(within(screen.getByRole('listitem')).getByText(/^was/)).toHaveTextContent('was $250.00');
});
