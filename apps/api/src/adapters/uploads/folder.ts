import { mkdirSync } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import type { Locker } from '@tus/server';
import type { UploadStore } from './port.ts';

/** Bytes that it acknowledges survive a power cut, because the client no longer keeps the file once it has arrived. */
class DurableFileStore extends FileStore {
  override async write(...[stream, id, offset]: Parameters<FileStore['write']>) {
    const end = await super.write(stream, id, offset);
    const handle = await open(join(this.directory, id), 'r+');
    try {
      await handle.datasync();
    } finally {
      await handle.close();
    }
    return end;
  }
}

interface UploadFolder {
  readonly folder: string;
  readonly expiryMs: number;
  readonly locker: Locker;
}

/** Stores uploads as files in a folder, each next to the JSON file that the protocol keeps about it. */
export const openUploadFolder = ({ folder, expiryMs, locker }: UploadFolder): UploadStore => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fileOf = (id: string) => join(folder, id);
  return {
    datastore: new DurableFileStore({ directory: folder, expirationPeriodInMilliseconds: expiryMs }),
    locker,
    shared: false,
    ids: async () => [...new Set((await readdir(folder)).map((name) => name.replace(/\.json$/, '')))],
    receivedBytes: async (id) => (await stat(fileOf(id)).catch(() => null))?.size ?? 0,
    withFile: (id, use) => use(fileOf(id)),
    discard: async (id) => {
      await rm(fileOf(id), { force: true });
      await rm(`${fileOf(id)}.json`, { force: true });
    },
  };
};
