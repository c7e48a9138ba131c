import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { File as StorableFile } from 'node:buffer';
import { act } from '@testing-library/react';
import { settled } from '../testing/user.test-kit.ts';

/** More than the longest work in the database takes. */
const turnsMax = 100;

const { setImmediate } = globalThis;

// The files that the browser makes of chosen ones are of the same kind.
Object.assign(globalThis, { File: StorableFile });

const heads: Readonly<Record<string, string>> = {
  'image/jpeg': '\xff\xd8\xff\xe0.......',
  'image/png': '\x89PNG\r\n\x1a\n...',
  'image/heic': '\0\0\0\x18ftypheic\0\0\0\0mif1heic',
  'video/mp4': '\0\0\0\x0cftypisom',
};

/** As many bytes of a file of this type as tell it. */
export const headOf = (type: string) => Uint8Array.from(heads[type] ?? 'some words', (each) => each.charCodeAt(0));

/** A file that the database can copy, unlike those of jsdom. */
export const newFile = (name: string, type: string, content: string | Uint8Array<ArrayBuffer> = headOf(type)) =>
  new StorableFile([content], name, { type }) as unknown as File;
export const picture = (name: string) => newFile(name, 'image/jpeg');

/** Deletes the files, as a browser does that needs space. */
export const loseFiles = () => {
  globalThis.indexedDB = new IDBFactory();
};

const full = () => {
  throw new DOMException('full', 'QuotaExceededError');
};

/** Leaves the browser without space for files. */
export const fillDisk = () => vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full);

/** Leaves the browser without space for what is typed. */
export const fillStorage = () => vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full);

const databaseSettled = async () => {
  for (let turns = 0; turns < turnsMax; turns += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Returns once files were stored, read or deleted, and what that brought about has settled. */
export const filesSettled = async () => {
  await act(async () => {
    await databaseSettled();
    await vi.dynamicImportSettled();
    await databaseSettled();
  });
  await settled();
};

beforeEach(() => {
  // The database works by it, whatever time it is for the test.
  globalThis.setImmediate = setImmediate;
  loseFiles();
  localStorage.clear();
  sessionStorage.clear();
  Object.assign(URL, { createObjectURL: () => 'blob:preview', revokeObjectURL: () => undefined });
});
afterEach(() => vi.restoreAllMocks());
