import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { agreementText } from '@tessera/domain/licensing/agreements/agreement';
import { termsInForce } from '@tessera/domain/licensing/agreements/terms';
import type { AgreementRow } from '@tessera/contract/licenses';
import type { PrimitiveAtom } from 'jotai';
import { ApiError } from '../../kernel/send.ts';
import { sessionAtom } from '../../kernel/session.ts';
import { store } from '../../kernel/store.ts';
import { showRoutes } from '../../shell/routes.test-kit.tsx';
import { AgreementPage } from './agreement.page.tsx';

const { get } = vi.hoisted(() => ({ get: vi.fn<() => Promise<unknown>>() }));
vi.mock('../../kernel/session.ts', async () => {
  const jotai = await import('jotai');
  return { sessionAtom: jotai.atom<object | null>(null), accessToken: async () => 'token' };
});
vi.mock('../../kernel/send.ts', async (original) => ({ ...(await original<object>()), get }));

const row: AgreementRow = {
  license_id: 'license-1',
  content_id: 'content-1',
  creator_id: 'creator-1',
  brand_id: 'brand-1',
  creator_name: 'Mara Lindqvist',
  brand_name: 'Northwind',
  license_type: 'six_month',
  terms_version: '2026-11-23',
  refunded_at: null,
  agreement_text: agreementText(termsInForce(), {
    license_id: 'license-1',
    creator_name: 'Mara Lindqvist',
    brand_name: 'Northwind',
    content_title: 'Harbour at dawn',
    license_type: 'six_month',
    price_cents: 25_000,
    quantity: 1,
    start_date: '2026-11-21T10:00:00.000Z',
    end_date: '2027-05-20T10:00:00.000Z',
    basis: null,
  }),
};

const open = (role: 'brand' | 'creator') => {
  store.set(sessionAtom as PrimitiveAtom<object | null>, { userId: `${role}-1`, role });
  const pages = [{ path: '/licenses/:licenseId/agreement', Component: AgreementPage }];
  showRoutes(pages, { initialEntries: ['/licenses/license-1/agreement'] });
};

test.each([
  ['brand', 'Back to the license', '/brand/dashboard?tab=licenses&license=license-1'],
  ['creator', 'Back to my licenses', '/creator/dashboard?tab=licenses'],
] as const)('a %s reads the agreement word for word at an address of its own', async (role, back, href) => {
  get.mockResolvedValueOnce(row);
  open(role);
  expect(await screen.findByText('6-Month License between Mara Lindqvist and Northwind')).toBeVisible();
  expect(get).toHaveBeenLastCalledWith('/api/licenses/license-1/agreement');
  expect(screen.getByRole('heading', { level: 1, name: 'Content License Agreement' })).toBeVisible();
  expect(screen.getByText('License license-1')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Governing Law' })).toBeVisible();
  expect(screen.getByText('License price: $250.00 USD.')).toBeVisible();
  expect(screen.getByRole('link', { name: back })).toHaveAttribute('href', href);
});

test('if an agreement can’t be loaded, it can be tried again, and the focus stays in place', async () => {
  get.mockRejectedValueOnce(new Error('no answer'));
  open('brand');
  expect(await screen.findByRole('alert')).toHaveTextContent('The agreement could not be loaded');
  get.mockResolvedValueOnce(row);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  const clause = await screen.findByRole('heading', { name: 'Governing Law' });
  expect(document.activeElement).not.toBe(document.body);
  expect(document.activeElement).toContainElement(clause);
});

test('someone who isn’t a party to a license is told that there is no such agreement, and where their own are', async () => {
  get.mockRejectedValueOnce(new ApiError(404, 'not_found', 'Not found', 'There is no such thing.'));
  open('creator');
  expect(await screen.findByRole('heading', { name: 'No such agreement' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to my licenses' })).toHaveAttribute(
    'href',
    '/creator/dashboard?tab=licenses',
  );
});

test('[PAY-20] the agreement of a refunded license says so above its text, which stays', async () => {
  get.mockResolvedValueOnce({ ...row, refunded_at: '2026-12-07T10:00:00.000Z' });
  open('brand');
  expect(await screen.findByText('This license was refunded')).toBeVisible();
  expect(screen.getByText(/^It ended on Dec 7, 2026 \(UTC\)/)).toBeVisible();
  expect(screen.getByText('License price: $250.00 USD.')).toBeVisible();
});
