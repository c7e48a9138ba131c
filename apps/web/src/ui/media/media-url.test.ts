import { PublishForm } from '@tessera/domain/content/forms';
import { messagesOf } from '@tessera/domain/kernel/form-messages.test-kit';
import * as fc from 'fast-check';
import { isInBucket, mediaUrl } from './media-url.ts';

const bucket = `${window.location.origin}/media/`;

test.each([
  ['[MEDIA-17] a data URL of an image as it is', 'data:image/png;base64,AAAA', 'data:image/png;base64,AAAA'],
  ['[MEDIA-17] a data URL of a video as it is', 'data:video/mp4;base64,AAAA', 'data:video/mp4;base64,AAAA'],
  ['[MEDIA-20] an absolute address as it is', 'https://cdn.example/a.jpg?w=9#b', 'https://cdn.example/a.jpg?w=9#b'],
  ['[MEDIA-20] an absolute address in any case', 'HTTP://CDN.example/a.jpg', 'HTTP://CDN.example/a.jpg'],
  ['[MEDIA-18] the first of a JSON list', '["creator/images/a.webp","b"]', `${bucket}creator/images/a.webp`],
  ['[MEDIA-18] the first of a JSON list of addresses', ' ["https://cdn.example/a.jpg"] ', 'https://cdn.example/a.jpg'],
  ['[MEDIA-18] nothing for an empty list', '[]', null],
  ['[MEDIA-18] nothing for a list of something else', '[["a"]]', null],
  ['[MEDIA-18] nothing for half a list', '["a', null],
  ['[MEDIA-19] a path at its public address', 'creator/images/a.webp', `${bucket}creator/images/a.webp`],
  ['[MEDIA-19] a path from the root', '/creator/images/a.webp', `${bucket}creator/images/a.webp`],
  ['[MEDIA-19] a path that names the bucket', '/media/creator/a b.webp', `${bucket}creator/a%20b.webp`],
  ['nothing for an empty address', '  ', null],
  ['nothing if there is none', null, null],
  ['[MEDIA-21] nothing for another host without a scheme', '//evil.example/a.jpg', null],
  ['[MEDIA-21] nothing for another host behind backslashes', '/\\evil.example/a.jpg', null],
  ['[MEDIA-21] nothing for a path that leaves the bucket', '../api/profile', null],
  ['[MEDIA-21] nothing for an encoded path that leaves the bucket', 'a/%2e%2e/%2E%2e/api/profile', null],
  ['[MEDIA-21] nothing for a document as a data URL', 'data:text/html,<script>', null],
  ['[MEDIA-21] nothing for a data URL without a type', 'data:,a', null],
  ['[MEDIA-21] nothing for an address without a host', 'https://', null],
])('a stored media address is shown: %s', (_case, stored, shown) => {
  expect(mediaUrl(stored)).toBe(shown);
});

const forbidden = fc.constantFrom(
  'javascript:alert(1)',
  'vbscript:msgbox',
  'data:text/html,<script>alert(1)</script>',
  'data:image:text/html,x',
  'data:application/xhtml+xml,x',
  'file:///etc/passwd',
  'blob:https://shop.example/1',
  'filesystem:https://shop.example/1',
  'ftp://shop.example/a.png',
  'view-source:https://shop.example',
  'about:blank',
);
const space = fc.constantFrom('', ' ', '\t', '\n', '\r\n', '\0', '\u0001', '\u00a0', '\ufeff');
/** Spellings that browsers read as the same address: in different case, with leading spaces, or with breaks inside. */
const disguised = fc
  .tuple(forbidden, space, fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), fc.nat(6))
  .map(([address, before, upper, breakAt]) => {
    const letters = [...address].map((letter, index) => (upper[index] ? letter.toUpperCase() : letter));
    letters.splice(breakAt, 0, before.trim() === '' && before !== ' ' && before !== '\u00a0' ? before : '');
    return `${before}${letters.join('')}`;
  });
/** Nested in up to four JSON lists. */
const nested = (inner: fc.Arbitrary<string>) =>
  fc
    .tuple(inner, fc.nat(4))
    .map(([text, times]) => Array.from({ length: times }).reduce<string>((list) => JSON.stringify([list]), text));

const isHarmless = (shown: string | null) =>
  shown === null ||
  isInBucket(new URL(shown).href) ||
  /^https?:\/\//i.test(shown) ||
  /^data:(image|video)\/[a-z0-9.+-]+[;,]/i.test(shown);

test('[MEDIA-21] no spelling of a forbidden scheme becomes media', () => {
  fc.assert(
    fc.property(nested(disguised), (stored) => {
      const shown = mediaUrl(stored);
      // A spelling that browsers don't recognize as a scheme either may be a file in the bucket.
      expect(shown === null || isInBucket(new URL(shown).href)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('[MEDIA-17] [MEDIA-18] [MEDIA-19] [MEDIA-20] whatever is stored, an address is an allowed one, and nothing throws', () => {
  const anything = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.webUrl(), fc.json(), disguised);
  fc.assert(
    fc.property(nested(anything), (stored) => {
      expect(isHarmless(mediaUrl(stored))).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('[MEDIA-18] however deeply an address is nested in lists, it is the same address', () => {
  fc.assert(
    fc.property(nested(fc.webUrl()), (stored) => {
      expect(mediaUrl(stored)).toMatch(/^https?:\/\//);
    }),
  );
});

test('[MEDIA-21] a link is refused unless its address is http or https', () => {
  fc.assert(
    fc.property(disguised, (address) => {
      const form = Object.assign(new PublishForm(), { productUrls: [address] });
      expect(messagesOf(form)).toMatchObject({ productUrls: 'Please enter a valid URL' });
    }),
  );
});
