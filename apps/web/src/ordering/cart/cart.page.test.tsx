import { screen } from '@testing-library/react';
import { showReloaded } from '../../shell/routes.test-kit.tsx';
import { server } from '../../testing/server.test-kit.ts';
import { item } from '../cart-item.test-kit.ts';
import { openShop, visit } from '../checkout.test-kit.tsx';
import { putInCart } from './cart.atoms.ts';

beforeEach(async () => {
  await openShop('acme', 'sandbox');
  putInCart(item);
});

const sentence = () => screen.queryByText(/By continuing to payment, you accept/);
/** The gateway is read once per page load. */
const open = () => showReloaded(async () => (await import('./cart.page.tsx')).CartPage);
const proceedButton = () => screen.getByRole('button', { name: 'Proceed to Checkout' });

test('with hosted payments, the cart says before its button that continuing accepts the terms, and links to them', async () => {
  server.answer('GET /api/config', { gateway: 'stripe', checkout_hosts: [] });
  await open();
  expect(sentence()).toHaveTextContent(
    'By continuing to payment, you accept the Terms of Service and the license agreement of each item.',
  );
  const link = screen.getByRole('link', { name: 'Terms of Service' });
  expect(link).toHaveAttribute('href', '/terms-of-service');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link.compareDocumentPosition(proceedButton()) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
});

test('with the sandbox, its own form asks for acceptance, and nothing is said in the cart', async () => {
  await open();
  expect(proceedButton()).toBeEnabled();
  expect(sentence()).toBeNull();
});

test('while the gateway is unknown, nobody is sent to a payment page without having seen the terms', async () => {
  const settings = server.hold('GET /api/config');
  await open();
  expect(proceedButton()).toBeEnabled();
  expect(sentence()).toBeVisible();
  await settings.answer({ gateway: 'sandbox', checkout_hosts: [] });
  expect(sentence()).toBeNull();
});

test('[FIX-10] an item that the brand has already licensed says so in the cart, whichever license type is in it', async () => {
  const held = { content_id: item.id, license_id: 'l1', license_type: 'perpetual', end_date: null };
  server.answer(`GET /api/cart/held?content=${item.id}`, { items: [held] });
  visit('/brand/cart');
  expect(await screen.findByRole('note')).toHaveTextContent('Already licensed with no end date: Perpetual License');
});
