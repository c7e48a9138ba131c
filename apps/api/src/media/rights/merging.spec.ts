import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import {
  box,
  jpegSegment,
  latin1,
  uint16,
  uint32,
  withJpegSegments,
} from '../../../../../test/fixtures/media/hostile-bytes.ts';
import { rights } from '../../../../../test/fixtures/media/rights.ts';
import { exiftoolMissing } from '../../../../../test/support/servers/exiftool.ts';
import { needs } from '../../../../../test/support/servers/needs.ts';
import { iimOf, xmpOf } from './packet.ts';
import { bytesWithRights } from './with-rights.ts';
import { mergedXmp } from './xmp-merge.ts';

/** As cameras and editors write it: as attributes and as elements, with what displays need and with old rights. */
const ownXmp = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Editor 7">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:GPano="http://ns.google.com/photos/1.0/panorama/"
    xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" xmlns:xmpNote="http://ns.adobe.com/xmp/note/"
    xmlns:ps="http://ns.adobe.com/photoshop/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
    GPano:ProjectionType="equirectangular" hdrgm:Version="1.0" ps:Credit="Somebody > else" ps:City='Malmö'
    xmpNote:HasExtendedXMP="5D41402ABC4B2A76B9719D911017C592">
   <!-- <dc:creator> of a comment -->
   <dc:creator><rdf:Seq><rdf:li>Somebody else</rdf:li></rdf:Seq></dc:creator>
   <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Fog</rdf:li></rdf:Alt></dc:title>
   <Container:Directory xmlns:Container="http://ns.google.com/photos/1.0/container/"
     xmlns:Item="http://ns.google.com/photos/1.0/container/item/"><rdf:Seq>
    <rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="GainMap" Item:Mime="image/jpeg" Item:Length="1234"/></rdf:li>
   </rdf:Seq></Container:Directory>
  </rdf:Description>
  <rdf:Description rdf:about="" xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" GCamera:MotionPhoto="1">
   <r:Marked xmlns:r="http://ns.adobe.com/xap/1.0/rights/">False</r:Marked>
   <lr:hierarchicalSubject xmlns:lr="http://ns.adobe.com/lightroom/1.0/"><rdf:Bag><rdf:li>a|b</rdf:li></rdf:Bag></lr:hierarchicalSubject>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
${' '.repeat(2_000)}
<?xpacket end="w"?>`;

it('[FIX-24] XMP keeps every namespace but the rights that it states', () => {
  const merged = mergedXmp(Buffer.from(ownXmp), rights)?.toString() ?? '';
  for (const gone of ['Somebody else', 'Somebody > else', '>False<']) expect(merged).not.toContain(gone);
  // Without what was inserted and what was taken away, it is the same to the letter.
  const inserted = merged.slice(merged.lastIndexOf('<rdf:Description'), merged.indexOf('</rdf:RDF>'));
  expect(inserted).toContain('Mara Lindqvist &amp; Zoë');
  expect(merged.replace(inserted, '')).toBe(
    ownXmp
      .replace(` ps:Credit="Somebody > else"`, '')
      .replace('<dc:creator><rdf:Seq><rdf:li>Somebody else</rdf:li></rdf:Seq></dc:creator>', '')
      .replace('<r:Marked xmlns:r="http://ns.adobe.com/xap/1.0/rights/">False</r:Marked>', ''),
  );
});

it('[FIX-24] rights that are written again do not accumulate, whoever holds them', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (creator) => {
      const once = mergedXmp(Buffer.from(ownXmp), { ...rights, creator });
      const again = mergedXmp(mergedXmp(Buffer.from(ownXmp), rights), { ...rights, creator });
      expect(again?.toString()).toBe(once?.toString());
    }),
  );
});

it('[FIX-24] XMP that can’t be read gives way to the rights, whatever it is', () => {
  const cut = fc.nat(ownXmp.indexOf('</rdf:RDF>')).map((length) => ownXmp.slice(0, length));
  const broken = fc.oneof(
    cut,
    fc.string(),
    fc.constant('<!DOCTYPE a [<!ENTITY b "c">]><x/>'),
    fc.constant('<rdf:RDF/>'),
  );
  fc.assert(fc.property(broken, (own) => expect(mergedXmp(Buffer.from(own), rights)?.toString()).toBe(xmpOf(rights))));
});

it('[FIX-24] where space is short, that which editors leave goes first; then the rights stand elsewhere', () => {
  const own = Buffer.from(ownXmp);
  const whole = mergedXmp(own, rights)?.length ?? 0;
  const shorter = mergedXmp(own, rights, whole - 1);
  expect(shorter?.length).toBeLessThan(whole - 1_900);
  expect(shorter?.toString().replace(/\s+(?=<\?xpacket end)/, '')).toBe(
    mergedXmp(own, rights)
      ?.toString()
      .replace(/\s+(?=<\?xpacket end)/, ''),
  );
  expect(mergedXmp(own, rights, 1_000)).toBeNull();
});

const dataSet = (record: number, number: number, text: string | Buffer) =>
  Buffer.concat([Buffer.from([0x1c, record, number]), uint16(Buffer.byteLength(text)), Buffer.from(text)]);

it('[FIX-24] captions, keywords and places of IIM stay beside the rights, in their own letters', () => {
  const [caption, keyword] = [dataSet(2, 120, 'Fog over Malmö'), dataSet(2, 25, 'fog')];
  const utf8 = Buffer.concat([dataSet(1, 90, '\u001b%G'), dataSet(2, 0, Buffer.from([0, 4])), caption, keyword]);
  const own = Buffer.concat([utf8, dataSet(2, 80, 'Somebody else')]);
  const merged = iimOf(rights, own);
  expect(merged.includes('Somebody else')).toBe(false);
  for (const part of [caption, keyword, dataSet(2, 80, rights.creator)]) expect(merged.includes(part)).toBe(true);
  expect(iimOf(rights, merged).equals(merged)).toBe(true);
  // Of a time when each program had its own letters: nothing marks the encoding.
  const old = dataSet(2, 120, Buffer.from('Dis över Malmö', 'latin1'));
  const mixed = iimOf(rights, old);
  expect(mixed.includes(old)).toBe(true);
  expect(mixed.includes('\u001b%G')).toBe(false);
  expect(mixed.includes(dataSet(2, 80, Buffer.from(rights.creator, 'latin1')))).toBe(true);
});

/** A phone's HDR photo: a picture, a list of pictures behind its XMP, and a gain map behind its end. */
const ultraHdr = async (isLittle: boolean, listFirst = false) => {
  const flat = (width: number, background: string) =>
    sharp({ create: { width, height: 32, channels: 3, background } })
      .jpeg()
      .toBuffer();
  const [picture, map] = [await flat(48, '#963'), await flat(24, '#888')];
  const long = (value: number) => (isLittle ? uint32(value).reverse() : uint32(value));
  const short = (value: number) => (isLittle ? uint16(value).reverse() : uint16(value));
  const list = (sizes: readonly number[], distance: number) =>
    Buffer.concat([
      latin1(isLittle ? 'MPF\0II*\0' : 'MPF\0MM\0*'),
      ...[long(8), short(1), short(0xb002), short(7), long(32), long(26), long(0)],
      ...[long(0x30000), long(sizes[0] ?? 0), long(0), long(0)],
      ...[long(0), long(sizes[1] ?? 0), long(distance), long(0)],
    ]);
  const xmp = jpegSegment(0xe1, Buffer.concat([latin1('http://ns.adobe.com/xap/1.0/\0'), Buffer.from(ownXmp)]));
  const extension = jpegSegment(0xe1, latin1('http://ns.adobe.com/xmp/extension/\0 a part'));
  const build = (content: Buffer) =>
    withJpegSegments(
      picture,
      ...(listFirst ? [jpegSegment(0xe2, content), xmp, extension] : [xmp, extension, jpegSegment(0xe2, content)]),
    );
  const first = build(list([0, 0], 0));
  const distance = first.length - (first.indexOf('MPF\0') + 4);
  return {
    file: Buffer.concat([build(list([first.length, map.length], distance)), map, Buffer.from('a film of it')]),
    map,
    extension,
  };
};
/** What the list says about the second picture. */
const listedMap = (file: Buffer, isLittle: boolean) => {
  const start = file.indexOf('MPF\0') + 4;
  const long = (at: number) => (isLittle ? file.readUInt32LE(at) : file.readUInt32BE(at));
  const [firstBytes, bytes, distance] = [start + 30, start + 46, start + 50].map(long);
  return { firstBytes, map: file.subarray(start + (distance ?? 0), start + (distance ?? 0) + (bytes ?? 0)) };
};

it.each([
  [true, false],
  [false, false],
  [true, true],
  [false, true],
])(
  '[FIX-24] a gain map is found where the delivered file says (little-endian: %s, before the XMP: %s)',
  async (isLittle, listFirst) => {
    const { file, map, extension } = await ultraHdr(isLittle, listFirst);
    expect(listedMap(file, isLittle).map.equals(map)).toBe(true);
    const delivered = await bytesWithRights(file, 'image/jpeg', rights);
    expect(delivered.length).not.toBe(file.length);
    const listed = listedMap(delivered, isLittle);
    expect(listed.map.equals(map)).toBe(true);
    expect(listed.firstBytes).toBe(delivered.indexOf(map));
    expect(delivered.includes(extension)).toBe(true);
    expect(delivered.subarray(-12).toString()).toBe('a film of it');
    expect((await sharp(delivered).metadata()).xmpAsString).toContain('hdrgm:Version="1.0"');
    expect((await bytesWithRights(delivered, 'image/jpeg', rights)).equals(delivered)).toBe(true);
  },
);

it.each([
  [
    'image/png',
    async () =>
      sharp({ create: { width: 9, height: 9, channels: 3, background: '#963' } })
        .png()
        .withXmp(ownXmp)
        .toBuffer(),
  ],
  [
    'image/webp',
    async () =>
      sharp({ create: { width: 9, height: 9, channels: 3, background: '#963' } })
        .webp()
        .withXmp(ownXmp)
        .toBuffer(),
  ],
] as const)('[FIX-24] an %s keeps its other XMP', async (type, make) => {
  const delivered = await bytesWithRights(await make(), type, rights);
  const xmp = (await sharp(delivered).metadata()).xmpAsString;
  expect(xmp).toBe(mergedXmp(Buffer.from(ownXmp), rights)?.toString());
});

it('[FIX-24] a film keeps its other XMP', async () => {
  const id = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');
  const film = Buffer.concat([
    box('ftyp', latin1('isom\0\0\0\0isom')),
    box('uuid', id, Buffer.from(ownXmp)),
    box('mdat', latin1('frames')),
  ]);
  const delivered = await bytesWithRights(film, 'video/mp4', rights);
  const merged = mergedXmp(Buffer.from(ownXmp), rights) ?? Buffer.alloc(0);
  expect(delivered.subarray(-merged.length).equals(merged)).toBe(true);
});

needs('exiftool', exiftoolMissing)('with exiftool', () => {
  it('[FIX-24] an independent reader finds all that it found before, but for the rights', async () => {
    const { ExifTool } = await import('exiftool-vendored');
    const tool = new ExifTool();
    const folder = await mkdtemp(join(tmpdir(), 'tessera-merging-'));
    try {
      const made = (await ultraHdr(true)).file.toString('latin1');
      // This reader takes a bracket within quotes, which XML allows, for the end of the element.
      const file = Buffer.from(made.replace('Somebody > else', 'Somebody - else'), 'latin1');
      const read = async (name: string, bytes: Buffer) => {
        await writeFile(join(folder, name), bytes);
        const {
          SourceFile: _source,
          errors: _errors,
          ...tags
        } = await tool.readRaw(join(folder, name), {
          readArgs: ['-XMP:all', '-MPF:all', '-EXIF:all', '-ICC_Profile:all', '-G1', '-struct'],
        });
        return tags as Record<string, unknown>;
      };
      const before = await read('before.jpg', file);
      const after = await read('after.jpg', await bytesWithRights(file, 'image/jpeg', rights));
      const own = ['Creator', 'Rights', 'Credit', 'Marked', 'WebStatement', 'DataMining', 'Licensor'];
      const moved = ['MPImageStart', 'MPImageLength'];
      const others = (tags: Record<string, unknown>) =>
        Object.fromEntries(
          Object.entries(tags).filter(([name]) => ![...own, ...moved].includes(name.split(':').at(-1) ?? '')),
        );
      expect(others(after)).toEqual(others(before));
      expect(Object.keys(others(before)).some((name) => name.startsWith('XMP-GPano'))).toBe(true);
    } finally {
      await tool.end();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
