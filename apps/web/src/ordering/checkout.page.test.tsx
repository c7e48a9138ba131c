import { cleanup, screen } from '@testing-library/react';
import { showReloaded } from '../shell/routes.test-kit.tsx';
import { server } from '../testing/server.test-kit.ts';
import { user } from '../testing/user.test-kit.ts';
import { noBilling, openShop, orderRow, visit } from './checkout.test-kit.tsx';

beforeEach(async () => {
  await openShop('acme', 'sandbox');
  server.answer('GET /api/orders/o1', orderRow());
});

test('if the shop’s settings can’t be loaded, the page says so, and tries again', async () => {
  server.refuse('GET /api/config', 400, {
    code: 'unexpected',
    message: 'The server did not answer as expected. Please try again.',
  });
  // The settings are read once per page load.
  await showReloaded(async () => (await import('./checkout.page.tsx')).CheckoutPage, '/brand/checkout?order=o1');
  expect(await screen.findByText('The server did not answer as expected. Please try again.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to your cart' })).toHaveAttribute('href', '/brand/cart');
  server.answer('GET /api/config', { gateway: 'sandbox', checkout_hosts: [] });
  await user().click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Pay $250.00' })).toBeVisible();
});

test('[CHK-26] an order that can’t be read because the session has ended says so', async () => {
  server.refuse('GET /api/orders/o1', 401, {
    code: 'not_signed_in',
    message: 'Your session has ended. Please sign in again.',
  });
  visit();
  expect(await screen.findByText('You need to be logged in to complete a purchase.')).toBeVisible();
});

test('[GAL-10] a paid order leads to its licenses, as of its payment', async () => {
  server.answer('GET /api/orders/o1', orderRow({ status: 'paid', license_ids: ['l1'], position: 42 }));
  const router = visit();
  expect(await screen.findByText('Elsewhere')).toBeVisible();
  expect(router.state.location).toMatchObject({ pathname: '/brand/orders/o1', state: { after: 42 } });
});

test('[FIX-44] before paying, a brand sees whom the invoice will name, and can change it; without details it can add them', async () => {
  const billing = {
    company: 'Northwind GmbH',
    street: 'Kai 3',
    city: 'Kiel',
    postal_code: '24103',
    country: 'Germany',
  };
  server.answer('GET /api/profile/billing', { ...noBilling, ...billing, tax_number: 'DE1', po_number: 'PO-7' });
  const shown = async () => screen.findByRole('region', { name: 'Billing details' });
  visit();
  expect(await shown()).toHaveTextContent('Northwind GmbHKai 3, 24103 Kiel, GermanyTax number DE1PO number PO-7');
  expect(screen.getByRole('link', { name: 'Change' })).toHaveAttribute('href', '/account#billing');
  cleanup();
  server.answer('GET /api/profile/billing', noBilling);
  visit();
  expect(await shown()).toHaveTextContent('None yet. The invoice names your brand');
  expect(screen.getByRole('link', { name: 'Add' })).toHaveAttribute('href', '/account#billing');
});
