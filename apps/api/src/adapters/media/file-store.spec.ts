import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { openFileMediaStore } from './file-store.ts';
import type { MediaStore, StoredMedia } from './port.ts';

let folder: string;
let store: MediaStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-store-'));
  store = await openFileMediaStore({ folder: join(folder, 'media') });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const textOf = async (media: StoredMedia | null) => media && (await buffer(media.read())).toString();

it('a failed put leaves nothing behind', async () => {
  await expect(store.putOriginal('ada/1.jpg', join(folder, 'missing'))).rejects.toThrow('ENOENT');
  expect(await store.openOriginal('ada/1.jpg')).toBeNull();
  expect(await readdir(join(folder, 'media', 'incoming'))).toEqual([]);
});

it('what was opened ahead is closed, even if none of it was read', async () => {
  await store.putPreview('ada/left.webp', Buffer.from('preview'));
  const media = await store.openPreview('ada/left.webp', 'all');
  const reading = media!.read();
  const closed = once(reading, 'close');
  media!.close();
  await closed;
  expect(reading.destroyed).toBe(true);
});

it('files that a crash left half-written are removed at the next start', async () => {
  const incoming = join(folder, 'media', 'incoming');
  await mkdir(incoming, { recursive: true });
  await writeFile(join(incoming, 'half'), 'ha');
  await openFileMediaStore({ folder: join(folder, 'media') });
  expect(await readdir(incoming)).toEqual([]);
});

it('[MEDIA-26] whatever the path, nothing outside the previews is written or read', async () => {
  await writeFile(join(folder, 'secret.webp'), 'secret');
  await writeFile(join(folder, 'media', 'originals', 'secret.webp'), 'secret');
  const before = await readdir(folder);
  const part = fc.constantFrom(
    '..',
    '.',
    '',
    'a',
    'b.webp',
    'secret.webp',
    'originals',
    '%2e%2e',
    '\\',
    '..\\',
    '\0',
    folder,
  );
  const paths = fc.oneof(
    fc.array(part, { maxLength: 6 }).map((parts) => parts.join('/')),
    fc.string(),
  );
  await fc.assert(
    fc.asyncProperty(paths, async (path) => {
      await store.putPreview(path, Buffer.from('mine')).catch(() => undefined);
      const found = await textOf(await store.openPreview(path));
      expect([null, 'mine']).toContain(found);
    }),
  );
  expect(await readdir(folder)).toEqual(before);
  expect(await readdir(join(folder, 'media', 'originals'))).toEqual(['secret.webp']);
});
