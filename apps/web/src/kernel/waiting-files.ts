import { openDB } from 'idb';

const database = 'tessera';
const files = 'waiting-files';

const withFiles = async <T>(work: (store: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> => {
  const opened = await open();
  try {
    return await work(opened);
  } finally {
    opened.close();
  }
};

const open = () => openDB<unknown>(database, 1, { upgrade: (made) => void made.createObjectStore(files) });

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
