import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isFailure } from '../../kernel/failure.ts';
import { formatOfHead, headBytes } from './file-formats.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const brands = (...names: readonly string[]) => {
  const [major = '', ...others] = names;
  return bytes(`\0\0\0${String.fromCharCode(16 + 4 * others.length)}ftyp${major}\0\0\0\0${others.join('')}`);
};

it.each([
  ['a JPEG', bytes('\xff\xd8\xff\xe1'), 'image/jpeg', 'jpg'],
  ['a PNG', bytes('\x89PNG\r\n\x1a\n'), 'image/png', 'png'],
  ['a GIF', bytes('GIF89a'), 'image/gif', 'gif'],
  ['a WebP', bytes('RIFF\0\0\0\0WEBP'), 'image/webp', 'webp'],
  ['an AVIF', brands('avif', 'mif1', 'miaf'), 'image/avif', 'avif'],
  ['an AVIF that names itself generically', brands('mif1', 'avif', 'miaf'), 'image/avif', 'avif'],
  ['a HEIC of an iPhone', brands('heic', 'mif1', 'heic'), 'image/heic', 'heic'],
  ['a HEIF that names itself generically', brands('mif1', 'heic'), 'image/heic', 'heic'],
  ['a deep HEIC', brands('heix', 'mif1'), 'image/heic', 'heic'],
  ['a HEIC with a burst', brands('hevc', 'msf1'), 'image/heic', 'heic'],
  ['an MP4', brands('isom', 'mp41'), 'video/mp4', 'mp4'],
  ['an MP4 of 3GPP', brands('3gp5', 'isom'), 'video/mp4', 'mp4'],
  ['an MP4 of 3GPP2', brands('3g2a'), 'video/mp4', 'mp4'],
  ['an M4V', brands('M4VH', 'isom'), 'video/x-m4v', 'm4v'],
  ['a MOV', brands('qt  '), 'video/quicktime', 'mov'],
  ['an old MOV', bytes('\0\0\0\x08wide\0\0\0\0mdat'), 'video/quicktime', 'mov'],
  ['a WebM', bytes('\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm'), 'video/webm', 'webm'],
])('[FIX-23] %s is taken by its content', (_what, head, contentType, extension) => {
  expect(formatOfHead(head)).toMatchObject({ contentType, extension });
});

const pictures = 'Please save it as JPEG, PNG, GIF, WebP, AVIF, or HEIC and upload that';
const videos = 'Please save it as MP4, M4V, MOV, or WebM and upload that';
const packets = () => {
  const stream = new Uint8Array(600);
  for (const start of [0, 188, 376]) stream[start] = 0x47;
  return stream;
};

it.each([
  ['a TIFF or camera raw picture', bytes('II*\0\x08\0\0\0'), pictures],
  ['a TIFF or camera raw picture', bytes('MM\0*\0\0\0\x08'), pictures],
  ['a camera raw picture', brands('crx ', 'isom'), pictures],
  ['a camera raw picture', bytes('FUJIFILMCCD-RAW 0201'), pictures],
  ['a Photoshop file', bytes('8BPS\0\x01'), pictures],
  ['a BMP picture', bytes('BM\x36\0\0\0'), pictures],
  ['a JPEG XL picture', bytes('\xff\x0a'), pictures],
  ['a JPEG 2000 picture', bytes('\0\0\0\x0cjP  \r\n\x87\n'), pictures],
  ['an SVG drawing', bytes('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg">'), pictures],
  ['an AVI video', bytes('RIFF\0\0\0\0AVI LIST'), videos],
  ['an MKV video', bytes('\x1a\x45\xdf\xa3\xa3\x42\x82\x88matroska'), videos],
  ['a Windows Media file', bytes('\x30\x26\xb2\x75\x8e\x66\xcf\x11'), videos],
  ['a Flash video', bytes('FLV\x01'), videos],
  ['an MPEG video', bytes('\0\0\x01\xba'), videos],
  ['an AVCHD or MPEG video', packets(), videos],
])('[FIX-23] %s is refused by its name, with what to do', (name, head, advice) => {
  expect(formatOfHead(head, 'fog.xyz')).toMatchObject({
    failure: 'invalid_file_type',
    title: 'Invalid file type',
    message: `fog.xyz is ${name}, which we don’t take. ${advice}`,
  });
});

it.each([
  ['words', bytes('Dear creator')],
  ['a web page', bytes('<!doctype html><html><svg></svg></html>')],
  ['a document', bytes('%PDF-1.7')],
  ['a sound', brands('M4A ', 'mp42')],
  ['a sound of Windows', bytes('RIFF\0\0\0\0WAVE')],
  ['an archive', bytes('PK\x03\x04')],
])('[FIX-23] [MEDIA-01] %s is neither picture nor video', (_what, head) => {
  expect(formatOfHead(head)).toMatchObject({ message: 'Please upload an image or video file' });
});

it('[FIX-23] an empty file is called empty', () => {
  expect(formatOfHead(new Uint8Array())).toMatchObject({ failure: 'empty_file', title: 'Empty file' });
});

it('[FIX-23] whatever bytes a file begins with, there is an answer', () => {
  const begin = fc.constantFrom('', '\0\0\0\x20ftyp', '\xff\xff\xff\xffftypheic', 'RIFF', '\x1a\x45\xdf\xa3', '<?xml');
  fc.assert(
    fc.property(begin, fc.uint8Array({ maxLength: headBytes }), (magic, rest) => {
      const answer = formatOfHead(Uint8Array.of(...bytes(magic), ...rest).subarray(0, headBytes));
      expect(isFailure(answer) ? answer.title : answer.name).not.toBe('');
    }),
  );
});
