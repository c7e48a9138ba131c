import { dropUnfinishedFiles, keepUnfinishedFile, unfinishedFile } from './stored-files.ts';
import { sessionAtom } from '../../kernel/session.ts';
import { store } from '../../kernel/store.ts';

const uploadKey = 'unfinishedUpload';
const batchKey = 'unfinishedBatch';
const keys = { upload: uploadKey, batch: batchKey } as const;
/** How long to wait for a form of this very tab that is just being closed. */
const lockWaitMs = 400;

export type UnfinishedKind = keyof typeof keys;

interface Address {
  readonly url: string;
  /** It is of use only to the session that began the upload: after a sign-out the file is sent anew. */
  readonly session: string;
}

interface FileNote {
  readonly id: string;
  readonly name: string;
  readonly address?: Address;
}

interface Note {
  readonly fields: object | null;
  readonly files: readonly FileNote[];
  /** What is said of single files, by their ids. */
  readonly words?: Readonly<Record<string, object>>;
}

interface FoundFile {
  readonly id: string;
  readonly file: File;
  /** Where the server collects its bytes; null where it is not known any more. */
  readonly address: string | null;
  /** What was said of it; null where nothing was. */
  readonly words: object | null;
}

interface Found {
  readonly fields: object | null;
  readonly files: readonly FoundFile[];
  /** The names of files that the browser has thrown away meanwhile. */
  readonly lost: readonly string[];
}

const emptyNote: Note = { fields: null, files: [] };

/** The session of the present access token; null where it names none. */
const presentSession = (): string | null => {
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

const noteAt = (key: string): Note | null => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Note | null;
  } catch {
    return null;
  }
};

/** The keys of an account's unfinished uploads of a kind, the newest first. */
const keysOf = (kind: UnfinishedKind, userId: string): string[] =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(`${keys[kind]}:${userId}:`))
    .toSorted()
    .toReversed();

const hasNote = (fileKey: string) => localStorage.getItem(fileKey.slice(0, fileKey.lastIndexOf('/'))) !== null;

/** Answers how to let go of the lock; null when another tab holds it. On plain http there are none. */
const lock = (name: string): Promise<(() => void) | null> => {
  if (!('locks' in navigator)) return Promise.resolve(() => undefined);
  const signal = AbortSignal.timeout(lockWaitMs);
  return new Promise((resolve) => {
    const held = () => new Promise<void>((release) => resolve(release));
    navigator.locks.request(name, { signal }, held).catch(() => resolve(null));
  });
};

/** Later ones sort behind earlier ones. */
export const newId = (): string => {
  const random = [...crypto.getRandomValues(new Uint8Array(4))].map((byte) => byte.toString(16).padStart(2, '0'));
  return `${Date.now()}-${random.join('')}`;
};

const foundIn = async (key: string, note: Note): Promise<Found> => {
  const session = presentSession();
  const read = await Promise.all(
    note.files.map(async ({ id, name, address }) => {
      const file = await unfinishedFile(`${key}/${id}`).catch(() => null);
      return { id, name, file, address: address && address.session === session ? address.url : null };
    }),
  );
  return {
    fields: note.fields,
    files: read.flatMap(({ id, file, address }) =>
      file ? [{ id, file, address, words: note.words?.[id] ?? null }] : [],
    ),
    lost: read.filter(({ file }) => !file).map(({ name }) => name),
  };
};

/** What was chosen and typed in one upload form, kept in this browser until it is published or given up. */
export interface UnfinishedUpload {
  readonly key: string;
  /** What waited here; null where nothing did. */
  readonly found: Found | null;
  /** Null when nothing is typed. */
  readonly keepFields: (fields: object | null) => void;
  readonly keepWords: (id: string, words: object) => void;
  /** Throws when the browser has no room. */
  readonly keepFile: (id: string, file: File) => Promise<void>;
  readonly keepAddress: (id: string, url: string | null) => void;
  readonly dropFile: (id: string) => Promise<void>;
  /** Nothing of it stays. */
  readonly forget: () => Promise<void>;
  /** It stays, for whoever opens it next. */
  readonly close: () => void;
}

const unfinishedAt = (key: string, found: Found | null, close: () => void): UnfinishedUpload => {
  let note = noteAt(key) ?? emptyNote;
  if (found) note = { ...note, files: note.files.filter(({ id }) => found.files.some((file) => file.id === id)) };
  let isForgotten = false;
  const keep = (changed: Note) => {
    if (isForgotten) return;
    note = changed;
    if (note.fields || note.files.length > 0) localStorage.setItem(key, JSON.stringify(note));
    else localStorage.removeItem(key);
  };
  const tryToKeep = (changed: Note) => {
    try {
      keep(changed);
    } catch {
      // The file itself is far larger: when the browser has no room, it is that which is told.
    }
  };
  const withoutFile = (id: string) => note.files.filter((file) => file.id !== id);
  return {
    key,
    found,
    keepFields: (fields) => tryToKeep({ ...note, fields }),
    keepWords: (id, words) => tryToKeep({ ...note, words: { ...note.words, [id]: words } }),
    keepFile: async (id, file) => {
      // The note first: a file without one is swept away.
      keep({ ...note, files: [...withoutFile(id), { id, name: file.name }] });
      await keepUnfinishedFile(`${key}/${id}`, file);
    },
    keepAddress: (id, url) => {
      const session = presentSession();
      const address = url && session ? { address: { url, session } } : {};
      const files = note.files.map((file) => (file.id === id ? { id, name: file.name, ...address } : file));
      tryToKeep({ ...note, files });
    },
    dropFile: async (id) => {
      const { [id]: _dropped, ...words } = note.words ?? {};
      tryToKeep({ ...note, files: withoutFile(id), words });
      await dropUnfinishedFiles((fileKey) => fileKey === `${key}/${id}`).catch(() => undefined);
    },
    forget: async () => {
      isForgotten = true;
      localStorage.removeItem(key);
      await dropUnfinishedFiles((fileKey) => fileKey.startsWith(`${key}/`)).catch(() => undefined);
    },
    close,
  };
};

/**
 * Opens the account's newest unfinished upload of a kind that no other tab has open; an empty one where there is none,
 * or where a new one is asked for. Each tab has its own, so that two never write over each other.
 */
export const openUnfinished = async (
  kind: UnfinishedKind,
  userId: string,
  { isNew = false }: { readonly isNew?: boolean } = {},
): Promise<UnfinishedUpload> => {
  await dropUnfinishedFiles((fileKey) => !hasNote(fileKey)).catch(() => undefined);
  for (const key of isNew ? [] : keysOf(kind, userId)) {
    const close = await lock(key);
    const note = noteAt(key);
    if (close && note) return unfinishedAt(key, await foundIn(key, note), close);
    close?.();
  }
  const key = `${keys[kind]}:${userId}:${newId()}`;
  return unfinishedAt(key, null, (await lock(key)) ?? (() => undefined));
};

/** The names of the files in the account's unfinished uploads of a kind. */
export const unfinishedNames = (kind: UnfinishedKind, userId: string): string[] =>
  keysOf(kind, userId).flatMap((key) => noteAt(key)?.files.map(({ name }) => name) ?? []);
