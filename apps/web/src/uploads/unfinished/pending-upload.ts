import type { ChangedContent } from '@tessera/contract/content';
import { atom } from 'jotai';
import type { MediaType } from '@tessera/domain/content/content';
import type { PublishForm, UploadForm } from '@tessera/domain/content/forms';
import type { UploadProgress } from '../sending/media-upload.ts';
import { ApiError, post } from '../../kernel/send.ts';
import { sessionAtom } from '../../kernel/session.ts';
import { store } from '../../kernel/store.ts';
import { toast } from '../../kernel/toast.tsx';
import { publishedAtom } from '../published.atoms.ts';
import { dropFile, keepFile, keptFile } from './stored-files.ts';

const initialKey = 'initialUpload';
const pendingKey = 'pendingUpload';
const lockName = 'tessera-pending-upload';
const missingMediaCode = 'missing_media';

interface MediaFile {
  readonly name: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
}

/** What a visitor filled in before the sign-up; the file itself waits in IndexedDB under `date`. */
export interface InitialUpload extends UploadForm {
  readonly mediaFile: MediaFile;
  /** A small picture as a data URL; empty where none could be made. */
  readonly mediaPreview: string;
  readonly mediaType: MediaType;
  /** ISO 8601. */
  readonly date: string;
}

/** An initial upload whose creator has signed up, until it is content. */
export interface PendingUpload extends InitialUpload {
  readonly status: 'pending';
  /** Whose it became; null while the account waits for its confirmation. It never becomes another account's content. */
  readonly creatorId: string | null;
  /** Once the media is stored, so that a second try does not make a second item. */
  readonly uploadId?: string;
}

export const pendingUploadOf = (
  initial: Partial<InitialUpload>,
  creatorId: string | null,
  now = new Date(),
): PendingUpload => ({
  mediaFile: { name: '', type: '', size: 0, ...initial.mediaFile },
  mediaPreview: initial.mediaPreview ?? '',
  mediaType: initial.mediaType ?? 'image',
  brandName: initial.brandName ?? '',
  productUrls: initial.productUrls ?? [],
  notes: initial.notes ?? '',
  offerOneTime: initial.offerOneTime ?? false,
  offerSixMonth: initial.offerSixMonth ?? false,
  offerPerpetual: initial.offerPerpetual ?? false,
  oneTimePrice: initial.oneTimePrice ?? 0,
  sixMonthPrice: initial.sixMonthPrice ?? 0,
  perpetualPrice: initial.perpetualPrice ?? 0,
  date: initial.date ?? now.toISOString(),
  status: 'pending',
  creatorId,
});

/** What is sent to make content of it; its creator, its media and its brand's address are the server's to fill in. */
export const contentOf = (pending: PendingUpload, uploadId: string): PublishForm => ({
  uploadId,
  title: pending.brandName || 'Untitled Content',
  description: pending.notes,
  brandName: pending.brandName,
  productUrls: pending.productUrls,
  notes: pending.notes,
  offerOneTime: pending.offerOneTime,
  offerSixMonth: pending.offerSixMonth,
  offerPerpetual: pending.offerPerpetual,
  oneTimePrice: pending.oneTimePrice,
  sixMonthPrice: pending.sixMonthPrice,
  perpetualPrice: pending.perpetualPrice,
  tags: ['pending'],
});

const parsed = <T>(text: string | null): T | null => (text === null ? null : (JSON.parse(text) as T));

const storedInitial = (): InitialUpload | null => {
  try {
    return parsed<InitialUpload>(sessionStorage.getItem(initialKey));
  } catch {
    return null;
  }
};

const initialAtom = atom<InitialUpload | null>(storedInitial());
const progressAtom = atom<UploadProgress | null>(null);

/** The initial upload that waits in this tab for the sign-up. */
export const initialUploadAtom = atom((get): { readonly brandName: string } | null => get(initialAtom));

/** How far the media of the pending upload has come while it is being saved. */
export const pendingProgressAtom = atom((get) => get(progressAtom));

/** The waiting one, with its file, to fill in the form again; null where nothing waits or the file is gone. */
export const waitingInitialUpload = async (): Promise<{ initial: InitialUpload; file: File } | null> => {
  const initial = storedInitial();
  const file = initial && (await keptFile(initial.date).catch(() => null));
  return initial && file && { initial, file };
};

/** Keeps what a visitor wants to publish until the sign-up. Throws when the browser has no room or allows no storage. */
export const keepInitialUpload = async (
  file: File,
  mediaPreview: string,
  form: UploadForm,
  now = new Date(),
): Promise<void> => {
  const initial: InitialUpload = {
    ...form,
    mediaFile: { name: file.name, type: file.type, size: file.size },
    mediaPreview,
    mediaType: file.type.startsWith('video/') ? 'video' : 'image',
    date: now.toISOString(),
  };
  await keepFile(initial.date, file, storedPending()?.date);
  sessionStorage.setItem(initialKey, JSON.stringify(initial));
  store.set(initialAtom, initial);
};

/** After a sign-up: the waiting upload is now that account's. Throws when browser storage fails; it goes on waiting. */
export const initialUploadBecomesPending = (): Promise<void> =>
  Promise.resolve().then(() => {
    const initial = storedInitial();
    if (!initial) return;
    keepPending(pendingUploadOf(initial, store.get(sessionAtom)?.userId ?? null));
    sessionStorage.removeItem(initialKey);
    store.set(initialAtom, null);
  });

const keepPending = (pending: PendingUpload) => localStorage.setItem(pendingKey, JSON.stringify(pending));

/** Throws when what is stored can't be read. */
const readPending = (): PendingUpload | null => parsed<PendingUpload>(localStorage.getItem(pendingKey));

const storedPending = (): PendingUpload | null => {
  try {
    return readPending();
  } catch {
    return null;
  }
};

/** Whether something waits that the signed-in account may make content of. */
export const hasPendingUpload = (): boolean => {
  if (localStorage.getItem(pendingKey) === null) return false;
  const owner = storedPending()?.creatorId ?? null;
  return owner === null || owner === store.get(sessionAtom)?.userId;
};

/** Forgets the pending upload, and hands out what it held: the fields and the file, as far as they are still there. */
export const takePendingUpload = async (): Promise<{ pending: PendingUpload; file: File | null } | null> => {
  const pending = storedPending();
  localStorage.removeItem(pendingKey);
  if (!pending) return null;
  const file = await keptFile(pending.date).catch(() => null);
  await dropFile(pending.date).catch(() => undefined);
  return { pending, file };
};

const uploaded = async (pending: PendingUpload): Promise<string> => {
  const file = await keptFile(pending.date);
  if (!file) throw new Error(`“${pending.mediaFile.name}” is no longer in this browser. Please choose it again.`);
  // What sends is only loaded by those who upload.
  const { startMediaUpload } = await import('../sending/media-upload.ts');
  const uploadId = await startMediaUpload(file, (progress) => store.set(progressAtom, progress)).stored;
  keepPending({ ...pending, uploadId });
  return uploadId;
};

const publish = async (pending: PendingUpload): Promise<void> => {
  const publishAs = async (uploadId: string) =>
    store.set(publishedAtom, [await post<ChangedContent>('/api/content', contentOf(pending, uploadId))]);
  if (!pending.uploadId) return publishAs(await uploaded(pending));
  try {
    await publishAs(pending.uploadId);
  } catch (error) {
    // The server throws away stored media that nothing was made of for a day.
    if (!(error instanceof ApiError) || error.code !== missingMediaCode) throw error;
    await publishAs(await uploaded(pending));
  }
};

const save = async (): Promise<'saved' | 'nothing'> => {
  if (!hasPendingUpload()) return 'nothing';
  const pending = readPending();
  if (!pending) return 'nothing';
  try {
    await publish(pending);
  } finally {
    store.set(progressAtom, null);
  }
  localStorage.removeItem(pendingKey);
  await dropFile(pending.date).catch(() => undefined);
  toast.success('Content Uploaded');
  return 'saved';
};

/** One tab at a time, where the browser can tell; on plain http it can't. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(lockName, work) : work();

let saving: Promise<'saved' | 'nothing'> | null = null;

/** Whether a save is under way, whoever began it. */
export const isSavingPendingUpload = (): boolean => saving !== null;

/**
 * Sends the pending upload's file with the present session, makes content of it, forgets it and says 'Content
 * Uploaded'. Who calls while a save is under way gets that one's outcome. Throws when it failed; it is kept then.
 */
export const savePendingUpload = (): Promise<'saved' | 'nothing'> =>
  (saving ??= alone(save).finally(() => {
    saving = null;
  }));
