import { deleteUnfinishedFiles, storeUnfinishedFile, readUnfinishedFile } from './stored-files.ts';
import { unfinishedKeys } from './storage-keys.ts';
import { sessionAtom } from '../../kernel/session.ts';
import { store } from '../../kernel/store.ts';
import { localStore } from '../../kernel/browser/storage.ts';

/** How long to wait for a lock: a form in this same tab may still be closing. */
const lockWaitMs = 400;

export type UnfinishedKind = keyof typeof unfinishedKeys;

interface Address {
  readonly url: string;
  /**
   * The session that started the upload. No other session can resume it, so after a sign-out the file is sent again.
   */
  readonly session: string;
}

interface SavedFile {
  readonly id: string;
  readonly name: string;
  readonly address?: Address;
}

/** The form's input as it is kept in local storage. */
interface SavedForm {
  readonly fields: object | null;
  readonly files: readonly SavedFile[];
  /** The listing drafts of files, by file id. */
  readonly words?: Readonly<Record<string, object>>;
}

interface RestoredFile {
  readonly id: string;
  readonly file: File;
  /** Where the server collects its bytes; null if the upload can't be resumed. */
  readonly address: string | null;
  /** Its listing draft; null if it has none. */
  readonly draft: object | null;
}

interface RestoredForm {
  readonly fields: object | null;
  readonly files: readonly RestoredFile[];
  /** The names of files that the browser has deleted in the meantime. */
  readonly lost: readonly string[];
}

const emptyForm: SavedForm = { fields: null, files: [] };

/** The session id in the current access token; null if it has none. */
const currentSession = (): string | null => {
  try {
    const [, claims = ''] = (store.get(sessionAtom)?.accessToken ?? '').split('.');
    const { session_id: id } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as {
      session_id?: string;
    };
    return id ?? null;
  } catch {
    return null;
  }
};

const readSavedForm = (key: string): SavedForm | null => {
  try {
    return JSON.parse(localStore.getItem(key) ?? 'null') as SavedForm | null;
  } catch {
    return null;
  }
};

/** The keys of an account's unfinished uploads of a kind, newest first. */
const keysOf = (kind: UnfinishedKind, userId: string): string[] =>
  localStore
    .keys()
    .filter((key) => key.startsWith(`${unfinishedKeys[kind]}:${userId}:`))
    .toSorted()
    .toReversed();

const hasSavedForm = (fileKey: string) => localStore.getItem(fileKey.slice(0, fileKey.lastIndexOf('/'))) !== null;

/**
 * Returns how to release the lock; null if another tab holds it. Over plain http there are no locks, so it always
 * succeeds.
 */
const lock = (name: string): Promise<(() => void) | null> => {
  if (!('locks' in navigator)) return Promise.resolve(() => undefined);
  const signal = AbortSignal.timeout(lockWaitMs);
  return new Promise((resolve) => {
    const held = () => new Promise<void>((release) => resolve(release));
    navigator.locks.request(name, { signal }, held).catch(() => resolve(null));
  });
};

/** An id that sorts after all earlier ones. */
export const newId = (): string => {
  const random = [...crypto.getRandomValues(new Uint8Array(4))].map((byte) => byte.toString(16).padStart(2, '0'));
  return `${Date.now()}-${random.join('')}`;
};

const restoredFrom = async (key: string, form: SavedForm): Promise<RestoredForm> => {
  const session = currentSession();
  const read = await Promise.all(
    form.files.map(async ({ id, name, address }) => {
      const file = await readUnfinishedFile(`${key}/${id}`).catch(() => null);
      return { id, name, file, address: address && address.session === session ? address.url : null };
    }),
  );
  return {
    fields: form.fields,
    files: read.flatMap(({ id, file, address }) =>
      file ? [{ id, file, address, draft: form.words?.[id] ?? null }] : [],
    ),
    lost: read.filter(({ file }) => !file).map(({ name }) => name),
  };
};

/** Deletes what is kept under an unfinished upload's key. */
export const forgetUnfinished = async (key: string): Promise<void> => {
  localStore.removeItem(key);
  await deleteUnfinishedFiles((fileKey) => fileKey.startsWith(`${key}/`)).catch(() => undefined);
};

/** The files and input of one upload form, kept in this browser until they are published or discarded. */
export interface UnfinishedUpload {
  readonly key: string;
  /** What was restored when it was opened; null if there was nothing. */
  readonly restored: RestoredForm | null;
  /** Keeps the form's fields; null if they are the defaults. */
  readonly keepFields: (fields: object | null) => void;
  readonly keepDraft: (id: string, draft: object) => void;
  /** Throws if the browser is out of space. */
  readonly keepFile: (id: string, file: File) => Promise<void>;
  readonly keepAddress: (id: string, url: string | null) => void;
  readonly removeFile: (id: string) => Promise<void>;
  /** Deletes all of it. */
  readonly forget: () => Promise<void>;
  /** Releases it, so that another form can open it. */
  readonly close: () => void;
}

const unfinishedAt = (key: string, restored: RestoredForm | null, close: () => void): UnfinishedUpload => {
  let form = readSavedForm(key) ?? emptyForm;
  if (restored) form = { ...form, files: form.files.filter(({ id }) => restored.files.some((file) => file.id === id)) };
  let isForgotten = false;
  const keep = (changed: SavedForm) => {
    if (isForgotten) return;
    form = changed;
    if (form.fields || form.files.length > 0) localStore.storeItem(key, JSON.stringify(form));
    else localStore.removeItem(key);
  };
  const tryToKeep = (changed: SavedForm) => {
    try {
      keep(changed);
    } catch {
      // Storing the file itself, which is far larger, fails as well then, and that is what gets reported.
    }
  };
  const withoutFile = (id: string) => form.files.filter((file) => file.id !== id);
  return {
    key,
    restored,
    keepFields: (fields) => tryToKeep({ ...form, fields }),
    keepDraft: (id, draft) => tryToKeep({ ...form, words: { ...form.words, [id]: draft } }),
    keepFile: async (id, file) => {
      // The form first: a file without one gets deleted.
      keep({ ...form, files: [...withoutFile(id), { id, name: file.name }] });
      await storeUnfinishedFile(`${key}/${id}`, file);
    },
    keepAddress: (id, url) => {
      const session = currentSession();
      const address = url && session ? { address: { url, session } } : {};
      const files = form.files.map((file) => (file.id === id ? { id, name: file.name, ...address } : file));
      tryToKeep({ ...form, files });
    },
    removeFile: async (id) => {
      const { [id]: _dropped, ...words } = form.words ?? {};
      tryToKeep({ ...form, files: withoutFile(id), words });
      await deleteUnfinishedFiles((fileKey) => fileKey === `${key}/${id}`).catch(() => undefined);
    },
    forget: async () => {
      isForgotten = true;
      await forgetUnfinished(key);
    },
    close,
  };
};

/**
 * Opens the account's newest unfinished upload of a kind that no other tab has open, or an empty one if there is none
 * or if `isNew`. Each tab has its own, so that two tabs never overwrite each other.
 */
export const openUnfinished = async (
  kind: UnfinishedKind,
  userId: string,
  { isNew = false }: { readonly isNew?: boolean } = {},
): Promise<UnfinishedUpload> => {
  await deleteUnfinishedFiles((fileKey) => !hasSavedForm(fileKey)).catch(() => undefined);
  for (const key of isNew ? [] : keysOf(kind, userId)) {
    const close = await lock(key);
    const form = readSavedForm(key);
    if (close && form) return unfinishedAt(key, await restoredFrom(key, form), close);
    close?.();
  }
  const key = `${unfinishedKeys[kind]}:${userId}:${newId()}`;
  return unfinishedAt(key, null, (await lock(key)) ?? (() => undefined));
};

/** The names of the files in the account's unfinished uploads of a kind. */
export const unfinishedNames = (kind: UnfinishedKind, userId: string): string[] =>
  keysOf(kind, userId).flatMap((key) => readSavedForm(key)?.files.map(({ name }) => name) ?? []);
