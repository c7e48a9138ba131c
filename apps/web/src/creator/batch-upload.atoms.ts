import { atom } from 'jotai';
import type { UploadForm } from '@tessera/domain/content/forms';
import { startMediaUpload } from '../kernel/media-upload.ts';
import { post } from '../kernel/send.ts';
import { sessionAtom } from '../kernel/session.ts';
import { toast } from '../kernel/toast.tsx';
import { invalidFileType, isMedia } from './media-file.ts';
import { percentOf } from './upload-percent.ts';

const titleLengthMax = 200;
const tagLengthMax = 40;
const tagsMax = 30;

type Step =
  | { readonly status: 'chosen' | 'storing' | 'saving' | 'saved' }
  | { readonly status: 'sending'; readonly percent: number }
  | { readonly status: 'failed'; readonly message: string };

export interface BatchFile {
  readonly id: number;
  readonly file: File;
  /** An object URL of the file in this browser. */
  readonly preview: string;
  readonly step: Step;
  /** Once its media is stored, so that a second try sends no byte again and makes no second item. */
  readonly uploadId?: string;
}

interface Batch {
  readonly userId: string | undefined;
  readonly files: readonly BatchFile[];
  /** What the form held at the last try. */
  readonly fields: UploadForm | null;
  readonly running: boolean;
}

const empty: Batch = { userId: undefined, files: [], fields: null, running: false };
const kept = atom<Batch>(empty);

/** The batch of the signed-in creator: it goes on, and what failed stays, wherever the creator goes meanwhile. */
export const batchAtom = atom((get): Batch => {
  const userId = get(sessionAtom)?.userId;
  const batch = get(kept);
  return batch.userId === userId ? batch : { ...empty, userId };
});

let ids = 0;

export const addFilesAtom = atom(null, (get, set, files: readonly File[]) => {
  const media = files.filter(isMedia);
  if (media.length < files.length) toast.error(invalidFileType.title, invalidFileType.message);
  const added = media.map((file): BatchFile => {
    ids += 1;
    return { id: ids, file, preview: URL.createObjectURL(file), step: { status: 'chosen' } };
  });
  const batch = get(batchAtom);
  set(kept, { ...batch, files: [...batch.files, ...added] });
});

export const removeFileAtom = atom(null, (get, set, { id, preview }: BatchFile) => {
  URL.revokeObjectURL(preview);
  const batch = get(batchAtom);
  set(kept, { ...batch, files: batch.files.filter((file) => file.id !== id) });
});

/** 'harbour at dawn.jpg' is titled 'harbour at dawn'. */
export const titleOf = (fileName: string): string =>
  (fileName.replace(/\.[^.]+$/, '').trim() || fileName).slice(0, titleLengthMax);

/** The words of a brand's name that have more than two characters, in small letters. */
export const tagsOfBrand = (brandName: string): string[] => {
  const words = brandName.toLowerCase().split(/\s+/);
  return [...new Set(words)].filter((word) => word.length > 2 && word.length <= tagLengthMax).slice(0, tagsMax);
};

const messageOf = (error: unknown, otherwise: string) => (error instanceof Error && error.message) || otherwise;

/** How the processing tells what became of a file. */
type Change = (change: Partial<Pick<BatchFile, 'step' | 'uploadId'>>) => void;

const sent = async ({ file, uploadId }: BatchFile, change: Change): Promise<string | null> => {
  if (uploadId) return uploadId;
  try {
    const upload = startMediaUpload(file, (progress) => {
      if (progress.status === 'uploading') change({ step: { status: 'sending', percent: percentOf(progress) } });
      if (progress.status === 'storing') change({ step: { status: 'storing' } });
    });
    const id = await upload.stored;
    change({ uploadId: id });
    return id;
  } catch (error) {
    change({ step: { status: 'failed', message: messageOf(error, 'Failed to upload media') } });
    toast.error(`Failed to upload ${file.name}`, 'Skipping this file and continuing with the rest');
    return null;
  }
};

const saved = async (fields: UploadForm, { file }: BatchFile, uploadId: string, change: Change): Promise<boolean> => {
  change({ step: { status: 'saving' } });
  try {
    const title = titleOf(file.name);
    await post('/api/content', { ...fields, uploadId, title, description: '', tags: tagsOfBrand(fields.brandName) });
    change({ step: { status: 'saved' } });
    return true;
  } catch (error) {
    const message = messageOf(error, 'An unexpected error occurred during upload');
    change({ step: { status: 'failed', message } });
    toast.error(`Error saving ${file.name}`, message);
    return false;
  }
};

/**
 * Uploads and publishes the files one after the other; a file that fails is skipped and stays for another try. Answers
 * how many were saved.
 */
export const processBatchAtom = atom(null, async (get, set, fields: UploadForm): Promise<number> => {
  const batch = get(batchAtom);
  if (batch.running) return 0;
  const waiting = batch.files.map((file): BatchFile => ({ ...file, step: { status: 'chosen' } }));
  set(kept, { ...batch, files: waiting, fields, running: true });
  // The batch of who started it, whoever is signed in by now.
  const update = (change: (before: Batch) => Batch) =>
    set(kept, (before) => (before.userId === batch.userId ? change(before) : before));
  let savedFiles = 0;
  for (const file of batch.files) {
    const change: Change = (what) =>
      update((before) => ({
        ...before,
        files: before.files.map((one) => (one.id === file.id ? { ...one, ...what } : one)),
      }));
    const uploadId = await sent(file, change);
    if (uploadId && (await saved(fields, file, uploadId, change))) savedFiles += 1;
  }
  for (const { preview } of get(kept).files.filter(({ step }) => step.status === 'saved')) URL.revokeObjectURL(preview);
  update((before) => ({
    ...before,
    running: false,
    files: before.files.filter(({ step }) => step.status !== 'saved'),
  }));
  if (savedFiles > 0) toast.success('Batch upload successful', `${savedFiles} of ${batch.files.length} files`);
  else toast.error('Upload failed', 'None of the files could be uploaded');
  return savedFiles;
});
