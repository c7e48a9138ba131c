import { openDB } from 'idb';

const database = 'tessera';
const version = 2;
/** The file of an upload from before the sign-up. */
const files = 'waiting-files';
/** The files of what accounts have not finished uploading. */
const unfinished = 'unfinished-files';

const open = () =>
  openDB<unknown>(database, version, {
    upgrade: (made) => {
      for (const name of [files, unfinished]) if (!made.objectStoreNames.contains(name)) made.createObjectStore(name);
    },
  });

const withFiles = async <T>(work: (store: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> => {
  const opened = await open();
  try {
    return await work(opened);
  } finally {
    opened.close();
  }
};

/** Keeps a file under a key in this browser, and lets go of every other but `alsoKept`. Throws when it has no room. */
export const keepFile = (key: string, file: File, alsoKept: string | undefined): Promise<void> =>
  withFiles(async (opened) => {
    // First, so that a file nobody waits for makes room for the new one.
    const keys = (await opened.getAllKeys(files)).filter((known) => known !== alsoKept);
    for (const known of keys) await opened.delete(files, known);
    await opened.put(files, file, key);
  });

/** The file kept under this key; null where there is none. */
export const keptFile = (key: string): Promise<File | null> =>
  withFiles(async (opened) => ((await opened.get(files, key)) as File | undefined) ?? null);

export const dropFile = (key: string): Promise<void> => withFiles((opened) => opened.delete(files, key));

/** Keeps one of an account's unfinished files. Throws when the browser has no room. */
export const keepUnfinishedFile = (key: string, file: File): Promise<void> =>
  withFiles(async (opened) => void (await opened.put(unfinished, file, key)));

export const unfinishedFile = (key: string): Promise<File | null> =>
  withFiles(async (opened) => ((await opened.get(unfinished, key)) as File | undefined) ?? null);

/** Lets go of every unfinished file whose key is not wanted. */
export const dropUnfinishedFiles = (unwanted: (key: string) => boolean): Promise<void> =>
  withFiles(async (opened) => {
    const keys = (await opened.getAllKeys(unfinished)).filter((key) => typeof key === 'string' && unwanted(key));
    await Promise.all(keys.map((key) => opened.delete(unfinished, key)));
  });
