import { screen } from '@testing-library/react';
import { agreementText } from '@tessera/domain/licensing/agreements/agreement';
import { termsInForce } from '@tessera/domain/licensing/agreements/terms';
import type { AgreementRow } from '@tessera/contract/licenses';
import { showRoutes } from '../../shell/routes.test-kit.tsx';
import { server } from '../../testing/server.test-kit.ts';
import { signIn } from '../../testing/sign-in.test-kit.ts';
import { user } from '../../testing/user.test-kit.ts';
import { AgreementPage } from './agreement.page.tsx';

const read = 'GET /api/licenses/license-1/agreement';
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

const open = async (role: 'brand' | 'creator') => {
  await signIn({ id: `${role}-1`, role });
  const pages = [{ path: '/licenses/:licenseId/agreement', Component: AgreementPage }];
  showRoutes(pages, { initialEntries: ['/licenses/license-1/agreement'] });
};

test.each([
  ['brand', 'Back to the license', '/brand/dashboard?tab=licenses&license=license-1'],
  ['creator', 'Back to my licenses', '/creator/dashboard?tab=licenses'],
] as const)('a %s reads the agreement word for word at an address of its own', async (role, back, href) => {
  server.answer(read, row);
  await open(role);
  expect(await screen.findByText('6-Month License between Mara Lindqvist and Northwind')).toBeVisible();
  expect(server.asked('GET /api/*').at(-1)?.path).toBe('/api/licenses/license-1/agreement');
  expect(screen.getByRole('heading', { level: 1, name: 'Content License Agreement' })).toBeVisible();
  expect(screen.getByText('License license-1')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Governing Law' })).toBeVisible();
  expect(screen.getByText('License price: $250.00 USD.')).toBeVisible();
  expect(screen.getByRole('link', { name: back })).toHaveAttribute('href', href);
});

test('if an agreement can’t be loaded, it can be tried again, and the focus stays in place', async () => {
  server.lose(read);
  await open('brand');
  expect(await screen.findByRole('alert')).toHaveTextContent('The agreement could not be loaded');
  server.answer(read, row);
  await user().click(screen.getByRole('button', { name: 'Try again' }));
  const clause = await screen.findByRole('heading', { name: 'Governing Law' });
  expect(document.activeElement).not.toBe(document.body);
  expect(document.activeElement).toContainElement(clause);
});

test('someone who isn’t a party to a license is told that there is no such agreement, and where their own are', async () => {
  server.refuse(read, 404, { code: 'not_found', title: 'Not found', message: 'There is no such thing.' });
  await open('creator');
  expect(await screen.findByRole('heading', { name: 'No such agreement' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to my licenses' })).toHaveAttribute(
    'href',
    '/creator/dashboard?tab=licenses',
  );
});

test('[PAY-20] the agreement of a refunded license says so above its text, which stays', async () => {
  server.answer(read, { ...row, refunded_at: '2026-12-07T10:00:00.000Z' });
  await open('brand');
  expect(await screen.findByText('This license was refunded')).toBeVisible();
  expect(screen.getByText(/^It ended on Dec 7, 2026 \(UTC\)/)).toBeVisible();
  expect(screen.getByText('License price: $250.00 USD.')).toBeVisible();
});
