import { destinationOf, roleGuess } from './destination.ts';

test('[AUTH-71] signing in returns users to where they came from, if their role may see that page', () => {
  expect(destinationOf('brand', { from: '/brand/cart?from=mail' })).toBe('/brand/cart?from=mail');
  expect(destinationOf('creator', { from: '/brand/cart' })).toBe('/creator/dashboard');
  expect(destinationOf('brand', {})).toBe('/brand/dashboard');
});

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  '[AUTH-53] a remembered origin of another site (%s) is not followed',
  (from) => {
    expect(destinationOf('brand', { from })).toBe('/brand/dashboard');
  },
);

test('[AUTH-74][AUTH-75][AUTH-76] without a user type, the redirect is guessed from the email address', () => {
  expect(roleGuess('brand.creator@acme.test')).toBe('brand');
  expect(roleGuess('creator@studio.test')).toBe('creator');
  expect(roleGuess('someone@else.test')).toBe('brand');
});
