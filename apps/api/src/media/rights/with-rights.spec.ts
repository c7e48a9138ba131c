import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { rights } from '../../../../../test/fixtures/media/rights.ts';
import { exiftoolMissing } from '../../../../../test/support/servers/exiftool.ts';
import { needs } from '../../../../../test/support/servers/needs.ts';
import type { StoredMedia } from '../../adapters/media/port.ts';
import { xmpOf } from './packet.ts';
import { emptyPacket, withPreviewRights } from './preview-packet.ts';
import type { Rights } from './rights.ts';
import { withRights } from './with-rights.ts';

const stored = (bytes: Buffer, contentType: string): StoredMedia => ({
  size: bytes.length,
  contentType,
  etag: '"as-stored"',
  read: ({ start, end } = { start: 0, end: bytes.length - 1 }) => Readable.from([bytes.subarray(start, end + 1)]),
  close: () => undefined,
});
const written = async (bytes: Buffer, contentType: string, of = rights) =>
  buffer((await withRights(stored(bytes, contentType), of)).read());

const segment = (kind: number, content: Buffer) => {
  const header = Buffer.from([0xff, kind, 0, 0]);
  header.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([header, content]);
};
const chunk = (type: string, content: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};
const riff = (type: string, content: Buffer) => {
  const header = Buffer.alloc(8);
  header.write(type, 'latin1');
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content, Buffer.alloc(content.length % 2)]);
};
const box = (type: string, content: Buffer) => {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(8 + content.length);
  return Buffer.concat([size, Buffer.from(type, 'latin1'), content]);
};

const bytes = (maxLength = 60) => fc.uint8Array({ maxLength }).map((each) => Buffer.from(each));
const inOrder = <Part>(...parts: fc.Arbitrary<Part>[]) => fc.array(fc.oneof(...parts), { maxLength: 8 });
/** A part of a file: either old rights, which are replaced, or anything else. */
interface Part {
  readonly bytes: Buffer;
  readonly isRights: boolean;
}
const kept = (each: Buffer): Part => ({ bytes: each, isRights: false });
const replaced = (each: Buffer): Part => ({ bytes: each, isRights: true });
const joined = (parts: readonly Part[]) => Buffer.concat(parts.map((part) => part.bytes));
const joinedKept = (parts: readonly Part[]) => joined(parts.filter(({ isRights }) => !isRights));
const named = (name: string, content: Buffer) => Buffer.concat([Buffer.from(name, 'latin1'), content]);
const oldId = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');

const jpegParts = inOrder(
  bytes().map((each) => kept(segment(0xe0, named('JFIF\0', each)))),
  bytes().map((each) => kept(segment(0xe1, named('Exif\0\0', each)))),
  bytes().map((each) => kept(segment(0xe2, named('ICC_PROFILE\0', each)))),
  bytes().map((each) => kept(segment(0xfe, each))),
  bytes().map((each) => kept(Buffer.concat([Buffer.from([0xff]), segment(0xdb, each)]))),
  bytes().map((each) => replaced(segment(0xe1, named('http://ns.adobe.com/xap/1.0/\0', each)))),
  bytes().map((each) => kept(segment(0xe1, named('http://ns.adobe.com/xmp/extension/\0', each)))),
  bytes().map((each) => kept(segment(0xed, named('Photoshop 3.0\0not a resource', each)))),
);

it('[GAL-19] only the rights of a JPEG change, whatever its segments', async () => {
  await fc.assert(
    fc.asyncProperty(jpegParts, bytes(200), async (parts, picture) => {
      const scan = Buffer.concat([segment(0xda, Buffer.from([1, 2, 3])), picture, Buffer.from([0xff, 0xd9])]);
      const start = Buffer.from([0xff, 0xd8]);
      const out = await written(Buffer.concat([start, joined(parts), scan]), 'image/jpeg');
      const xmp = segment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${xmpOf(rights)}`));
      const at = out.indexOf(xmp);
      const next = at + xmp.length;
      const iptcEnd = next + 2 + out.readUInt16BE(next + 2);
      expect(out.subarray(next, next + 2)).toEqual(Buffer.from([0xff, 0xed]));
      const rest = Buffer.concat([out.subarray(0, at), out.subarray(iptcEnd)]);
      expect(rest.equals(Buffer.concat([start, joinedKept(parts), scan]))).toBe(true);
    }),
  );
});

it('[GAL-19] what Photoshop stores besides the rights stays: a path, a resolution', async () => {
  const resource = (id: number, data: string) => {
    const header = Buffer.from('8BIM\0\0\0\0\0\0\0\0', 'latin1');
    header.writeUInt16BE(id, 4);
    header.writeUInt32BE(data.length, 8);
    return Buffer.concat([header, Buffer.from(data), Buffer.alloc(data.length % 2)]);
  };
  const [path, iptc, size] = [resource(0x07d0, 'a path'), resource(0x0404, 'old'), resource(0x03ed, 'dots')];
  const photoshop = segment(0xed, named('Photoshop 3.0\0', Buffer.concat([path, iptc, size])));
  const rest = Buffer.concat([segment(0xda, Buffer.alloc(3)), Buffer.from('pixels')]);
  const out = await written(Buffer.concat([Buffer.from([0xff, 0xd8]), photoshop, rest]), 'image/jpeg');
  const cleared = segment(0xed, named('Photoshop 3.0\0', Buffer.concat([path, size])));
  expect(out.subarray(-rest.length - cleared.length).equals(Buffer.concat([cleared, rest]))).toBe(true);
});

it('[GAL-19] only the rights of a PNG change, whatever its chunks', async () => {
  const parts = inOrder(
    bytes().map((each) => kept(chunk('gAMA', each))),
    bytes().map((each) => kept(chunk('tEXt', named('Title\0', each)))),
    bytes().map((each) => replaced(chunk('iTXt', named('XML:com.adobe.xmp\0', each)))),
    bytes().map((each) => replaced(chunk('zTXt', named('Raw profile type iptc\0', each)))),
  );
  await fc.assert(
    fc.asyncProperty(parts, bytes(200), async (between, pixels) => {
      const head = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', Buffer.alloc(13))]);
      const tail = Buffer.concat([chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
      const out = await written(Buffer.concat([head, joined(between), tail]), 'image/png');
      const ours = chunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${xmpOf(rights)}`));
      expect(out.equals(Buffer.concat([head, ours, joinedKept(between), tail]))).toBe(true);
    }),
  );
});

it('[GAL-19] only the rights, the length and the flag of a WebP change, whatever its chunks', async () => {
  const parts = inOrder(
    bytes().map((each) => kept(riff('ANMF', each))),
    bytes().map((each) => kept(riff('EXIF', each))),
    bytes().map((each) => replaced(riff('XMP ', each))),
  );
  const whole = (flags: number, content: Buffer) =>
    riff('RIFF', Buffer.concat([Buffer.from('WEBP'), riff('VP8X', Buffer.from([flags, ...Buffer.alloc(9)])), content]));
  await fc.assert(
    fc.asyncProperty(parts, bytes(), async (chunks, behind) => {
      const out = await written(Buffer.concat([whole(0x02, joined(chunks)), behind]), 'image/webp');
      const ours = riff('XMP ', Buffer.from(xmpOf(rights)));
      expect(out.equals(Buffer.concat([whole(0x06, Buffer.concat([joinedKept(chunks), ours])), behind]))).toBe(true);
    }),
  );
});

it('[GAL-19] every box of a video keeps its place and its bytes; an old packet becomes free space', async () => {
  const parts = inOrder(
    bytes().map((each) => kept(box('moov', each))),
    bytes().map((each) => kept(box('mdat', each))),
    bytes().map((each) => replaced(box('uuid', Buffer.concat([oldId, each])))),
  );
  await fc.assert(
    fc.asyncProperty(parts, fc.boolean(), bytes(200), async (boxes, isOpen, film) => {
      const last = box('mdat', film);
      const open = Buffer.from(last);
      if (isOpen) open.writeUInt32BE(0);
      const out = await written(Buffer.concat([joined(boxes), open]), 'video/mp4');
      const cleared = boxes.map((part) =>
        part.isRights
          ? Buffer.concat([part.bytes.subarray(0, 4), Buffer.from('free'), part.bytes.subarray(8)])
          : part.bytes,
      );
      const ours = box('uuid', Buffer.concat([oldId, Buffer.from(xmpOf(rights))]));
      expect(out.equals(Buffer.concat([...cleared, last, ours]))).toBe(true);
    }),
  );
});

const picture = (format: 'jpeg' | 'png' | 'webp', options: { lossless?: boolean; alpha?: boolean } = {}) => {
  const background = { r: 200, g: 90, b: 20, alpha: options.alpha ? 0.5 : 1 };
  const made = sharp({ create: { width: 61, height: 43, channels: options.alpha ? 4 : 3, background } });
  if (format === 'jpeg')
    return made
      .jpeg()
      .withExif({ IFD0: { Software: 'a camera' } })
      .toBuffer();
  return format === 'png' ? made.png().toBuffer() : made.webp({ lossless: options.lossless ?? false }).toBuffer();
};
const samples = [
  ['jpg', 'image/jpeg', () => picture('jpeg')],
  ['png', 'image/png', () => picture('png')],
  ['webp', 'image/webp', () => picture('webp')],
  ['webp', 'image/webp', () => picture('webp', { lossless: true })],
  ['webp', 'image/webp', () => picture('webp', { lossless: true, alpha: true })],
] as const;

it('[GAL-19] a real picture shows the same pixels, and its rights are read back', async () => {
  for (const [, type, make] of samples) {
    const before = await make();
    const after = await written(before, type);
    const read = await sharp(after).metadata();
    expect(read.xmpAsString).toBe(xmpOf(rights));
    expect(read).toMatchObject({ width: 61, height: 43, hasAlpha: (await sharp(before).metadata()).hasAlpha });
    expect((await sharp(after).raw().toBuffer()).equals(await sharp(before).raw().toBuffer())).toBe(true);
    // Writing it again gives the same file: nothing accumulates.
    expect((await written(after, type)).equals(after)).toBe(true);
  }
});

it('[GAL-19] any range of a file reads like that part of the whole, and its length is known in advance', async () => {
  const media = await withRights(stored(await picture('jpeg'), 'image/jpeg'), rights);
  const whole = await buffer(media.read());
  expect(media.size).toBe(whole.length);
  const places = fc.tuple(fc.nat(whole.length - 1), fc.nat(whole.length - 1));
  await fc.assert(
    fc.asyncProperty(places, async ([one, other]) => {
      const range = { start: Math.min(one, other), end: Math.max(one, other) };
      expect((await buffer(media.read(range))).equals(whole.subarray(range.start, range.end + 1))).toBe(true);
    }),
  );
});

it('[GAL-19] a file has the same entity tag for the same rights, and another for others', async () => {
  const file = stored(await picture('png'), 'image/png');
  const tag = async (of: Rights) => (await withRights(file, of)).etag;
  expect(await tag(rights)).toBe(await tag({ ...rights }));
  expect(await tag({ ...rights, allowsDataMining: true })).not.toBe(await tag(rights));
});

const pixels = sharp({ create: { width: 40, height: 30, channels: 3, background: '#4c5f78' } });
const previews = () =>
  Promise.all((['avif', 'webp'] as const).map((format) => pixels.clone()[format]().withXmp(emptyPacket).toBuffer()));

it('[GAL-19] a preview’s rights can be rewritten in their reserved space, whatever the name', async () => {
  const files = await previews();
  const names = fc.string({ unit: 'binary', maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(names, fc.boolean(), async (creator, allowsDataMining) => {
      const of = {
        ...rights,
        creator,
        credit: `${creator} / Tessera`,
        copyright: `© 2026 ${creator}`,
        allowsDataMining,
      };
      for (const file of files) {
        const once = withPreviewRights(file, of);
        expect(once).toHaveLength(file.length);
        expect(once?.toString()).toContain(allowsDataMining ? 'DMI-ALLOWED' : 'DMI-PROHIBITED');
        const again = once && withPreviewRights(withPreviewRights(once, rights) ?? once, of);
        expect(again && once && again.equals(once)).toBe(true);
      }
    }),
    { numRuns: 50 },
  );
  for (const file of files) {
    const written = withPreviewRights(file, rights) ?? file;
    expect((await sharp(written).metadata()).xmpAsString?.replace(/ +(?=<[?]xpacket end)/, '')).toBe(xmpOf(rights));
    expect((await sharp(written).raw().toBuffer()).equals(await sharp(file).raw().toBuffer())).toBe(true);
    // A preview from before has no space for it.
    expect(withPreviewRights(await pixels.clone().webp().toBuffer(), rights)).toBeNull();
  }
});

it('[GAL-19] a truncated file, or one of a format without rights, is sent as stored', async () => {
  const whole = await picture('jpeg');
  const cut = fc.tuple(fc.nat(whole.length), fc.constantFrom('image/jpeg', 'image/png', 'image/webp', 'image/gif'));
  await fc.assert(
    fc.asyncProperty(cut, async ([length, type]) => {
      const file = whole.subarray(0, length);
      const out = await written(file, type);
      const isPicture = type === 'image/jpeg' && file.includes(Buffer.from([0xff, 0xda]));
      if (!isPicture) expect(out.equals(file)).toBe(true);
    }),
  );
});

it('a creator’s name never exceeds the packet', () => {
  const named = xmpOf({ ...rights, creator: '</rdf:li><x a="b">\u0000\u0008' });
  expect(named).toContain('<rdf:li>&lt;/rdf:li&gt;&lt;x a=&quot;b&quot;&gt;</rdf:li>');
});

needs('exiftool', exiftoolMissing)('with exiftool', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tessera-rights-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('[GAL-19] reads the rights from every format that has them, without warnings', async () => {
    const { ExifTool } = await import('exiftool-vendored');
    const tool = new ExifTool();
    const film = Buffer.concat([
      box('ftyp', Buffer.from('isom\0\0\0\0isom')),
      box('mdat', Buffer.from('frames')),
      box('uuid', Buffer.concat([oldId, Buffer.from(xmpOf({ ...rights, creator: 'Someone else' }))])),
    ]);
    const films = (['mp4', 'mov'] as const).map(
      (ending) => [ending, 'video/mp4', () => Promise.resolve(film)] as const,
    );
    try {
      const of = { ...rights, isAiGenerated: true };
      const [avif, webp] = await previews();
      const files = [
        ...(await Promise.all(
          [...samples, ...films].map(async ([ending, type, make]) => [ending, await written(await make(), type, of)]),
        )),
        ['avif', avif && withPreviewRights(avif, of)],
        ['webp', webp && withPreviewRights(webp, of)],
      ] as [string, Buffer][];
      for (const [index, [ending, contents]] of files.entries()) {
        const file = join(folder, `${index}.${ending}`);
        await writeFile(file, contents);
        const tags = await tool.readRaw(file, { readArgs: ['-validate', '-XMP:all', '-IPTC:all', '-struct'] });
        expect([file, tags]).toMatchObject([
          file,
          {
            Validate: 'OK',
            Creator: [rights.creator],
            Rights: rights.copyright,
            Marked: true,
            WebStatement: rights.termsUrl,
            DataMining: 'Prohibited',
            DigitalSourceType: expect.stringMatching('/trainedAlgorithmicMedia$') as string,
            Licensor: [{ LicensorName: 'Tessera', LicensorURL: rights.itemUrl }],
          },
        ]);
        if (ending === 'jpg')
          expect(tags).toMatchObject({
            'By-line': rights.creator,
            CopyrightNotice: rights.copyright,
            CodedCharacterSet: 'UTF8',
          });
        else expect(tags).toMatchObject({ Credit: rights.credit });
      }
    } finally {
      await tool.end();
    }
  });
});
