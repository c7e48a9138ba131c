import { openDB } from 'idb';

const database = 'tessera';
const version = 2;
/** The object store for the file of an upload from before the sign-up. */
const files = 'waiting-files';
/** The object store for the files of accounts' unfinished uploads. */
const unfinished = 'unfinished-files';

const open = () =>
  openDB<unknown>(database, version, {
    upgrade: (made) => {
      for (const name of [files, unfinished]) if (!made.objectStoreNames.contains(name)) made.createObjectStore(name);
    },
  });

const withFiles = async <T>(work: (opened: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> => {
  const opened = await open();
  try {
    return await work(opened);
  } finally {
    opened.close();
  }
};

/** Stores a file in this browser, and deletes all others except `alsoKept`. Throws if the browser is out of space. */
export const storeFile = (key: string, file: File, alsoKept: string | undefined): Promise<void> =>
  withFiles(async (opened) => {
    // Deleted first, to make room for the new file.
    const keys = (await opened.getAllKeys(files)).filter((known) => known !== alsoKept);
    for (const known of keys) await opened.delete(files, known);
    await opened.put(files, file, key);
  });

/** The file stored under this key; null if there is none. */
export const readStoredFile = (key: string): Promise<File | null> =>
  withFiles(async (opened) => ((await opened.get(files, key)) as File | undefined) ?? null);

export const deleteStoredFile = (key: string): Promise<void> => withFiles((opened) => opened.delete(files, key));

/** Stores a file of an account's unfinished upload. Throws if the browser is out of space. */
export const storeUnfinishedFile = (key: string, file: File): Promise<void> =>
  withFiles(async (opened) => void (await opened.put(unfinished, file, key)));

export const readUnfinishedFile = (key: string): Promise<File | null> =>
  withFiles(async (opened) => ((await opened.get(unfinished, key)) as File | undefined) ?? null);

/** Deletes every unfinished file whose key matches. */
export const deleteUnfinishedFiles = (matches: (key: string) => boolean): Promise<void> =>
  withFiles(async (opened) => {
    const keys = (await opened.getAllKeys(unfinished)).filter((key) => typeof key === 'string' && matches(key));
    await Promise.all(keys.map((key) => opened.delete(unfinished, key)));
  });
