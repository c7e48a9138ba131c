import type { ChangedContent } from '@tessera/contract/content';
import { atom } from 'jotai';
import type { MediaType } from '@tessera/domain/content/content-events';
import type { PublishForm, UploadForm } from '@tessera/domain/content/forms';
import type { UploadProgress } from '../sending/media-upload.ts';
import { ApiError, post } from '../../kernel/send.ts';
import { sessionAtom } from '../../kernel/session.ts';
import { store } from '../../kernel/store.ts';
import { toast } from '../../kernel/toast.tsx';
import { brandOf, pricingOf } from '../form-fields.ts';
import { publishedAtom } from '../published.atoms.ts';
import { initialKey, pendingKey } from './storage-keys.ts';
import { forgetUnfinished } from './unfinished-upload.ts';
import { deleteStoredFile, storeFile, readStoredFile } from './stored-files.ts';
import { inOneTab } from '../../kernel/browser/locks.ts';
import { localStore, tabStore } from '../../kernel/browser/storage.ts';
import { loadWithRetry } from '../../kernel/load-with-retry.ts';

const lockName = 'tessera-pending-upload';
const missingMediaCode = 'missing_media';

interface MediaFile {
  readonly name: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
}

/** What a visitor filled in before signing up. The file itself is in IndexedDB, under `date`. */
export interface InitialUpload extends UploadForm {
  readonly mediaFile: MediaFile;
  /** A thumbnail as a data URL; empty if none could be made. */
  readonly mediaPreview: string;
  readonly mediaType: MediaType;
  /** ISO 8601. */
  readonly date: string;
  /** Where its form is kept until an account has taken it over. */
  readonly unfinishedKey?: string;
}

/** An initial upload whose creator has signed up, until it is published. */
export interface PendingUpload extends InitialUpload {
  readonly status: 'pending';
  /** The account it belongs to. No other account ever publishes it. */
  readonly creatorId: string;
  /** Set once the media is stored, so that a retry doesn't create a second item. */
  readonly uploadId?: string;
}

export const pendingUploadOf = (
  initial: Partial<InitialUpload>,
  creatorId: string,
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

/** The form that publishes it. The server fills in the creator, the media and the brand's address. */
export const contentOf = (pending: PendingUpload, uploadId: string): PublishForm => ({
  uploadId,
  title: pending.brandName || 'Untitled Content',
  description: pending.notes,
  ...brandOf(pending),
  ...pricingOf(pending),
  tags: ['pending'],
});

const parsed = <T>(text: string | null): T | null => (text === null ? null : (JSON.parse(text) as T));

const storedInitial = (): InitialUpload | null => {
  try {
    return parsed<InitialUpload>(tabStore.getItem(initialKey));
  } catch {
    return null;
  }
};

const initialAtom = atom<InitialUpload | null>(storedInitial());
const progressAtom = atom<{ readonly userId: string | undefined; readonly progress: UploadProgress } | null>(null);

/** The initial upload in this tab that is waiting for the sign-up. */
export const initialUploadAtom = atom((get): { readonly brandName: string } | null => get(initialAtom));

/** The upload progress of the signed-in account's pending upload while it is being saved. */
export const pendingProgressAtom = atom((get) => {
  const known = get(progressAtom);
  return known && known.userId === get(sessionAtom)?.userId ? known.progress : null;
});

/** The waiting initial upload with its file, to fill in the form again; null if there is none or its file is gone. */
export const waitingInitialUpload = async (): Promise<{ initial: InitialUpload; file: File } | null> => {
  const initial = storedInitial();
  const file = initial && (await readStoredFile(initial.date).catch(() => null));
  return initial && file && { initial, file };
};

/**
 * Keeps what a visitor wants to publish until they sign up. Throws if the browser is out of space or blocks storage.
 */
export const keepInitialUpload = async (
  file: File,
  mediaPreview: string,
  form: UploadForm,
  { now = new Date(), unfinishedKey }: { readonly now?: Date; readonly unfinishedKey?: string } = {},
): Promise<void> => {
  const initial: InitialUpload = {
    ...form,
    ...(unfinishedKey !== undefined && { unfinishedKey }),
    mediaFile: { name: file.name, type: file.type, size: file.size },
    mediaPreview,
    mediaType: file.type.startsWith('video/') ? 'video' : 'image',
    date: now.toISOString(),
  };
  await storeFile(initial.date, file, storedPending()?.date);
  tabStore.storeItem(initialKey, JSON.stringify(initial));
  store.set(initialAtom, initial);
};

/** Assigns the waiting upload to the account of its creator. Throws if browser storage fails; it then keeps waiting. */
export const initialUploadBecomesPending = (creatorId: string): Promise<void> =>
  Promise.resolve().then(() => {
    const initial = storedInitial();
    if (!initial) return;
    keepPending(pendingUploadOf(initial, creatorId));
    tabStore.removeItem(initialKey);
    store.set(initialAtom, null);
    if (initial.unfinishedKey !== undefined) return forgetUnfinished(initial.unfinishedKey);
  });

const keepPending = (pending: PendingUpload) => localStore.storeItem(pendingKey, JSON.stringify(pending));

/** Throws if the stored value isn't valid JSON. */
const readPending = (): PendingUpload | null => parsed<PendingUpload>(localStore.getItem(pendingKey));

const storedPending = (): PendingUpload | null => {
  try {
    return readPending();
  } catch {
    return null;
  }
};

/** Whether there is a pending upload that the signed-in account may publish. */
export const hasPendingUpload = (): boolean => {
  if (localStore.getItem(pendingKey) === null) return false;
  const pending = storedPending();
  // One that can't be read is reported to whoever is signed in, and removed.
  return pending === null || pending.creatorId === store.get(sessionAtom)?.userId;
};

/** Removes the pending upload and returns its fields and file, as far as they still exist. */
export const takePendingUpload = async (): Promise<{ pending: PendingUpload; file: File | null } | null> => {
  const pending = storedPending();
  localStore.removeItem(pendingKey);
  if (!pending) return null;
  const file = await readStoredFile(pending.date).catch(() => null);
  await deleteStoredFile(pending.date).catch(() => undefined);
  return { pending, file };
};

const uploaded = async (pending: PendingUpload): Promise<string> => {
  const file = await readStoredFile(pending.date);
  if (!file) throw new Error(`“${pending.mediaFile.name}” is no longer in this browser. Please choose it again.`);
  // Loaded only when there is something to send.
  const { startMediaUpload } = await loadWithRetry(() => import('../sending/media-upload.ts'));
  const userId = store.get(sessionAtom)?.userId;
  const uploadId = await startMediaUpload(file, (progress) => store.set(progressAtom, { userId, progress })).stored;
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
    // The server deletes stored media that goes unused for a day.
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
  localStore.removeItem(pendingKey);
  await deleteStoredFile(pending.date).catch(() => undefined);
  toast.success('Content Uploaded');
  return 'saved';
};

let saving: Promise<'saved' | 'nothing'> | null = null;

/** Whether a save is in progress, whoever started it. */
export const isSavingPendingUpload = (): boolean => saving !== null;

/**
 * Sends the pending upload's file in the current session, publishes it, removes it and shows 'Content Uploaded'. Calls
 * during a save get the outcome of that save. Throws if it fails; the upload then stays pending.
 */
export const savePendingUpload = (): Promise<'saved' | 'nothing'> =>
  (saving ??= inOneTab(lockName, save).finally(() => {
    saving = null;
  }));
