import { ChakraProvider } from '@chakra-ui/react';
import { render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { putInCart } from '../kernel/cart.atoms.ts';
import { auth } from '../kernel/session.ts';
import { sessionOf } from '../kernel/session.test-kit.ts';
import { system } from '../theme/system.ts';
import { CheckoutPage } from './checkout.page.tsx';
import { useCheckout } from './use-checkout.ts';

const stripePage = 'https://checkout.stripe.com/c/pay/cs_test_1';
const answers = new Map<string, () => Response>();
const asked: string[] = [];

const order = (status: string, last_failure: string | null = null, basis: object | null = null) => ({
  id: 'o1',
  status,
  placing: 1,
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
      basis,
    },
  ],
  last_failure,
  license_ids: [],
  position: 1,
});
const item = {
  id: 'c1',
  title: 'Harbour',
  price: 250,
  licenseType: 'six_month',
  creatorId: 'mara',
  mediaUrl: 'a.webp',
  mediaType: 'image',
  description: '',
} as const;

const answer = (call: string, body: unknown) => answers.set(call, () => Response.json(body));
const orderIs = (...of: Parameters<typeof order>) => answer('GET /api/orders/o1', order(...of));
const stored = () => localStorage.getItem('cart:acme') ?? '[]';

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string | URL, { method = 'GET' }: RequestInit = {}) => {
    const call = `${method} ${new URL(address, window.location.origin).pathname}`;
    asked.push(call);
    return answers.get(call)?.() ?? Response.json({ error: { message: `Nobody answers ${call}` } }, { status: 404 });
  });
  const user = { id: 'acme', email: 'acme@brand.test', user_metadata: { userType: 'brand' } };
  answer('POST /auth/v1/token', sessionOf(user));
  answer('GET /api/config', { gateway: 'stripe', checkout_hosts: ['checkout.stripe.com'] });
  await auth.signInWithPassword({ email: user.email, password: 'secret12' });
});
beforeEach(() => {
  localStorage.removeItem('cart:acme');
  localStorage.removeItem('checkout:acme');
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  asked.length = 0;
  const found = { id: 'c1', licenseType: 'six_month', status: 'ok', price: 250, licensed: null };
  answer('POST /api/cart/check', { items: [found] });
  answer('POST /functions/v1/store-integration', { order_id: 'o1', checkoutUrl: stripePage });
});
afterAll(() => vi.unstubAllGlobals());

/** Answers where the browser went. */
const proceed = async (): Promise<string | undefined> => {
  const wrapper = ({ children }: { children: ReactNode }) => <MemoryRouter>{children}</MemoryRouter>;
  const went = vi.fn<(url: string) => void>();
  const here = window.location;
  vi.stubGlobal('location', { origin: here.origin, href: here.href, assign: went });
  const { result } = renderHook(() => useCheckout(), { wrapper });
  await act(() => result.current.proceed());
  vi.stubGlobal('location', here);
  return went.mock.calls[0]?.[0];
};

const open = (address = '/brand/checkout?order=o1') =>
  render(
    <ChakraProvider value={system}>
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route path="/brand/checkout" element={<CheckoutPage />} />
          <Route path="*" element={<p>Elsewhere</p>} />
        </Routes>
      </MemoryRouter>
    </ChakraProvider>,
  );

test('[CHK-28][CHK-30] the browser follows the server to the gateway’s own page, and the cart is kept', async () => {
  putInCart(item);
  expect(await proceed()).toBe(stripePage);
  expect(stored()).toContain('c1');
});

test('the same cart goes on with its payment; a changed one calls the first off before there is another', async () => {
  putInCart(item);
  await proceed();
  orderIs('paying');
  answer('DELETE /api/orders/o1/payment', order('placed'));
  expect(await proceed()).toBe(stripePage);
  expect(asked).not.toContain('DELETE /api/orders/o1/payment');
  putInCart(item);
  expect(await proceed()).toBe(stripePage);
  expect(asked.filter((call) => call.startsWith('DELETE') || call.includes('store-integration')).slice(-2)).toEqual([
    'DELETE /api/orders/o1/payment',
    'POST /functions/v1/store-integration',
  ]);
});

test('a brand that comes back before the gateway’s word is told so, keeps its cart, and pays no second time', async () => {
  putInCart(item);
  orderIs('paying');
  open();
  expect(await screen.findByText('Your bank is confirming…')).toBeVisible();
  expect(screen.getByText(/You will not be charged twice/)).toBeVisible();
  expect(screen.queryByLabelText('Card Number')).toBeNull();
  expect(stored()).toContain('c1');
  orderIs('paid');
  expect(await screen.findByText('Elsewhere', undefined, { timeout: 5_000 })).toBeVisible();
  expect(stored()).toBe('[]');
});

test('a payment that was left is called off: nothing was charged, the cart is there, and it can go on', async () => {
  putInCart(item);
  answer('DELETE /api/orders/o1/payment', order('placed', 'The payment was not completed'));
  open('/brand/checkout?order=o1&cancelled=true');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The payment was not completed. Nothing was charged, and your cart is as it was. Please try again.',
  );
  expect(screen.getByRole('link', { name: 'Back to your cart' })).toHaveAttribute('href', '/brand/cart');
  expect(screen.getByRole('button', { name: 'Go on to payment' })).toBeEnabled();
  expect(stored()).toContain('c1');
});

test('an order that was paid while nobody looked is finished when its page opens', async () => {
  putInCart(item);
  await proceed();
  orderIs('paid');
  open();
  expect(await screen.findByRole('link', { name: 'View licences' })).toBeVisible();
  expect(stored()).toBe('[]');
  await userEvent.setup().click(screen.getByRole('link', { name: 'View licences' }));
  expect(screen.getByText('Elsewhere')).toBeVisible();
});

test('a renewal leads back to its licence, and once it is paid the cart is as it was', async () => {
  const renewal = { kind: 'renewal', license_id: 'l1' };
  putInCart(item);
  orderIs('placed', null, renewal);
  const { unmount } = open();
  expect(await screen.findByRole('link', { name: 'Back to the licence' })).toHaveAttribute(
    'href',
    '/brand/dashboard?tab=licenses&license=l1',
  );
  unmount();
  orderIs('paying', null, renewal);
  open();
  expect(await screen.findByText('Your bank is confirming…')).toBeVisible();
  orderIs('paid', null, renewal);
  expect(await screen.findByText('Elsewhere', undefined, { timeout: 5_000 })).toBeVisible();
  expect(stored()).toContain('c1');
});
