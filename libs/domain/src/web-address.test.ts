import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fullAddress, isPlainAddress, shownAddress } from './web-address.ts';

test('[SEC-13] an address whose host isn’t what it seems is not a link', () => {
  for (const address of [
    'https://www.google.com@evil.example/login',
    'https://www.google.com:443@evil.example',
    'https://www.google.com%40evil.example',
    'https://www.google.com\\@evil.example',
    'https://www.google.com\u2044@evil.example',
    'https://www.goo\u200bgle.com',
    'https://www.\u202egoogle.com',
    'https://аpple.com',
    'https://xn--pple-43d.com',
    'https://shop.xn--pple-43d.com/',
    'https://2130706433/',
    'https://0x7f000001',
    'https://127.0.0.1',
    'https://127.0.0.1./',
    'https://[::1]/',
    'https:evil.example',
    'https:///evil.example',
    'javascript:alert(1)',
    'javascript:alert(1)//https://acme.example',
    ['https://acme.example'],
    'https://acme.example/a b',
    'https://acme.example/\u202elogin',
    '//acme.example',
    '',
    null,
  ]) {
    expect(isPlainAddress(address), String(address)).toBe(false);
    if (typeof address === 'string') expect(shownAddress(address)).toBe('');
  }
});

test('[SEC-13] a plain address is a link with https', () => {
  for (const address of [
    'https://acme.example',
    'https://www.acme-2.example:8443/shoes?x=1@2#top',
    'https://3m.com/@us',
    'https://acme.example./',
    'https://acme.example/schön',
    'https://acme.example/a?b=http://c',
  ]) {
    expect(isPlainAddress(address), address).toBe(true);
    expect(shownAddress(address)).toBe(address);
  }
  expect(shownAddress('http://acme.example/a?b=http://c')).toBe('https://acme.example/a?b=http://c');
  expect(shownAddress('HTTP://ACME.example')).toBe('https://ACME.example');
});

test('[FIX-35] an address without https:// gets it, and is then held to the same rules', () => {
  for (const typed of ['acme.example', 'www.acme-2.example:8443/shoes?x=1@2#top', ' Acme.example/a?b=http://c ']) {
    expect(fullAddress(typed)).toBe(`https://${typed.trim()}`);
    expect(isPlainAddress(fullAddress(typed)), typed).toBe(true);
  }
  for (const typed of ['www.google.com@evil.example', 'xn--caf-dma.com', '127.0.0.1', 'acme.example/a b']) {
    expect(isPlainAddress(fullAddress(typed)), typed).toBe(false);
  }
});

test('[FIX-35] what isn’t plainly a site stays as it was typed', () => {
  for (const typed of [
    '',
    'acme',
    'https://acme.example',
    'http://acme.example',
    'ftp://acme.example',
    '//acme.example',
  ]) {
    expect(fullAddress(typed)).toBe(typed);
  }
  for (const typed of [
    'javascript:alert(1)',
    'mailto:bo@acme.example',
    'bo@acme.example',
    'café.example',
    'acme..example',
  ]) {
    expect(fullAddress(typed)).toBe(typed);
    expect(isPlainAddress(typed)).toBe(false);
  }
});

test('[SEC-13] an address that counts as plain leads where it says, whatever was typed', () => {
  const part = fc.oneof(
    fc.constantFrom(
      'google.com',
      'evil.example',
      '@',
      ':',
      '/',
      '\\',
      '?',
      '#',
      '.',
      '%40',
      '\t',
      'а',
      'xn--',
      '0x7f',
      '1',
    ),
    fc.webAuthority(),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const address = `https://${parts.join('')}`;
      fc.pre(isPlainAddress(address) && URL.canParse(address));
      const { hostname, username, password } = new URL(address);
      expect([username, password]).toEqual(['', '']);
      expect(address.toLowerCase().startsWith(`https://${hostname}`)).toBe(true);
    }),
  );
});
