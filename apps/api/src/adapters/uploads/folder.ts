import { mkdirSync } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import type { Locker } from '@tus/server';
import type { UploadStore } from './port.ts';

/** What it says it holds also outlives a power cut: the client of an upload that arrived does not keep the file. */
class DurableFileStore extends FileStore {
  override async write(...[stream, id, offset]: Parameters<FileStore['write']>) {
    const held = await super.write(stream, id, offset);
    const handle = await open(join(this.directory, id), 'r+');
    try {
      await handle.datasync();
    } finally {
      await handle.close();
    }
    return held;
  }
}

interface UploadFolder {
  readonly folder: string;
  readonly expiryMs: number;
  readonly locker: Locker;
}

/** Uploads as files of a folder; the protocol's notes of each lie beside it. */
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
