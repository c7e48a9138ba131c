import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import sharp from 'sharp';
import { until } from '../../../../../test/support/until.ts';
import { lowPriority } from '../../kernel/low-priority.ts';
import { Pictures, PictureBroken, PictureLimitExceeded } from './pictures.ts';

const flat = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#396' } });
const asThumbnail = (bytes: Buffer) => ({ kind: 'thumbnail', bytes, sideMaxPixels: 64 }) as const;

let pictures: Pictures;
let dear: Buffer;
let large: Buffer;
beforeAll(async () => {
  dear = await flat(7_990, 8_000).avif({ effort: 0 }).toBuffer();
  large = await flat(6_000, 4_000).avif({ effort: 0 }).toBuffer();
});
beforeEach(() => {
  pictures = new Pictures({ picturesAtOnce: 1 });
});

it('[SEC-01] a picture that takes more memory than it may ends its own process alone, and the next is decoded', async () => {
  const honest = await flat(400, 300).jpeg().toBuffer();
  const [first, second] = await Promise.allSettled(
    [dear, honest].map((bytes) => pictures.enqueue('ada', (maker) => maker.make(asThumbnail(bytes)))),
  );
  expect(first).toMatchObject({ status: 'rejected', reason: expect.any(PictureLimitExceeded) as unknown });
  expect(second?.status === 'fulfilled' && (await sharp(second.value).metadata())).toMatchObject({ width: 64 });
});

it('[SEC-01] an AVIF is refused by what its decoding costs before a pixel is decoded, and what may pass does', async () => {
  const bounds = { formats: ['heif'], pixelsMax: 120_000_000 };
  const logoOf = (bytes: Buffer) => pictures.enqueue('acme', (maker) => maker.make({ kind: 'logo', bytes, bounds }));
  expect(await logoOf(dear)).toEqual({ refused: 'too expensive', kindName: 'An AVIF picture', megapixels: 24 });
  expect(await logoOf(large)).toBeInstanceOf(Buffer);
});

it('a file that is not a picture is broken, rather than over the limit', async () => {
  const work = pictures.enqueue('ada', (maker) => maker.make(asThumbnail(Buffer.from('no picture'))));
  await expect(work).rejects.toThrow(PictureBroken);
});

it('a stop ends running tasks immediately, and starts no waiting ones', async () => {
  const all = [1, 2].map(() => pictures.enqueue('ada', (maker) => maker.make(asThumbnail(large))));
  pictures.stop();
  const ended = await Promise.allSettled(all);
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

(process.platform === 'linux' ? it : it.skip)('the process that decodes stands back behind sales', async () => {
  const work = pictures.enqueue('ada', (maker) => maker.make(asThumbnail(large)));
  const children = () => readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
  const priorityOf = (child: string) => {
    try {
      return getPriority(Number(child));
    } catch {
      // It has ended in the meantime.
      return undefined;
    }
  };
  await until('it stands back', () => Promise.resolve(children().some((child) => priorityOf(child) === lowPriority)));
  pictures.stop();
  await expect(work).rejects.toThrow();
});
