import { mediaUrl } from './media-url.ts';

test.each([
  ['[MEDIA-17] a data URL as it is', 'data:image/png;base64,AAAA', 'data:image/png;base64,AAAA'],
  ['[MEDIA-20] an absolute address as it is', 'https://cdn.example/a.jpg', 'https://cdn.example/a.jpg'],
  ['[MEDIA-18] the first of a JSON list', '["creator/images/a.webp","b"]', '/media/creator/images/a.webp'],
  ['[MEDIA-19] a path of the bucket below /media', 'creator/images/a.webp', '/media/creator/images/a.webp'],
  ['nothing for an empty one', '  ', null],
  ['[MEDIA-21] nothing for a script', 'javascript:alert(1)', null],
  ['[MEDIA-21] nothing for another host without a scheme', '//evil.example/a.jpg', null],
  ['[MEDIA-21] nothing for a document as data', 'data:text/html,<script>', null],
])('a stored media address is shown: %s', (_case, stored, shown) => {
  expect(mediaUrl(stored)).toBe(shown);
});
