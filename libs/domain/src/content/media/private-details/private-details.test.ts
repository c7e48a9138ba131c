import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cleanMovie, cleanPicture } from './private-details.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const text = (file: Uint8Array) => Array.from(file, (byte) => String.fromCharCode(byte)).join('');

/** Each entry: its tag, and its text or the address of a further directory. */
type Entry = readonly [tag: number, value: string | readonly Entry[]];

/** Writes EXIF as cameras do: a directory, what its entries point to behind it, and further directories. */
const tiff = (entries: readonly Entry[], isLittle: boolean) => {
  const view = new DataView(new ArrayBuffer(4_096));
  let free = 8;
  const write = (directory: readonly Entry[]): number => {
    const start = free;
    free += 2 + directory.length * 12 + 4;
    view.setUint16(start, directory.length, isLittle);
    for (const [index, [tag, value]] of directory.entries()) {
      const at = start + 2 + index * 12;
      view.setUint16(at, tag, isLittle);
      const isText = typeof value === 'string';
      view.setUint16(at + 2, isText ? 2 : 4, isLittle);
      view.setUint32(at + 4, isText ? value.length : 1, isLittle);
      const target = isText && value.length <= 4 ? at + 8 : isText ? free : write(value);
      if (target !== at + 8) view.setUint32(at + 8, target, isLittle);
      if (!isText) continue;
      new Uint8Array(view.buffer).set(bytes(value), target);
      if (target === free) free += value.length;
    }
    return start;
  };
  new Uint8Array(view.buffer).set(bytes(isLittle ? 'II*\0' : 'MM\0*'));
  view.setUint32(4, write(entries), isLittle);
  return new Uint8Array(view.buffer, 0, free);
};
const camera: readonly Entry[] = [
  [0x010f, 'NIKON CORPORATION'],
  [0x0110, 'Z 8 of these'],
  [0x013b, 'Mara Lindqvist'],
  [
    0x8769,
    [
      [0x829a, 'an exposure'],
      [0x927c, 'Nikon: serial 123'],
      [0xa431, '600123456'],
      [0xa434, 'a lens model'],
    ],
  ],
  [
    0x8825,
    [
      [0x0000, '2.3'],
      [0x0001, 'N'],
      [0x0002, '55 degrees and more'],
      [0x0004, '13 degrees and more'],
    ],
  ],
];
const pixels = 'the pixels, byte by byte';
const jpeg = (exif: Uint8Array) => bytes(`\xff\xd8\xff\xe1..Exif\0\0${text(exif)}\xff\xda${pixels}`);

it.each([true, false])(
  '[FIX-24] place, serial numbers and names are told and removed, all else stays (little-endian: %s)',
  (isLittle) => {
    const file = jpeg(tiff(camera, isLittle));
    const before = text(file);
    expect([...cleanPicture(file)].toSorted()).toEqual(['name', 'place', 'serial number']);
    const after = text(file);
    expect(after).toHaveLength(before.length);
    for (const gone of ['Mara', 'degrees', '600123456', 'serial 123']) {
      expect(before).toContain(gone);
      expect(after).not.toContain(gone);
    }
    for (const kept of ['NIKON CORPORATION', 'Z 8 of these', 'an exposure', 'a lens model', pixels])
      expect(after).toContain(kept);
    // It reads as a file of what was kept: the entries are no longer there.
    expect([...cleanPicture(file)]).toEqual([]);
    expect(text(file)).toBe(after);
  },
);

it('[FIX-24] the notes of a phone, which its HDR needs, stay', () => {
  const file = jpeg(
    tiff(
      [
        [0x010f, 'Apple'],
        [0x8769, [[0x927c, 'Apple iOS notes']]],
      ],
      false,
    ),
  );
  expect([...cleanPicture(file)]).toEqual([]);
  expect(text(file)).toContain('Apple iOS notes');
});

const xmp =
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description exif:GPSLatitude="55,36.3N" aux:SerialNumber='42' ` +
  `hdrgm:Version="1.0"><Iptc4xmpExt:PersonInImage><rdf:Bag><rdf:li>Zoë</rdf:li></rdf:Bag></Iptc4xmpExt:PersonInImage>` +
  `<dc:title>Fog</dc:title></rdf:Description></x:xmpmeta>`;

it('[FIX-24] the same is true of what XMP says', () => {
  const file = bytes(`\xff\xd8..${xmp}\xff\xda${pixels}`);
  const before = text(file);
  expect([...cleanPicture(file)].toSorted()).toEqual(['name', 'place', 'serial number']);
  const after = text(file);
  expect(after.replaceAll(/ +/g, ' ')).toBe(
    before
      .replace(` exif:GPSLatitude="55,36.3N" aux:SerialNumber='42'`, '')
      .replace(/<Iptc4xmpExt:PersonInImage>.*<\/Iptc4xmpExt:PersonInImage>/, ' '),
  );
  expect(after).toHaveLength(before.length);
});

it('[FIX-24] a film loses its place alone', () => {
  const movie = bytes('moov...\xa9xyz..+55.6050+013.0038/...Northwind 2+2');
  expect([...cleanMovie(movie)]).toEqual(['place']);
  expect(text(movie)).toBe(`moov...\xa9xyz..${' '.repeat(18)}...Northwind 2+2`);
});

it('[FIX-24] whatever the bytes, the size stays, and nothing is found twice', () => {
  const begin = fc.constantFrom(
    '',
    '\xff\xd8\xff\xe1..Exif\0\0',
    '\x89PNG\r\n\x1a\n',
    'RIFF....WEBPEXIF',
    xmp.slice(0, 90),
  );
  const hurt = fc.tuple(fc.nat(400), fc.nat(255)).map(([at, byte]) => {
    const exif = tiff(camera, true);
    if (at < exif.length) exif[at] = byte;
    return text(exif);
  });
  fc.assert(
    fc.property(begin, fc.oneof(hurt, fc.string({ unit: 'binary-ascii', maxLength: 300 })), (magic, rest) => {
      const file = bytes(magic + rest);
      cleanPicture(file);
      expect(file).toHaveLength(magic.length + rest.length);
      const once = text(file);
      cleanPicture(file);
      expect(text(file)).toBe(once);
    }),
  );
});
