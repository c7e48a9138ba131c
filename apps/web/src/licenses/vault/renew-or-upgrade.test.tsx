import { screen } from '@testing-library/react';
import type { LicenseRow, Successors } from '@tessera/contract/licenses';
import { showReloaded, showRoutes } from '../../shell/routes.test-kit.tsx';
import { server } from '../../testing/server.test-kit.ts';
import { settled } from '../../testing/user.test-kit.ts';
import { RenewOrUpgrade } from './renew-or-upgrade.tsx';

const offers: Successors = {
  renewal: { price_cents: 26_000, start_date: '2027-05-20T10:00:00.000Z', end_date: '2027-11-16T10:00:00.000Z' },
  upgrade: { price_cents: 25_000, start_date: '2026-12-01T10:00:00.000Z', end_date: null },
};
const refusal = { reason: 'Its creator no longer offers it.' };

const license = { id: 'l1', quantity: 1, end_date: '2027-05-20T10:00:00.000Z' } as LicenseRow;
const gatewayIs = (gateway: string) => server.answer('GET /api/config', { gateway, checkout_hosts: [] });

beforeEach(() => gatewayIs('stripe'));

const show = (successors: Successors) => {
  showRoutes([{ path: '*', element: <RenewOrUpgrade license={license} successors={successors} /> }]);
  return settled();
};
const sentence = () => screen.queryByText(/By continuing to payment, you accept/);

test('with hosted payments, renewal and upgrade say before their buttons that continuing accepts the terms', async () => {
  await show(offers);
  expect(sentence()).toHaveTextContent(
    'By continuing to payment, you accept the Terms of Service and the license agreement of each item.',
  );
  const link = screen.getByRole('link', { name: 'Terms of Service' });
  expect(link).toHaveAttribute('href', '/terms-of-service');
  for (const name of ['Renew for $260.00', 'Upgrade for $250.00']) {
    const button = screen.getByRole('button', { name });
    expect(link.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  }
});

test('with the sandbox, its own form asks for acceptance, and nothing is said here', async () => {
  gatewayIs('sandbox');
  // The gateway is read once per page load.
  await showReloaded(async () => {
    const { RenewOrUpgrade: Reloaded } = await import('./renew-or-upgrade.tsx');
    return () => <Reloaded license={license} successors={offers} />;
  });
  expect(screen.getByRole('button', { name: 'Renew for $260.00' })).toBeVisible();
  expect(sentence()).toBeNull();
});

test('if nothing can be ordered, no acceptance is mentioned', async () => {
  await show({ renewal: refusal, upgrade: refusal });
  expect(screen.getAllByText(refusal.reason)).toHaveLength(2);
  expect(sentence()).toBeNull();
});
