import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Media } from '@tessera/domain/content/content-events';
import { noDeclaration } from '@tessera/domain/declaration';
import { renditionFormats, renditionOf } from '@tessera/domain/content/media/renditions';
import { publicPaths } from '../../../../test/fixtures/media/hostile-checks.ts';
import { mp4 } from '../../../../test/fixtures/media/hostile-films.ts';
import { newDataDir, sha256, startMediaApp } from '../../../../test/fixtures/media/media-app.ts';
import type { MediaApp } from '../../../../test/fixtures/media/media-app.ts';
import { photo, planted, plantedOriginals } from '../../../../test/fixtures/media/pictures.ts';
import { needs } from '../../../../test/support/servers/needs.ts';
import { s3Missing, startS3 } from '../../../../test/support/servers/s3-server.ts';
import { MediaStoreUnavailable } from '../adapters/media/port.ts';
import type { MediaStore } from '../adapters/media/port.ts';
import { openS3MediaStore } from '../adapters/media/s3-store.ts';
import { MediaLibrary } from './media-library.ts';
import { previewOf } from './pictures/preview.ts';
import { withPreviewRights } from './rights/preview-packet.ts';
import { rightsOf } from './rights/rights.ts';
import { storePreview } from './stored-media.ts';
import { UploadSweep } from './uploads/upload-sweep.ts';
import { changed } from '../../../../test/support/doubles/changed.ts';

const widths = [320, 640, 700];
const formatOf = (path: string) => path.slice(path.lastIndexOf('.') + 1);

let picture: Buffer;
let dataDir: string;
let apps: MediaApp[];
beforeAll(async () => {
  picture = await photo(700, 200);
});
beforeEach(async () => {
  dataDir = await newDataDir();
  apps = [];
});
afterEach(async () => {
  for (const app of apps) await app.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const start = async (wrapStore?: (store: MediaStore) => MediaStore) => {
  const app = await startMediaApp(dataDir, wrapStore);
  apps.push(app);
  return app;
};
const storedNames = async () => {
  const entries = await readdir(join(dataDir, 'media', 'previews'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};
const mediaOf = (app: MediaApp, url: string) => app.app.get(MediaLibrary).claim(app.idOf(url), 'ada');
/** Returns the URL of the same upload at another process. */
const urlAt = (app: MediaApp, url: string) => `${app.origin}/api/uploads/${app.idOf(url)}`;
const namesOf = (media: Media) => publicPaths(media).map((path) => path.slice(path.lastIndexOf('/') + 1));

it.each([
  ['a picture', () => picture, widths],
  ['a video', mp4, [320, 640, 960, 1280]],
])(
  '[MEDIA-22][MEDIA-25] %s is public in each width and format, and nothing else of it',
  async (_what, original, expected) => {
    const app = await start();
    const url = await app.upload('ada', original());
    expect((await app.processed('ada', url)).status).toBe(200);
    const media = await mediaOf(app, url);
    expect(media.widths).toEqual(expected);
    for (const path of publicPaths(media)) {
      const response = await fetch(`${app.origin}/media/${path}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('Content-Type')).toBe(`image/${formatOf(path)}`);
      expect(response.headers.get('Cache-Control')).toBe('public, max-age=3600, must-revalidate');
    }
    expect((await storedNames()).sort()).toEqual(namesOf(media).sort());
  },
);

it('[MEDIA-27] no file that the server hands out reveals a location or a person', async () => {
  const app = await start();
  for (const [, make] of plantedOriginals) await app.processed('ada', await app.upload('ada', await make()));
  const folder = join(dataDir, 'media', 'previews', 'creator', 'images');
  const names = await readdir(folder);
  expect(names).toHaveLength(plantedOriginals.length * 5);
  for (const name of names) expect((await readFile(join(folder, name))).includes(planted)).toBe(false);
});

describe('a store that fails in the middle', () => {
  it.each([0, 1, 5, 6])(
    'after %d public files leaves nothing incomplete: the next attempt replaces them',
    async (putMax) => {
      let puts = 0;
      let mended = false;
      const app = await start((store) =>
        changed(store, {
          putPreview: async (key, bytes) => {
            if (!mended && (puts += 1) > putMax) throw new MediaStoreUnavailable('away');
            await store.putPreview(key, bytes);
          },
        }),
      );
      const url = await app.upload('ada', picture);
      expect(await app.result('ada', url)).toEqual({ status: 202, body: { status: 'processing' } });
      const left = await storedNames();
      expect(left).toHaveLength(putMax);
      mended = true;
      await app.app.get(UploadSweep).sweep();
      expect((await app.processed('ada', url)).status).toBe(200);
      const names = namesOf(await mediaOf(app, url));
      expect(names).toEqual(expect.arrayContaining(left));
      expect((await storedNames()).sort()).toEqual(names.sort());
    },
  );
});

it('what a killed process stored is replaced under the same names, and its late completion changes nothing', async () => {
  let go = () => {};
  let reached = () => {};
  const gate = new Promise<void>((resolve) => (go = resolve));
  const stuck = new Promise<void>((resolve) => (reached = resolve));
  const dead = await start((store) =>
    changed(store, {
      putPreview: async (key, bytes) => {
        await store.putPreview(key, bytes);
        if (!/-[0-9a-f]{16}\.webp$/.test(key)) return;
        reached();
        await gate;
      },
    }),
  );
  const url = await dead.upload('ada', picture);
  await stuck;
  const left = await storedNames();
  const next = await start();
  expect((await next.processed('ada', urlAt(next, url))).status).toBe(200);
  const media = await mediaOf(next, url);
  expect(namesOf(media).sort()).toEqual(left.sort());
  go();
  await dead.stop();
  apps = [next];
  expect(await mediaOf(next, url)).toEqual(media);
  const original = await next.store.openOriginal(media.original);
  expect(original && sha256(await buffer(original.read()))).toBe(sha256(picture));
  expect((await storedNames()).sort()).toEqual(left.sort());
});

needs('S3 server', s3Missing)('previews in S3', () => {
  it('have the same paths, and a second attempt replaces them', async () => {
    const s3 = await startS3();
    const folder = await mkdtemp(join(tmpdir(), 'tessera-renditions-'));
    try {
      const store = await openS3MediaStore(s3.bucket);
      const file = join(folder, 'original');
      await writeFile(file, picture);
      const preview = await previewOf(file, 1_000_000);
      const of = {
        creator: 'Mara Lindqvist',
        content_id: 'item-1',
        published_at: '2026-11-25',
        declared: noDeclaration,
      };
      const rights = rightsOf(of, 'https://tessera.example');
      const path = 'creator/images/1-0123456789abcdef.webp';
      let puts = 0;
      const failing: MediaStore = changed(store, {
        putPreview: async (key) => {
          if ((puts += 1) > 3) throw new MediaStoreUnavailable('away');
          await store.putPreview(key, Buffer.from('half'));
        },
      });
      await expect(storePreview(failing, path, preview, rights)).rejects.toThrow('away');
      expect(await store.openPreview(path)).toBeNull();
      const stored = await storePreview(store, path, preview, rights);
      const { width, height, placeholder } = preview;
      expect(stored).toEqual({ media_url: path, width, height, placeholder, widths });
      for (const rendition of preview.renditions) {
        for (const format of renditionFormats) {
          const found = await store.openPreview(renditionOf(path, rendition.width, format));
          expect(found?.contentType).toBe(`image/${format}`);
          expect(found && (await buffer(found.read()))).toEqual(withPreviewRights(rendition[format], rights));
        }
      }
    } finally {
      await s3.remove();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
