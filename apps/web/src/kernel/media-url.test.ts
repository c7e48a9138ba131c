import { mediaUrl } from './media-url.ts';

test.each([
  ['a data URL as it is', 'data:image/png;base64,AAAA', 'data:image/png;base64,AAAA'],
  ['an absolute address as it is', 'https://cdn.example/a.jpg', 'https://cdn.example/a.jpg'],
  ['the first of a JSON list', '["creator/images/a.webp","b"]', '/media/creator/images/a.webp'],
  ['a path of the bucket below /media', 'creator/images/a.webp', '/media/creator/images/a.webp'],
  ['nothing for an empty one', '  ', null],
  ['nothing for a script', 'javascript:alert(1)', null],
  ['nothing for another host without a scheme', '//evil.example/a.jpg', null],
  ['nothing for a document as data', 'data:text/html,<script>', null],
])('a stored media address is shown: %s', (_case, stored, shown) => {
  expect(mediaUrl(stored)).toBe(shown);
});
