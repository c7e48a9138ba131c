import { screen } from '@testing-library/react';
import type { LicenseRow, Successors } from '@tessera/contract/licenses';
import type { PrimitiveAtom } from 'jotai';
import { configAtom } from '../../ordering/config.atoms.ts';
import { store } from '../../kernel/store.ts';
import { showRoutes } from '../../shell/routes.test-kit.tsx';
import { RenewOrUpgrade } from './renew-or-upgrade.tsx';

vi.mock('../../ordering/config.atoms.ts', async () => {
  const jotai = await import('jotai');
  return { configAtom: jotai.atom<object | undefined>(undefined), readConfig: vi.fn() };
});

const offers: Successors = {
  renewal: { price_cents: 26_000, start_date: '2027-05-20T10:00:00.000Z', end_date: '2027-11-16T10:00:00.000Z' },
  upgrade: { price_cents: 25_000, start_date: '2026-12-01T10:00:00.000Z', end_date: null },
};
const refusal = { reason: 'Its creator no longer offers it.' };

const show = (gateway: string, successors: Successors) => {
  store.set(configAtom as PrimitiveAtom<object | undefined>, { gateway });
  const license = { id: 'l1', quantity: 1, end_date: '2027-05-20T10:00:00.000Z' } as LicenseRow;
  showRoutes([{ path: '*', element: <RenewOrUpgrade license={license} successors={successors} /> }]);
};
const sentence = () => screen.queryByText(/By continuing to payment, you accept/);

test('with hosted payments, renewal and upgrade say before their buttons that continuing accepts the terms', () => {
  show('stripe', offers);
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

test('with the sandbox, its own form asks for acceptance, and nothing is said here', () => {
  show('sandbox', offers);
  expect(screen.getByRole('button', { name: 'Renew for $260.00' })).toBeVisible();
  expect(sentence()).toBeNull();
});

test('if nothing can be ordered, no acceptance is mentioned', () => {
  show('stripe', { renewal: refusal, upgrade: refusal });
  expect(screen.getAllByText(refusal.reason)).toHaveLength(2);
  expect(sentence()).toBeNull();
});
