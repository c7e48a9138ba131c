import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import type { MediaStore, StoredMedia } from '../../apps/api/src/adapters/media/port.ts';

const key = 'creator/images/1.webp';
const bigBytes = 9 * 1024 * 1024 + 1;
/** Each path takes a round trip to a server, so fewer are tried than in a local check. */
const pathsTried = 60;

/** What every media store guarantees. `open` opens the same storage again, as another node would. */
export const mediaStoreContract = (
  engine: string,
  start: () => Promise<{ open: () => Promise<MediaStore>; end: () => Promise<void> }>,
  suite: jest.Describe = describe,
) =>
  suite(`the media store on ${engine}`, () => {
    let open: () => Promise<MediaStore>;
    let end: () => Promise<void>;
    let store: MediaStore;
    let folder: string;
    beforeAll(async () => {
      ({ open, end } = await start());
    });
    afterAll(() => end());
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'tessera-sent-'));
      store = await open();
    });
    afterEach(() => rm(folder, { recursive: true, force: true }));

    const bytesOf = async (media: StoredMedia | null) => media && buffer(media.read());
    const textOf = async (media: StoredMedia | null) => (await bytesOf(media))?.toString() ?? null;
    const file = async (bytes: string | Buffer) => {
      const path = join(folder, 'received');
      await writeFile(path, bytes);
      return path;
    };

    it('[MEDIA-24] a second file under a path replaces the first, and their tags differ', async () => {
      await store.putPreview(key, Buffer.from('first'));
      const first = await store.openPreview(key);
      await store.putPreview(key, Buffer.from('the second'));
      const second = await store.openPreview(key);
      expect(await textOf(second)).toBe('the second');
      expect(second).toMatchObject({ size: 10, contentType: 'image/webp' });
      expect(second?.etag).toMatch(/^"[^"]+"$/);
      expect(second?.etag).not.toBe(first?.etag);
    });

    it('[PROD-20] each version of a file has a tag of its own, even of the same size and immediately after another', async () => {
      const tags = new Set<string | undefined>();
      for (let version = 10; version < 20; version += 1) {
        await store.putPreview(key, Buffer.from(`version ${version}`));
        tags.add((await store.openPreview(key))?.etag);
      }
      expect(tags.size).toBe(10);
    });

    it('[MEDIA-27] an original is not a preview, and the sender’s file is kept', async () => {
      const sent = await file('original');
      await store.putOriginal('ada/1.jpg', sent);
      await rm(sent);
      expect(await textOf(await store.openOriginal('ada/1.jpg'))).toBe('original');
      expect(await store.openPreview('ada/1.jpg')).toBeNull();
    });

    it('what one node puts, another can open immediately', async () => {
      await store.putOriginal('ada/shared.mp4', await file('film'));
      const elsewhere = await (await open()).openOriginal('ada/shared.mp4');
      expect(elsewhere).toMatchObject({ size: 4, contentType: 'video/mp4' });
      expect(await textOf(elsewhere)).toBe('film');
    });

    it('any range of a big file is read as it was stored', async () => {
      const bytes = randomBytes(bigBytes);
      await store.putOriginal('ada/big.mov', await file(bytes));
      const media = await store.openOriginal('ada/big.mov');
      expect(media?.size).toBe(bigBytes);
      expect((await bytesOf(media))?.equals(bytes)).toBe(true);
      for (const [start, last] of [
        [0, 0],
        [5, 5_000_000],
        [bigBytes - 3, bigBytes - 1],
      ] as const) {
        const part = media && (await buffer(media.read({ start, end: last })));
        expect(part?.equals(bytes.subarray(start, last + 1))).toBe(true);
      }
    });

    it('a film and the renditions of its picture are previews too, and a player can read any part of a film', async () => {
      const bytes = randomBytes(300_000);
      for (const [extension, contentType] of [
        ['mp4', 'video/mp4'],
        ['webm', 'video/webm'],
        ['avif', 'image/avif'],
      ] as const) {
        await store.putPreview(`creator/videos/1-640.${extension}`, bytes);
        const media = await store.openPreview(`creator/videos/1-640.${extension}`);
        expect(media).toMatchObject({ size: 300_000, contentType });
        const part = media && (await buffer(media.read({ start: 1_000, end: 200_000 })));
        expect(part?.equals(bytes.subarray(1_000, 200_001))).toBe(true);
      }
    });

    it('a reader that stops halfway leaves the store as it was', async () => {
      await store.putOriginal('ada/left.mov', await file(randomBytes(bigBytes)));
      const media = await store.openOriginal('ada/left.mov');
      for (let reader = 0; reader < 20; reader += 1) {
        const reading = media?.read();
        for await (const chunk of reading ?? []) if ((chunk as Buffer).length > 0) break;
        expect(reading?.destroyed).toBe(true);
      }
      expect((await bytesOf(media))?.length).toBe(bigBytes);
    });

    it('a failed put leaves nothing behind', async () => {
      await expect(store.putOriginal('ada/none.jpg', join(folder, 'missing'))).rejects.toThrow('ENOENT');
      expect(await store.openOriginal('ada/none.jpg')).toBeNull();
    });

    it('[SEC-05] a deleted file is gone for every node, its neighbors stay, and deleting it again changes nothing', async () => {
      await store.putOriginal('ada/gone.jpg', await file('original'));
      for (const each of ['ada/gone.jpg', 'ada/stays.jpg']) await store.putPreview(each, Buffer.from('preview'));
      await store.deletePreview('ada/gone.jpg');
      expect(await store.openPreview('ada/gone.jpg')).toBeNull();
      expect(await textOf(await store.openOriginal('ada/gone.jpg'))).toBe('original');
      for (const _time of ['first', 'second']) await store.deleteOriginal('ada/gone.jpg');
      expect(await (await open()).openOriginal('ada/gone.jpg')).toBeNull();
      await store.deletePreview('never/was.webp');
      for (const path of ['', 'ada', '../ada/stays.jpg']) await store.deletePreview(path);
      expect(await textOf(await store.openPreview('ada/stays.jpg'))).toBe('preview');
      await store.putOriginal('ada/gone.jpg', await file('again'));
      expect(await textOf(await store.openOriginal('ada/gone.jpg'))).toBe('again');
    });

    it('[SEC-05] a file that was opened ahead is read completely even if it is deleted before its first byte was read', async () => {
      await store.putPreview('ada/going.webp', Buffer.from('preview'));
      const media = await store.openPreview('ada/going.webp', 'all');
      await store.deletePreview('ada/going.webp');
      expect(await textOf(media)).toBe('preview');
      media?.close();
    });

    it('an empty file is a file', async () => {
      await store.putOriginal('ada/empty.png', await file(''));
      expect(await store.openOriginal('ada/empty.png')).toMatchObject({ size: 0 });
    });

    it('files that were never stored don’t exist, and neither do invalid keys', async () => {
      const paths = [
        'ada/never.jpg',
        'ada',
        'creator/images',
        '../1.webp',
        'creator//images/1.webp',
        '.hidden.webp',
        '',
      ];
      for (const path of paths) {
        expect(await store.openPreview(path)).toBeNull();
        expect(await store.openOriginal(path)).toBeNull();
      }
    });

    it('many concurrent files all arrive', async () => {
      const keys = Array.from({ length: 30 }, (_, index) => `many/${index}.webp`);
      await Promise.all(keys.map((each) => store.putPreview(each, Buffer.from(each))));
      const texts = await Promise.all(keys.map(async (each) => textOf(await store.openPreview(each))));
      expect(texts).toEqual(keys);
    });

    it('[MEDIA-26] whatever the path, only what was stored under exactly that path is read there', async () => {
      const part = fc.constantFrom('..', '.', '', 'a', 'b.webp', 'originals', '%2e%2e', '\\', '..\\', '\0', '/etc');
      const paths = fc.oneof(
        fc.array(part, { maxLength: 6 }).map((parts) => parts.join('/')),
        fc.string(),
      );
      await store.putOriginal('a/secret.webp', await file('secret'));
      await fc.assert(
        fc.asyncProperty(paths, async (path) => {
          const taken = await store.putPreview(path, Buffer.from(path)).then(
            () => true,
            () => false,
          );
          expect(await textOf(await store.openPreview(path))).toBe(taken ? path : null);
          expect(await store.openOriginal(path)).toBeNull();
        }),
        { numRuns: pathsTried },
      );
      expect(await textOf(await store.openOriginal('a/secret.webp'))).toBe('secret');
    });
  });
