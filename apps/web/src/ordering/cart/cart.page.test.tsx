import { act, screen } from '@testing-library/react';
import type { PrimitiveAtom } from 'jotai';
import { putInCart } from './cart.atoms.ts';
import { configAtom } from '../config.atoms.ts';
import { store } from '../../kernel/store.ts';
import { showRoutes } from '../../shell/routes.test-kit.tsx';
import { item } from '../cart-item.test-kit.ts';
import { CartPage } from './cart.page.tsx';

vi.mock('../config.atoms.ts', async () => {
  const jotai = await import('jotai');
  return { configAtom: jotai.atom<object | undefined>(undefined), readConfig: vi.fn() };
});
vi.mock('../../kernel/session.ts', async () => {
  const jotai = await import('jotai');
  return {
    sessionAtom: jotai.atom({ userId: 'acme', role: 'brand' }),
    accessToken: async () => 'token',
  };
});
vi.mock('../../kernel/reading/live.ts', () => ({ watch: () => () => undefined }));

beforeAll(() => {
  vi.stubGlobal('fetch', async (address: string | URL) => {
    if (!String(address).includes('/api/cart/held'))
      return Response.json({ error: { message: 'Not now' } }, { status: 503 });
    return Response.json({
      items: [{ content_id: item.id, license_id: 'l1', license_type: 'perpetual', end_date: null }],
    });
  });
  putInCart(item);
});
afterAll(() => vi.unstubAllGlobals());

const sentence = () => screen.queryByText(/By continuing to payment, you accept/);
const open = (gateway?: string) => {
  store.set(configAtom as PrimitiveAtom<object | undefined>, gateway === undefined ? undefined : { gateway });
  showRoutes([{ path: '*', Component: CartPage }]);
  return screen.getByRole('button', { name: 'Proceed to Checkout' });
};

test('with hosted payments, the cart says before its button that continuing accepts the terms, and links to them', () => {
  const proceed = open('stripe');
  expect(sentence()).toHaveTextContent(
    'By continuing to payment, you accept the Terms of Service and the license agreement of each item.',
  );
  const link = screen.getByRole('link', { name: 'Terms of Service' });
  expect(link).toHaveAttribute('href', '/terms-of-service');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link.compareDocumentPosition(proceed) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
});

test('with the sandbox, its own form asks for acceptance, and nothing is said in the cart', () => {
  expect(open('sandbox')).toBeEnabled();
  expect(sentence()).toBeNull();
});

test('while the gateway is unknown, nobody is sent to a payment page without having seen the terms', () => {
  open();
  expect(sentence()).toBeVisible();
  act(() => store.set(configAtom as PrimitiveAtom<object | undefined>, { gateway: 'sandbox' }));
  expect(sentence()).toBeNull();
});

test('[FIX-10] an item that the brand has already licensed says so in the cart, whichever license type is in it', async () => {
  open('sandbox');
  expect(await screen.findByRole('note')).toHaveTextContent('Already licensed with no end date: Perpetual License');
});
