import fc from 'fast-check';
import { badNames } from '../../../../test/fixtures/media/hostile-names.ts';
import { someHostileFiles } from '../../../../test/fixtures/media/hostile.ts';
import type { Fate } from '../../../../test/fixtures/media/hostile-file.ts';
import { mp4, webm } from '../../../../test/fixtures/media/hostile-films.ts';
import { originalFaults, publicFaults, publicPaths } from '../../../../test/fixtures/media/hostile-checks.ts';
import { honestPicture } from '../../../../test/fixtures/media/hostile-pictures.ts';
import { newDataDir, startMediaApp } from '../../../../test/fixtures/media/media-app.ts';
import type { MediaApp } from '../../../../test/fixtures/media/media-app.ts';
import { howMany } from '../../../../test/support/sample.ts';
import { MediaLibrary } from './media-library.ts';
import { OriginalLinks } from './original-links.ts';

const fileTimeoutMs = 60_000;
const runsOfEach = howMany({ usual: 1, full: 24 });

const refusals = {
  invalid_file_type: {
    status: 415,
    body: {
      error: {
        code: 'invalid_file_type',
        title: 'Invalid file type',
        message: expect.stringMatching(
          /^Please upload an image or video file$|^This is an? .+, which we don’t take[.] Please save it as /,
        ) as string,
      },
    },
  },
  unreadable_file: {
    status: 422,
    body: { error: { code: 'unreadable_file', title: 'Upload failed', message: 'This file could not be read.' } },
  },
  picture_too_large: {
    status: 413,
    body: {
      error: {
        code: 'picture_too_large',
        title: 'Picture too large',
        message: expect.stringMatching(/picture can have at most (210|46|24) megapixels/) as string,
      },
    },
  },
} as const;

let shop: MediaApp;
beforeAll(async () => {
  shop = await startMediaApp(await newDataDir());
});
afterAll(async () => {
  await shop.stop();
  await shop.remove();
});

/** Generating a large file takes so long that the server closes the idle connection. */
const afterSilenceMs = [0, 100];

const uploaded = async (bytes: Buffer, metadata: Record<string, string>) => {
  const url = await shop.upload('ada', bytes, { metadata, retryDelays: afterSilenceMs });
  return { ...(await shop.processed('ada', url)), id: shop.idOf(url) };
};

/** Returns everything that is wrong with the files served for an accepted upload. */
const servedFaults = async (id: string, sent: Buffer, name = 'a name') => {
  const media = await shop.app.get(MediaLibrary).claim(id, 'ada');
  const original = shop.app.get(OriginalLinks).sign({ key: media.original, name, license_id: 'license-1' }, null);
  const found = await Promise.all([
    ...publicPaths(media).map((path) => publicFaults(`${shop.origin}/media/${path}`)),
    originalFaults(`${shop.origin}${original}`, sent),
  ]);
  return found.flat();
};

const isAccepted = (expected: Fate) => expected === 'image' || expected === 'video';
const titled = ({ what, expected }: { what: string; expected: Fate }) => ({
  what,
  fate: isAccepted(expected) ? `accepted as ${expected}, and all that is served of it is harmless` : 'refused',
});

describe('of the hostile files', () => {
  it.each(someHostileFiles('one by one').map((file) => ({ ...file, ...titled(file) })))(
    '[MEDIA-01][MEDIA-06] $what is $fate',
    async ({ filename, filetype, make, expected }) => {
      const bytes = await make();
      const { status, body, id } = await uploaded(bytes, { filename, filetype });
      if (expected === 'image' || expected === 'video') {
        expect({ status, body }).toMatchObject({ status: 200, body: { media_type: expected } });
        expect(await servedFaults(id, bytes)).toEqual([]);
      } else expect({ status, body }).toEqual(refusals[expected]);
    },
    fileTimeoutMs,
  );
});

it('[MEDIA-06] an original is saved under a plain name, whatever its title is', async () => {
  const bytes = await honestPicture('jpeg');
  const { id } = await uploaded(bytes, {});
  for (const name of badNames) expect(await servedFaults(id, bytes, name)).toEqual([]);
});

describe('an honest file', () => {
  const honest = {
    jpeg: () => honestPicture('jpeg'),
    'progressive jpeg': () => honestPicture('jpeg', 160, 120, { progressive: true }),
    png: () => honestPicture('png', 48, 32),
    gif: () => honestPicture('gif', 48, 32),
    webp: () => honestPicture('webp'),
    avif: () => honestPicture('avif'),
    mp4,
    webm,
  };
  const hurt = fc.record({
    flips: fc.array(fc.tuple(fc.nat({ max: 1e6 }), fc.integer({ min: 1, max: 255 })), { maxLength: 6 }),
    keptShare: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
  });
  const hurtBytes = (whole: Buffer, { flips, keptShare }: { flips: [number, number][]; keptShare: number }) => {
    const bytes = Buffer.from(whole.subarray(0, Math.ceil(whole.length * keptShare)));
    for (const [place, mask] of flips) {
      const at = place % Math.max(1, bytes.length);
      if (at < bytes.length) bytes[at] = (bytes[at] ?? 0) ^ mask;
    }
    return bytes;
  };

  it.each(Object.entries(honest))(
    '[MEDIA-01][MEDIA-06] that is a %s is accepted whole, and cut or altered it is refused or harmless',
    async (kind, make) => {
      const whole = await make();
      expect(await uploaded(whole, {})).toMatchObject({ status: 200 });
      await fc.assert(
        fc.asyncProperty(hurt, async (harm) => {
          const bytes = hurtBytes(whole, harm);
          const { status, body, id } = await uploaded(bytes, { filename: `a.${kind}` });
          if (status === 200) expect(await servedFaults(id, bytes)).toEqual([]);
          else {
            const code = (body['error'] as { code: keyof typeof refusals }).code;
            expect({ status, body }).toEqual(refusals[code]);
          }
        }),
        { numRuns: runsOfEach },
      );
    },
    fileTimeoutMs,
  );
});
