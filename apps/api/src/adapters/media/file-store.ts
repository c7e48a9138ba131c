import { randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import type { Stats } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { contentTypeOf, contentTypeToPut } from './keys.ts';
import type { ReadAhead, MediaStore, StoredMedia } from './port.ts';

const sync = async (path: string) => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

const openStored = async (folder: string, key: string, ahead?: ReadAhead): Promise<StoredMedia | null> => {
  const contentType = contentTypeOf(key);
  if (!contentType) return null;
  const file = join(folder, key);
  // Opened before its size is returned, so that its bytes stay readable if it is deleted in between.
  let opened: FileHandle | null = null;
  try {
    if (ahead) opened = await open(file, 'r');
    const found = await (opened ? opened.stat() : stat(file));
    if (found.isFile()) return storedMediaOf(file, { found, contentType, opened });
  } catch (error) {
    await opened?.close();
    if (!isMissing(error)) throw error;
  }
  await opened?.close();
  return null;
};

interface Found {
  readonly found: Stats;
  readonly contentType: string;
  readonly opened: FileHandle | null;
}

const storedMediaOf = (file: string, { found, contentType, opened }: Found): StoredMedia => {
  let unread = opened;
  return {
    size: found.size,
    contentType,
    // A rewritten preview has the same size, and may follow within the clock's step; its file is always another one.
    etag: `"${[found.size, Math.floor(found.mtimeMs), found.ino].map((part) => part.toString(36)).join('-')}"`,
    read: (range) => {
      const taken = unread;
      unread = null;
      return taken ? taken.createReadStream(range) : createReadStream(file, range);
    },
    // Also after a reader left before the first byte: a file handle that is never closed crashes the process.
    close: () => void opened?.close(),
  };
};

/** Stores media as files under `folder`. Opening it deletes files that a crash left half-written. */
export const openFileMediaStore = async ({ folder }: { readonly folder: string }): Promise<MediaStore> => {
  const originals = join(folder, 'originals');
  const previews = join(folder, 'previews');
  const incoming = join(folder, 'incoming');
  await rm(incoming, { recursive: true, force: true });
  for (const each of [originals, previews, incoming]) await mkdir(each, { recursive: true, mode: 0o700 });

  const put = async (target: string, key: string, write: (file: string) => Promise<void>) => {
    contentTypeToPut(key);
    const temporary = join(incoming, randomUUID());
    const file = join(target, key);
    try {
      await write(temporary);
      await sync(temporary);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await rename(temporary, file);
      await sync(dirname(file));
    } finally {
      await rm(temporary, { force: true });
    }
  };

  const remove = async (folder: string, key: string) => {
    if (!contentTypeOf(key)) return;
    try {
      await unlink(join(folder, key));
      await sync(dirname(join(folder, key)));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  };

  return {
    putOriginal: (key, file) =>
      put(originals, key, (temporary) => copyFile(file, temporary, constants.COPYFILE_FICLONE)),
    openOriginal: (key) => openStored(originals, key),
    signedOriginalUrl: () => Promise.resolve(null),
    deleteOriginal: (key) => remove(originals, key),
    putPreview: (key, bytes) => put(previews, key, (temporary) => writeFile(temporary, bytes)),
    openPreview: (key, ahead) => openStored(previews, key, ahead),
    deletePreview: (key) => remove(previews, key),
  };
};
