import fc from 'fast-check';
import { returnAddress } from './return-address.ts';

const origin = 'https://tessera.example';
const defaultPath = '/auth/reset-password';
const of = (requested: unknown) => returnAddress(origin, requested, defaultPath).href;

it.each([
  ['/auth/reset-password?from=mail', 'https://tessera.example/auth/reset-password?from=mail'],
  ['https://tessera.example/reset-password', 'https://tessera.example/reset-password'],
  ['https://tessera.example/reset-password#access_token=x', 'https://tessera.example/reset-password'],
  ['https://somebody:word@tessera.example/auth', 'https://tessera.example/auth'],
])('%s is an address of the app', (requested, expected) => {
  expect(of(requested)).toBe(expected);
});

it.each([
  'https://elsewhere.example/auth/reset-password',
  'http://tessera.example/auth/reset-password',
  'https://tessera.example:8443/',
  'https://tessera.example.elsewhere.example/',
  'https://tessera.example@elsewhere.example/',
  '//elsewhere.example/auth',
  '\\\\elsewhere.example/auth',
  '/\\elsewhere.example',
  'javascript:alert(1)',
  'data:text/html,x',
  `/${'a'.repeat(3_000)}`,
  'https://[',
  undefined,
  null,
  5,
  ['/auth', '/auth'],
])('[RESET-24] %j leads to the default path instead', (requested) => {
  expect(of(requested)).toBe(`${origin}${defaultPath}`);
});

it('[RESET-24] whatever is requested, a link leads to the app’s own origin', () => {
  const piece = fc.constantFrom('/', '//', '\\', '@', ':', '?', '#', '.', '%2f', 'https:', 'elsewhere.example', 'auth');
  const requested = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
  );
  fc.assert(
    fc.property(requested, (text) => {
      const address = returnAddress(origin, text, defaultPath);
      expect(new URL(address.href).origin).toBe(origin);
      expect(address.hash).toBe('');
      expect(address.username + address.password).toBe('');
    }),
    { numRuns: 2_000 },
  );
});
