import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, openShop, orderRow, refuse, visit } from './checkout.test-kit.tsx';

beforeAll(() => openShop('acme', 'sandbox'));
beforeEach(() => answer('GET /api/orders/o1', orderRow()));
afterAll(() => vi.unstubAllGlobals());

// This has to be the first test: once read, the settings are cached.
test('if the shop’s settings can’t be loaded, the page says so, and tries again', async () => {
  refuse('GET /api/config', 400, 'unexpected', 'The server did not answer as expected. Please try again.');
  visit();
  expect(await screen.findByText('The server did not answer as expected. Please try again.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to your cart' })).toHaveAttribute('href', '/brand/cart');
  answer('GET /api/config', { gateway: 'sandbox', checkout_hosts: [] });
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Pay $250.00' })).toBeVisible();
});

test('[CHK-26] an order that can’t be read because the session has ended says so', async () => {
  refuse('GET /api/orders/o1', 401, 'not_signed_in', 'Your session has ended. Please sign in again.');
  visit();
  expect(await screen.findByText('You need to be logged in to complete a purchase.')).toBeVisible();
});

test('[GAL-10] a paid order leads to its licenses, as of its payment', async () => {
  answer('GET /api/orders/o1', orderRow({ status: 'paid', license_ids: ['l1'], position: 42 }));
  const router = visit();
  expect(await screen.findByText('Elsewhere')).toBeVisible();
  expect(router.state.location).toMatchObject({ pathname: '/brand/orders/o1', state: { after: 42 } });
});
