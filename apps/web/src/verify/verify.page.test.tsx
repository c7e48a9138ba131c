import { webcrypto } from 'node:crypto';
import { screen } from '@testing-library/react';
import type { LicenseProof } from '@tessera/contract/licenses';
import { showRoutes } from '../shell/routes.test-kit.tsx';
import { server } from '../testing/server.test-kit.ts';
import { user } from '../testing/user.test-kit.ts';
import { VerifyPage } from './verify.page.tsx';

const proof: LicenseProof = {
  license_id: 'license-1',
  status: 'valid',
  item_title: 'Harbour at dawn',
  media_url: 'a/images/a.webp',
  media_type: 'image',
  license_type: 'perpetual',
  brand_name: 'Northwind',
  creator_name: 'Mara Lindqvist',
  start_date: '2026-11-01T10:00:00.000Z',
  end_date: null,
  refunded_at: null,
  sha256: 'ab'.repeat(32),
  terms_version: '2026-11-23',
};

const license = 'GET /api/verify/license-1';
const download = 'GET /api/verify/license-1/download';

const open = () =>
  showRoutes([{ path: '/verify/:licenseId', Component: VerifyPage }], { initialEntries: ['/verify/license-1'] });

const answerOfThePage = () => screen.getByRole('region', { name: 'Verify a license' });
/** Finds what a screen reader announces. */
const said = (words: string) => screen.findByText(words, { selector: '[role=status]' });
const tryAgain = async () => user().click(await screen.findByRole('button', { name: 'Try again' }));

test('trying again keeps the focus in place, and the answer is announced', async () => {
  const tooMany = { code: 'too_many_requests', title: 'Too many requests', message: 'Please wait a moment.' };
  server.refuseOnce(license, 429, tooMany);
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Please wait a moment.');
  const check = server.hold(license);
  await tryAgain();
  expect(answerOfThePage()).toHaveFocus();
  expect(await said('Checking the license')).toBeInTheDocument();
  await check.answer(proof);
  expect(await said('This license is valid')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1, name: 'This license is valid' })).toBeVisible();
  expect(answerOfThePage()).toHaveFocus();
});

test('trying again announces that there is no such license, and keeps the focus in place', async () => {
  server.lose(license);
  open();
  await screen.findByRole('alert');
  server.refuse(license, 404, { code: 'not_found', title: 'Not found', message: 'There is no such thing.' });
  await tryAgain();
  expect(await said('No such license')).toBeInTheDocument();
  expect(answerOfThePage()).toHaveFocus();
});

test('[FIX-13] the licensed picture keeps its aspect ratio', async () => {
  server.answer(license, proof);
  open();
  expect(await screen.findByRole('img', { name: 'Preview of Harbour at dawn' })).toHaveStyle({ objectFit: 'contain' });
});

test('[PAY-20] a refunded license is shown as no longer valid, and since when', async () => {
  server.answer(license, { ...proof, status: 'refunded', refunded_at: '2026-12-07T10:00:00.000Z' });
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'This license was refunded' })).toBeVisible();
  expect(screen.getByText(/hasn’t been valid since Dec 7, 2026 \(UTC\)/)).toBeVisible();
});

/** jsdom can't read files. */
const fileOf = (text: string, name: string) =>
  Object.assign(new File([text], name), { arrayBuffer: () => Promise.resolve(Buffer.from(text)) });

test('[GAL-19] a downloaded file, with its rights embedded, is recognized as the licensed original; another is not', async () => {
  vi.stubGlobal('crypto', webcrypto);
  const sha256OfHello = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';
  server.answer(license, proof);
  open();
  const input = await screen.findByLabelText('Compare a file');
  server.answer(download, { sha256: sha256OfHello });
  await user().upload(input, fileOf('hello', 'harbor.jpg'));
  expect(await screen.findByText(/^harbor[.]jpg is the licensed original as Tessera delivers it/)).toBeVisible();
  expect(server.asked(download)).toHaveLength(1);
  await user().upload(input, fileOf('other', 'copy.jpg'));
  expect(await screen.findByText(/^copy[.]jpg is not the original file/)).toBeVisible();
  server.lose(download);
  await user().upload(input, fileOf('later', 'late.jpg'));
  expect(await screen.findByText(/^late[.]jpg could not be compared: the server didn’t answer/)).toBeVisible();
  vi.unstubAllGlobals();
});
