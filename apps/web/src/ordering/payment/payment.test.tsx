import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { endOfTerm } from '@tessera/domain/licensing/term';
import { store } from '../../kernel/store.ts';
import { cartCountAtom } from '../cart/cart.atoms.ts';
import { formatUtcDay } from '../../kernel/dates.ts';
import { server } from '../../testing/server.test-kit.ts';
import { signIn } from '../../testing/sign-in.test-kit.ts';
import { toasts } from '../../testing/toasts.test-kit.ts';
import { pass, user } from '../../testing/user.test-kit.ts';
import { checkoutKeyOf, storedOrderId } from '../checkout.ts';
import { openShop, orderRow, visit } from '../checkout.test-kit.tsx';

beforeEach(async () => {
  await openShop('acme', 'sandbox');
  server.answer('GET /api/orders/o1', orderRow());
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Fills in the form and sends it. */
const pay = async () => {
  const person = user();
  await person.type(await screen.findByLabelText('Cardholder Name'), 'Noor Haddad');
  await person.type(screen.getByLabelText('Card Number'), '4242424242424242');
  await person.type(screen.getByLabelText('Expiry Date'), '1299');
  await person.type(screen.getByLabelText('CVV'), '123');
  await person.click(screen.getByRole('checkbox'));
  await person.click(screen.getByRole('button', { name: 'Pay $250.00' }));
};

/** Stores what a checkout of this cart leaves behind. */
const keep = (orderId: string) => {
  checkoutKeyOf([]);
  const kept = JSON.parse(localStorage.getItem('checkout:acme') ?? '{}') as object;
  localStorage.setItem('checkout:acme', JSON.stringify({ ...kept, orderId }));
};

const silence = async () => {
  for (let second = 0; second <= 120; second += 1) await pass(1_000);
};

test('in the sandbox, each test card says what becomes of a payment with it', async () => {
  visit();
  await screen.findByText('Sandbox: no real money moves');
  const cards = screen.getAllByRole('listitem').filter(({ textContent }) => /\d{4} \d{4}/.test(textContent));
  expect(cards.map(({ textContent }) => textContent.replace(/^[\d ]+/, ''))).toEqual([
    'approved',
    'declined',
    'approved, slowly',
    'outcome unknown at first',
    'approved, then disputed',
  ]);
});

test('if the bank is silent for two minutes, it can be checked again any number of times, and the focus stays there', async () => {
  server.answer('GET /api/orders/o1', orderRow({ status: 'paying', payment: 'pending' }));
  visit();
  await pass(100);
  expect(screen.getByText('Your bank is confirming…')).toBeVisible();
  await silence();
  expect(screen.getByText('Your bank is still confirming')).toBeVisible();
  const before = server.asked('GET /api/orders/o1').length;
  await silence();
  expect(server.asked('GET /api/orders/o1').length).toBe(before);

  await user().click(screen.getByRole('button', { name: 'Check again' }));
  expect(screen.getByText('Your bank is confirming…').closest('[tabindex="-1"]')).toHaveFocus();
  expect(server.asked('GET /api/orders/o1').length).toBe(before + 1);
  server.answer('GET /api/orders/o1', orderRow({ status: 'paid', license_ids: ['l1'] }));
  await pass(1_000);
  expect(screen.getByText('Elsewhere')).toBeVisible();
});

const cartLine = {
  id: 'c1',
  title: 'Harbour',
  price: 250,
  licenseType: 'six_month',
  creatorId: 'k',
  mediaUrl: 'a',
  mediaType: 'image',
};
/** The cart of another tab, or of a page opened since. */
const fillCart = (quantity: number) => {
  localStorage.setItem('cart:acme', JSON.stringify([{ ...cartLine, quantity }]));
  window.dispatchEvent(new StorageEvent('storage', { key: 'cart:acme' }));
};
const cartQuantities = () =>
  (JSON.parse(localStorage.getItem('cart:acme') ?? '[]') as { quantity: number }[]).map(({ quantity }) => quantity);
const refuseData = (name: string): never => {
  throw new DOMException('refused', name);
};
const complete = ['success', 'Purchase complete', 'Your licenses and agreements are ready.'];

test('[FIX-34] whoever leaves while the bank confirms stays where they are, is told there, and goes to the purchase when they like', async () => {
  server.answer('GET /api/orders/o1', orderRow({ status: 'paying', payment: 'pending' }));
  const router = visit();
  expect(await screen.findByText('Your bank is confirming…')).toBeVisible();
  await act(() => router.navigate('/marketplace'));
  server.answer('GET /api/orders/o1', orderRow({ status: 'paid', license_ids: ['l1'] }));
  await pass(1_000);
  expect(toasts()).toEqual([complete]);
  expect(router.state.location.pathname).toBe('/marketplace');
  await user().click(screen.getByRole('button', { name: 'View your purchase' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/brand/orders/o1'));
});

test('[FIX-34] a payment that is declined after its page was left is reported where they are', async () => {
  server.answer('GET /api/orders/o1', orderRow({ status: 'paying', payment: 'pending' }));
  const router = visit();
  await screen.findByText('Your bank is confirming…');
  await act(() => router.navigate('/marketplace'));
  server.answer('GET /api/orders/o1', orderRow({ last_failure: 'Your card was declined' }));
  await pass(1_000);
  expect(toasts()).toEqual([
    ['error', 'Checkout Error', expect.stringContaining('Your card was declined. Nothing was charged')],
  ]);
  expect(router.state.location.pathname).toBe('/marketplace');
});

test('[FIX-34] the outcome of one account’s payment is not shown to the next', async () => {
  server.answer('GET /api/orders/o1', orderRow({ status: 'paying', payment: 'pending' }));
  const router = visit();
  await screen.findByText('Your bank is confirming…');
  await act(() => router.navigate('/marketplace'));
  await signIn({ id: 'other', role: 'brand' });
  server.answer('GET /api/orders/o1', orderRow({ status: 'paid' }));
  await pass(1_000);
  expect(toasts()).toEqual([]);
});

test('[FIX-34] what an order bought leaves the cart once, though two pages learn of it; what was added since stays', async () => {
  keep('o1');
  fillCart(1);
  const paying = orderRow({ status: 'paying', payment: 'pending' });
  server.answer('GET /api/orders/o1', paying);
  const router = visit();
  await screen.findByText('Your bank is confirming…');
  await act(() => router.navigate('/brand/cart'));
  await screen.findByText('A payment for this cart is being confirmed');
  fillCart(3);
  server.answer('GET /api/orders/o1', { ...paying, status: 'paid' });
  await pass(2_000);
  expect(cartQuantities()).toEqual([2]);
  expect(toasts()).toEqual([complete]);
});

test('[FIX-34] paid in two tabs: the second waits for the outcome of the first, and shows it', async () => {
  server.refuse('POST /api/orders/o1/payment', 409, {
    code: 'payment_in_progress',
    message: 'A payment for this order is still being confirmed. You will not be charged twice.',
  });
  visit();
  await screen.findByLabelText('Cardholder Name');
  server.answer('GET /api/orders/o1', orderRow({ status: 'paying', payment: 'pending' }));
  await pay();
  expect(await screen.findByText('Your bank is confirming…')).toBeVisible();
  server.answer('GET /api/orders/o1', orderRow({ status: 'paid', license_ids: ['l1'] }));
  await pass(1_000);
  expect(await screen.findByText('Elsewhere')).toBeVisible();
});

test('after too many failed payments, the cart is checked out as a new order', async () => {
  keep('o1');
  const words = 'This order had too many failed payments. Go back to your cart and check out again.';
  server.refuse('POST /api/orders/o1/payment', 429, { code: 'too_many_payment_attempts', message: words });
  visit();
  await pay();
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  expect(storedOrderId()).toBeNull();
});

test('an order that has changed is not paid: it is read again, and its new total is shown', async () => {
  const words = 'This order changed after you opened it. Nothing was charged. Please review it before you pay.';
  server.refuse('POST /api/orders/o1/payment', 409, { code: 'order_changed', message: words });
  visit();
  await screen.findByRole('button', { name: 'Pay $250.00' });
  server.answer('GET /api/orders/o1', orderRow({ placing: 2, total: { amount_cents: 26_000, currency: 'USD' } }));
  await pay();
  expect(await screen.findByRole('button', { name: 'Pay $260.00' })).toBeEnabled();
  expect(screen.getByRole('alert')).toHaveTextContent(words);
  server.answer('POST /api/orders/o1/payment', { status: 'paid' });
  server.answer('GET /api/orders/o1', orderRow({ placing: 2, status: 'paid' }));
  await user().click(screen.getByRole('button', { name: 'Pay $260.00' }));
  expect(await screen.findByText('Elsewhere')).toBeVisible();
  expect(server.asked('POST /api/orders*').map(({ path }) => path.split('?')[1])).toEqual(['placing=1', 'placing=2']);
});

test('[FIX-03] an order says which of its items left, until when its prices are held, and that current prices apply after that', async () => {
  const found = (check: object) =>
    server.answer('POST /api/cart/check', {
      items: [{ id: 'c1', licenseType: 'six_month', status: 'ok', price: 250, licensed: null, ...check }],
    });
  const words = async () => {
    visit();
    const text = (await screen.findByText('Since this order was placed')).parentElement?.textContent;
    cleanup();
    return text;
  };
  found({ status: 'gone', price: null });
  expect(await words()).toContain('Harbour: no longer for sale.This order can’t be paid anymore.');
  found({ status: 'not_offered', price: null });
  expect(await words()).toContain(
    'Harbour: this license is no longer offered.We hold your prices for 24 hours: pay by',
  );
  found({ status: 'price_changed', price: 9_000 });
  expect(await words()).toMatch(
    /\$250[.]00 → \$9,000[.]00We hold your prices .* Nov 23, 2126.* to get the total below/,
  );
  for (const prices_kept_until of [null, '2026-11-20T10:00:00.000Z']) {
    server.answer('GET /api/orders/o1', orderRow({ prices_kept_until }));
    expect(await words()).toContain('more than 24 hours old, so today’s prices apply when you pay.');
  }
  found({});
});

test('[CHK-26] a session that ended before the payment, or while waiting for its answer, is reported as such', async () => {
  const message = 'You need to be logged in to complete a purchase.';
  server.refuse('POST /api/orders/o1/payment', 401, {
    code: 'not_signed_in',
    message: 'Your session has ended. Please sign in again.',
  });
  visit();
  await pay();
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  server.answer('POST /api/orders/o1/payment', { status: 'paying' });
  server.refuse('GET /api/orders/o1', 401, {
    code: 'not_signed_in',
    message: 'Your session has ended. Please sign in again.',
  });
  await user().click(screen.getByRole('button', { name: 'Pay $250.00' }));
  await waitFor(() =>
    expect(toasts()).toEqual([
      ['error', 'Authentication Error', message],
      ['error', 'Authentication Error', message],
    ]),
  );
});

test('[FIX-14] checkout shows its items, each with its agreement to read before accepting it', async () => {
  server.answer('GET /api/content/c1', { id: 'c1', creator_name: 'Mara Lindqvist' });
  visit();
  const items = within(await screen.findByRole('list', { name: 'What you are licensing' }));
  expect(items.getByText('Harbour')).toBeVisible();
  expect(document.querySelector('details')).toBeNull();
  await user().click(items.getByRole('button', { name: 'License agreement for Harbour' }));
  const agreement = await screen.findByRole('dialog', { name: 'Content License Agreement' });
  expect(await within(agreement).findByText('Mara Lindqvist')).toBeVisible();
  expect(within(agreement).getByText('6-Month License')).toHaveAttribute('aria-current', 'true');
});

test('[FIX-14] a renewal shows its term, which starts at the end of the license before it, or with the payment', async () => {
  const [line] = orderRow().lines;
  const renewing = (end_date: string) => {
    const basis = { kind: 'renewal', license_id: 'l0', end_date };
    server.answer('GET /api/orders/o1', orderRow({ lines: [{ ...line, basis }] }));
  };
  renewing('2099-01-01T00:00:00.000Z');
  visit();
  const items = () => screen.findByRole('list', { name: 'What you are licensing' });
  expect(await items()).toHaveTextContent('From Jan 1, 2099 to Jun 30, 2099 (UTC)');
  cleanup();
  renewing('2020-01-01T00:00:00.000Z');
  visit();
  const from = new Date().toISOString();
  expect(await items()).toHaveTextContent(
    `If you pay today, from ${formatUtcDay(from)} to ${formatUtcDay(endOfTerm('six_month', from) ?? '')} (UTC)`,
  );
});

test('[FIX-14][FIX-44] during a retry the notices around the form stay, the refusal before it is gone but keeps its space, and a second one is announced again', async () => {
  server.refuse('POST /api/orders/o1/payment', 402, { code: 'payment_declined', message: 'Your card was declined' });
  const held = { license_id: 'l0', end_date: null };
  server.answer('POST /api/cart/check', {
    items: [{ id: 'c1', licenseType: 'six_month', status: 'ok', price: 250, licensed: held }],
  });
  visit();
  expect(await screen.findByText('Already licensed')).toBeVisible();
  await pay();
  const refused = await screen.findByRole('alert');
  const payment = server.hold('POST /api/orders/o1/payment');
  await user().click(screen.getByRole('button', { name: 'Pay $250.00' }));
  expect(screen.getByRole('button', { name: 'Processing…' })).toBeDisabled();
  expect(screen.getByText('Already licensed')).toBeVisible();
  expect(refused).toBeInTheDocument();
  expect(refused).not.toBeVisible();
  await payment.refuse(402, { code: 'payment_declined', message: 'Declined once more' });
  const again = screen.getByRole('alert');
  expect(again).toHaveTextContent('Declined once more');
  expect(again.closest('[tabindex="-1"]')).toHaveFocus();
});

test.each([
  [
    'has no space left',
    () => vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => refuseData('QuotaExceededError')),
  ],
  [
    'refuses its locks',
    () => vi.stubGlobal('navigator', { ...navigator, locks: { request: async () => refuseData('SecurityError') } }),
  ],
])('[FIX-30] a paid order is a purchase, though the browser %s', async (_what, surround) => {
  keep('o1');
  fillCart(1);
  server.answer('GET /api/orders/o1', orderRow({ status: 'paying', payment: 'pending' }));
  const router = visit();
  await screen.findByText('Your bank is confirming…');
  surround();
  server.answer('GET /api/orders/o1', orderRow({ status: 'paid', license_ids: ['l1'] }));
  await pass(1_000);
  expect(toasts()).toEqual([complete]);
  expect(router.state.location.pathname).toBe('/brand/orders/o1');
  expect(store.get(cartCountAtom)).toBe(0);
});
