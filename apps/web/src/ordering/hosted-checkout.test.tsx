import { cleanup, screen, waitFor } from '@testing-library/react';
import { server } from '../testing/server.test-kit.ts';
import { user } from '../testing/user.test-kit.ts';
import { putInCart } from './cart/cart.atoms.ts';
import { item } from './cart-item.test-kit.ts';
import { openShop, orderRow, proceed, sentAway, showCheckout, visit } from './checkout.test-kit.tsx';

const stripePage = 'https://checkout.stripe.com/c/pay/cs_test_1';

const orderIs = (changes: object) => server.answer('GET /api/orders/o1', orderRow(changes));
const stored = () => localStorage.getItem('cart:acme') ?? '[]';

beforeEach(async () => {
  await openShop('acme', 'stripe');
  server.answer('POST /functions/v1/store-integration', { order_id: 'o1', checkoutUrl: stripePage });
});

/** Returns where the browser went. */
const checkOut = () => {
  cleanup();
  showCheckout();
  return sentAway(proceed);
};

/** Which requests of these were sent, in their order, each with its query string. */
const sent = (...calls: readonly string[]) =>
  server
    .asked()
    .map(({ method, path }) => `${method} ${path}`)
    .filter((call) => calls.some((beginning) => call.startsWith(beginning)));

test('[CHK-28][CHK-30] the browser follows the server to the gateway’s own page, and the cart is kept', async () => {
  putInCart(item);
  expect(await checkOut()).toBe(stripePage);
  expect(stored()).toContain('c1');
});

test('the same cart continues its payment; a changed cart cancels the first payment before there is another', async () => {
  putInCart(item);
  await checkOut();
  orderIs({ status: 'paying' });
  server.answer('DELETE /api/orders/o1/payment', orderRow());
  expect(await checkOut()).toBe(stripePage);
  expect(server.asked('DELETE /api/orders/o1/payment')).toEqual([]);
  putInCart(item);
  expect(await checkOut()).toBe(stripePage);
  expect(sent('DELETE', 'POST /functions/v1/store-integration').slice(-2)).toEqual([
    'DELETE /api/orders/o1/payment',
    'POST /functions/v1/store-integration',
  ]);
});

test('a brand that returns before the gateway has answered is told so, keeps its cart, and doesn’t pay twice', async () => {
  putInCart(item);
  orderIs({ status: 'paying' });
  visit();
  expect(await screen.findByText('Your bank is confirming…')).toBeVisible();
  expect(screen.getByText(/You will not be charged twice/)).toBeVisible();
  expect(screen.queryByLabelText('Card Number')).toBeNull();
  expect(stored()).toContain('c1');
  orderIs({ status: 'paid' });
  expect(await screen.findByText('Elsewhere')).toBeVisible();
  expect(stored()).toBe('[]');
});

test('a payment canceled on its page charges nothing, keeps the cart, and can be continued', async () => {
  putInCart(item);
  server.answer('DELETE /api/orders/o1/payment', orderRow({ last_failure: 'The payment was not completed' }));
  visit('/brand/checkout?order=o1&cancelled=true');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The payment was not completed. Nothing was charged, and your cart is unchanged. Please try again.',
  );
  expect(screen.getByRole('link', { name: 'Back to your cart' })).toHaveAttribute('href', '/brand/cart');
  expect(screen.getByRole('button', { name: 'Continue to payment' })).toBeEnabled();
  expect(stored()).toContain('c1');
});

test('an order that was paid in the meantime is finished when its page opens', async () => {
  putInCart(item);
  await checkOut();
  orderIs({ status: 'paid' });
  visit();
  expect(await screen.findByText('Elsewhere')).toBeVisible();
  expect(stored()).toBe('[]');
});

const continuePayment = async () => user().click(await screen.findByRole('button', { name: 'Continue to payment' }));

test('an order waiting for its payment leads to it, regardless of the cart', async () => {
  orderIs({});
  server.answer('POST /api/orders/o1/checkout', { order_id: 'o1', checkoutUrl: stripePage, position: 2 });
  visit();
  expect(await sentAway(continuePayment)).toBe(stripePage);
  expect(sent('POST /api/orders', 'POST /functions/v1/store-integration')).toEqual([
    'POST /api/orders/o1/checkout?placing=1',
  ]);
});

const renewal = {
  placing: 2,
  lines: orderRow().lines.map((line) => ({
    ...line,
    basis: { kind: 'renewal', license_id: 'l1', end_date: '2099-01-01T00:00:00.000Z' },
  })),
};

test('a renewal left on the payment page continues there, as it was shown', async () => {
  orderIs({ status: 'paying', payment: 'open', ...renewal });
  server.answer('POST /api/orders/o1/checkout', { order_id: 'o1', checkoutUrl: stripePage, position: 2 });
  visit();
  expect(await sentAway(continuePayment)).toBe(stripePage);
  cleanup();
  orderIs(renewal);
  visit();
  expect(await sentAway(continuePayment)).toBe(stripePage);
  expect(sent('POST /api/orders', 'POST /functions/v1')).toEqual([
    'POST /api/orders/o1/checkout?placing=2',
    'POST /api/orders/o1/checkout?placing=2',
  ]);
});

test('a payment page left with Back is reported as unpaid, not as being confirmed by the bank', async () => {
  putInCart(item);
  orderIs({ status: 'paying', payment: 'open' });
  visit();
  const words = await screen.findByText('You haven’t paid yet');
  await waitFor(() => expect(words.closest('[tabindex="-1"]')).toHaveFocus());
  expect(screen.queryByText(/Your bank/)).toBeNull();
  const ended = { last_failure: 'You left the payment page without paying' };
  server.answer('DELETE /api/orders/o1/payment', orderRow(ended));
  orderIs(ended);
  await user().click(screen.getByRole('button', { name: 'Cancel payment' }));
  const notice = await screen.findByText(/The payment was canceled. Nothing was charged/);
  expect(notice.closest('[tabindex="-1"]')).toHaveFocus();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('button', { name: 'Continue to payment' })).toBeEnabled();
  expect(stored()).toContain('c1');
});

test('a payment that went through before it was continued is finished, not requested again', async () => {
  putInCart(item);
  orderIs({});
  server.answer('POST /api/orders/o1/checkout', {
    order_id: 'o1',
    checkoutUrl: '/brand/checkout?order=o1',
    position: 2,
  });
  visit();
  await screen.findByRole('button', { name: 'Continue to payment' });
  orderIs({ status: 'paid' });
  await continuePayment();
  expect(await screen.findByText('Elsewhere')).toBeVisible();
  expect(stored()).toBe('[]');
});

test('a renewal leads back to its license, and paying it leaves the cart unchanged', async () => {
  putInCart(item);
  orderIs(renewal);
  visit();
  expect(await screen.findByRole('link', { name: 'Back to the license' })).toHaveAttribute(
    'href',
    '/brand/dashboard?tab=licenses&license=l1',
  );
  cleanup();
  orderIs({ status: 'paying', ...renewal });
  visit();
  expect(await screen.findByText('Your bank is confirming…')).toBeVisible();
  orderIs({ status: 'paid', ...renewal });
  expect(await screen.findByText('Elsewhere')).toBeVisible();
  expect(stored()).toContain('c1');
});
