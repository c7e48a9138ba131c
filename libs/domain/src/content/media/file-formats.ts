import type { Failure } from '../../kernel/failure.ts';
import { emptyFile, invalidFileType } from './media-failures.ts';

/** A format that is taken. */
export interface TakenFormat {
  readonly name: string;
  readonly mediaType: 'image' | 'video';
  readonly contentType: string;
  /** What its originals are stored and delivered as, without a dot. */
  readonly extension: string;
}

/** A format of pictures or videos that is recognized, but not taken. */
interface OtherFormat {
  /** With its article: 'a TIFF picture'. */
  readonly refusedName: string;
  readonly mediaType: 'image' | 'video';
}

const picture = (name: string, extension: string): TakenFormat => ({
  name,
  mediaType: 'image',
  contentType: `image/${name.toLowerCase()}`,
  extension,
});

/** What is taken, in the browser and by the service: each judges a file by `formatOfHead`. */
const taken = {
  jpeg: picture('JPEG', 'jpg'),
  png: picture('PNG', 'png'),
  gif: picture('GIF', 'gif'),
  webp: picture('WebP', 'webp'),
  avif: picture('AVIF', 'avif'),
  heic: picture('HEIC', 'heic'),
  mp4: { name: 'MP4', mediaType: 'video', contentType: 'video/mp4', extension: 'mp4' },
  m4v: { name: 'M4V', mediaType: 'video', contentType: 'video/x-m4v', extension: 'm4v' },
  quicktime: { name: 'MOV', mediaType: 'video', contentType: 'video/quicktime', extension: 'mov' },
  webm: { name: 'WebM', mediaType: 'video', contentType: 'video/webm', extension: 'webm' },
} as const satisfies Record<string, TakenFormat>;

/** As many bytes from a file's beginning as tell its format. */
export const headBytes = 4_096;

const other = (mediaType: 'image' | 'video', refusedName: string): OtherFormat => ({ mediaType, refusedName });
const namesOf = (mediaType: 'image' | 'video') =>
  Object.values(taken).flatMap((format: TakenFormat) => (format.mediaType === mediaType ? [format.name] : []));
const listed = (names: readonly string[]) => new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names);

/** What to save a file as whose format isn't taken. */
const advice = {
  image: `Please save it as ${listed(namesOf('image'))} and upload that`,
  video: `Please save it as ${listed(namesOf('video'))} and upload that`,
} as const;

/** The bytes as characters, one each. */
const textIn = (head: Uint8Array, start: number, end: number) => String.fromCharCode(...head.subarray(start, end));

/** What begins with these characters. */
const magics: readonly (readonly [text: string, format: TakenFormat | OtherFormat])[] = [
  ['\xff\xd8\xff', taken.jpeg],
  ['\x89PNG\r\n\x1a\n', taken.png],
  ['GIF87a', taken.gif],
  ['GIF89a', taken.gif],
  ['II*\0', other('image', 'a TIFF or camera raw picture')],
  ['MM\0*', other('image', 'a TIFF or camera raw picture')],
  ['II+\0', other('image', 'a TIFF picture')],
  ['MM\0+', other('image', 'a TIFF picture')],
  ['IIU\0', other('image', 'a camera raw picture')],
  ['IIRO', other('image', 'a camera raw picture')],
  ['IIRS', other('image', 'a camera raw picture')],
  ['FUJIFILMCCD-RAW', other('image', 'a camera raw picture')],
  ['FOVb', other('image', 'a camera raw picture')],
  ['8BPS', other('image', 'a Photoshop file')],
  ['BM', other('image', 'a BMP picture')],
  ['\0\0\x01\0', other('image', 'an icon')],
  ['\xff\x0a', other('image', 'a JPEG XL picture')],
  ['\0\0\0\x0cJXL \r\n\x87\n', other('image', 'a JPEG XL picture')],
  ['\0\0\0\x0cjP  \r\n\x87\n', other('image', 'a JPEG 2000 picture')],
  ['\xff\x4f\xff\x51', other('image', 'a JPEG 2000 picture')],
  ['gimp xcf', other('image', 'a GIMP file')],
  ['v/1\x01', other('image', 'an OpenEXR picture')],
  ['FLV\x01', other('video', 'a Flash video')],
  ['\x30\x26\xb2\x75\x8e\x66\xcf\x11', other('video', 'a Windows Media file')],
  ['\0\0\x01\xba', other('video', 'an MPEG video')],
  ['\0\0\x01\xb3', other('video', 'an MPEG video')],
];

const ofRiff = (head: Uint8Array) => {
  const kind = textIn(head, 8, 12);
  if (kind === 'WEBP') return taken.webp;
  return kind === 'AVI ' ? other('video', 'an AVI video') : null;
};

const ofMatroska = (head: Uint8Array) =>
  textIn(head, 0, 80).includes('webm') ? taken.webm : other('video', 'an MKV video');

/** Sound, and books of it, in the container of videos. */
const soundBrands = ['M4A ', 'M4B ', 'M4P ', 'F4A ', 'F4B '];
const avifBrands = ['avif', 'avis'];
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1'];

/** The brands say what a file of this container is, whatever its name: a phone's .mp4 may be of 3GPP. */
const ofBrands = (head: Uint8Array) => {
  const end = Math.min(head.length, new DataView(head.buffer, head.byteOffset).getUint32(0));
  const major = textIn(head, 8, 12);
  const brands = [major];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(textIn(head, at, at + 4));
  // `mif1` alone says no more than that it holds pictures.
  if (avifBrands.includes(major) || heicBrands.includes(major)) {
    return brands.some((brand) => avifBrands.includes(brand)) ? taken.avif : taken.heic;
  }
  if (major === 'crx ') return other('image', 'a camera raw picture');
  if (soundBrands.includes(major)) return null;
  if (major === 'qt  ') return taken.quicktime;
  return major.startsWith('M4V') ? taken.m4v : taken.mp4;
};

/** Old QuickTime videos begin without brands, with any of these boxes. */
const firstBoxes = ['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'];
const transportPacketBytes = [188, 192, 204];

/** An MPEG transport stream, as camcorders write it: a mark at the beginning of each packet. */
const isTransportStream = (head: Uint8Array) =>
  [0, 4].some((start) =>
    transportPacketBytes.some((bytes) => [0, 1, 2].every((packet) => head[start + packet * bytes] === 0x47)),
  );

const isDrawing = (head: Uint8Array) => /^[\s\ufeff\xef\xbb\xbf]*(<\?xml[^]*)?<svg[\s>]/i.test(textIn(head, 0, 1_024));

const formatOf = (head: Uint8Array): TakenFormat | OtherFormat | null => {
  const begin = textIn(head, 0, 16);
  const magic = magics.find(([text]) => begin.startsWith(text));
  if (magic) return magic[1];
  if (begin.startsWith('RIFF')) return ofRiff(head);
  if (begin.startsWith('\x1a\x45\xdf\xa3')) return ofMatroska(head);
  const box = textIn(head, 4, 8);
  if (box === 'ftyp' && head.length >= 12) return ofBrands(head);
  if (firstBoxes.includes(box)) return taken.quicktime;
  if (isTransportStream(head)) return other('video', 'an AVCHD or MPEG video');
  return isDrawing(head) ? other('image', 'an SVG drawing') : null;
};

/**
 * Returns the format of a file by its first `headBytes` bytes alone, or why it is not taken. Its name and the type that
 * it was given don't matter: many systems give none, or a wrong one.
 * @param name what the message calls it
 */
export const formatOfHead = (head: Uint8Array, name = 'This'): TakenFormat | Failure => {
  if (head.length === 0) return emptyFile();
  const format = formatOf(head);
  if (!format) return invalidFileType();
  if ('extension' in format) return format;
  return invalidFileType({
    message: `${name} is ${format.refusedName}, which we don’t take. ${advice[format.mediaType]}`,
  });
};
