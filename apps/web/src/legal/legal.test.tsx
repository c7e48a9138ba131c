import { ChakraProvider } from '@chakra-ui/react';
import { render, screen, within } from '@testing-library/react';
import { Provider, createStore } from 'jotai';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { system } from '../theme/system.ts';
import { browserEntries } from './browser-entries.ts';
import { PrivacyPage } from './privacy.page.tsx';
import { TermsPage } from './terms.page.tsx';

const show = (page: ReactNode) =>
  render(
    <Provider store={createStore()}>
      <ChakraProvider value={system}>
        <MemoryRouter>{page}</MemoryRouter>
      </ChakraProvider>
    </Provider>,
  );

const words = (name: string) => screen.getByRole('region', { name }).textContent;

test.each([
  ['Privacy Policy', <PrivacyPage key="privacy" />],
  ['Terms of Service', <TermsPage key="terms" />],
])('[ROUTE-10] the %s shows its date, and links to the home page and to each of its clauses', (title, page) => {
  show(page);
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(screen.getByText('Nov 25, 2026')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/');
  const contents = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link');
  const headings = screen.getAllByRole('heading', { level: 2 });
  expect(contents).toHaveLength(headings.length);
  for (const link of contents) {
    const clause = document.getElementById(link.getAttribute('href')?.split('#')[1] ?? '');
    expect(clause?.querySelector('h2')?.textContent).toBe(link.textContent);
  }
});

test('[LEGAL-01, LEGAL-06] the operator keeps a 20% commission on each license purchase', () => {
  show(<TermsPage />);
  expect(words('Prices and commission')).toContain(
    'The operator keeps a 20% commission on each license purchase; the creator receives the rest.',
  );
});

test('[LEGAL-02, LEGAL-06] a creator earns 5% on licenses of creators that the creator referred', () => {
  show(<TermsPage />);
  expect(words('Referrals')).toContain('A creator earns 5% on licenses of creators that the creator referred.');
});

test('[LEGAL-03, LEGAL-06] payouts reach creators within 15 days of receipt', () => {
  show(<TermsPage />);
  expect(words('Payouts')).toContain('Payouts reach creators within 15 days of receipt');
});

test('[LEGAL-04, LEGAL-07] users are 18 or older, and confirm it when they accept the terms', () => {
  const { unmount } = show(<TermsPage />);
  expect(words('Who may use Tessera')).toContain('You must be 18 or older');
  expect(words('Who may use Tessera')).toContain('Both are recorded with the account');
  unmount();
  show(<PrivacyPage />);
  expect(words('Age')).toContain('18 or older');
});

test('[LEGAL-05] disputes go to binding arbitration in California', () => {
  show(<TermsPage />);
  expect(words('Law and disputes')).toContain('binding arbitration in California');
});

test('the privacy policy says how data is encrypted, how it is deleted, and what is kept', () => {
  show(<PrivacyPage />);
  expect(words('How we keep it')).toContain('encrypted with a key that belongs to your account alone');
  expect(words('Deletion')).toContain('your account’s key is destroyed');
  expect(words('Deletion')).toContain('remain with the other party as proof');
});

test('[SEC-15] the privacy policy lists what is deleted with an account, and what agreements keep', () => {
  show(<PrivacyPage />);
  for (const goes of [
    ...['everything no one licensed', 'uploads you didn’t publish', 'your logo'],
    'tags, notes, the client an item was made for',
  ]) {
    expect(words('Deletion')).toContain(goes);
  }
  for (const stays of ['both parties’ names', 'the item’s title and description', 'original and preview', 'amounts']) {
    expect(words('Deletion')).toContain(stays);
  }
});

test('[PAY-29] the privacy policy says what is kept for a last payout, and until when', () => {
  show(<PrivacyPage />);
  expect(words('Deletion')).toContain('encrypted with a key made for that alone, until your last payout is paid');
});

test('the privacy policy lists everything that is written into the browser’s storage', () => {
  const sources = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });
  const written = Object.entries(sources)
    .filter(([file, text]) => !/[.]test[.]|^..\/admin\//.test(file) && /(local|tab)Store[.]|storedAtom/.test(text))
    .flatMap(([, text]) => [
      ...[...text.matchAll(/(?:[kK]ey = |storedAtom(?:<[^()]*>)?[(])'([\w-]+)'/g)].map(([, key]) => key),
      ...[...text.matchAll(/[kK]ey(?:Of)? = .*`([\w-]+):[$][{]/g)].map(([, key]) => `${key}:…`),
    ]);
  const listed = browserEntries.flatMap(({ key }) => key.split(', '));
  expect(written).toEqual(expect.arrayContaining(['ui-theme', 'cart:…', 'checkout:…', 'price-changes:…']));
  expect(written.filter((key) => key && !listed.includes(key as never))).toEqual([]);
});
