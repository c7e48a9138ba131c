import type { Duplicate } from '@tessera/contract/uploads';
import { atom } from 'jotai';
import type { UploadForm } from '@tessera/domain/content/forms';
import { sessionAtom } from '../../kernel/session.ts';
import { toast } from '../../kernel/toast.tsx';
import { newId, openUnfinished } from '../unfinished/unfinished-upload.ts';
import type { UnfinishedUpload } from '../unfinished/unfinished-upload.ts';
import { saveBatchFile, sendBatchFile } from './batch-file.ts';
import type { Step } from './batch-file.ts';
import { invalidFileType, isMedia } from '../files/media-file.ts';

export interface BatchFile {
  readonly id: string;
  readonly file: File;
  /** An object URL of the file in this browser. */
  readonly preview: string;
  readonly step: Step;
  /** Where the server collects its bytes, to go on there. */
  readonly address: string | null;
  /** Once its media is stored, so that a second try sends no byte again and makes no second item. */
  readonly uploadId?: string | undefined;
  readonly duplicateOf: Duplicate | null;
}

interface Batch {
  readonly userId: string | undefined;
  readonly files: readonly BatchFile[];
  /** What the form holds when it is opened. */
  readonly fields: UploadForm | null;
  readonly running: boolean;
  /** Where it waits in this browser; null until it is open. */
  readonly unfinished: UnfinishedUpload | null;
  /** Whether all of it would come back if this tab were closed. */
  readonly isKept: boolean;
}

const empty: Batch = {
  userId: undefined,
  files: [],
  fields: null,
  running: false,
  unfinished: null,
  isKept: true,
};
const kept = atom<Batch>(empty);

/** The batch of the signed-in creator: it goes on, and what failed stays, wherever the creator goes meanwhile. */
export const batchAtom = atom((get): Batch => {
  const userId = get(sessionAtom)?.userId;
  const batch = get(kept);
  return batch.userId === userId ? batch : { ...empty, userId };
});

const chosen = (id: string, file: File, address: string | null): BatchFile => ({
  id,
  file,
  preview: URL.createObjectURL(file),
  step: { status: 'chosen' },
  address,
  duplicateOf: null,
});

/** Opens what waits of a batch in this browser, unless a batch is open in this tab already. */
export const openBatchAtom = atom(null, async (get, set) => {
  const { userId, unfinished: open, fields } = get(batchAtom);
  if (!userId || open) return;
  const unfinished = await openUnfinished('batch', userId);
  if (get(batchAtom).unfinished || get(batchAtom).userId !== userId) return unfinished.close();
  get(kept).unfinished?.close();
  const files = unfinished.found?.files.map(({ id, file, address }) => chosen(id, file, address)) ?? [];
  const found = unfinished.found?.fields as UploadForm | null | undefined;
  set(kept, { ...empty, userId, files, fields: found ?? fields, unfinished });
});

/** Forgets the open batch, files and all, and opens an empty one. */
export const discardBatchAtom = atom(null, async (get, set) => {
  const { userId, files, unfinished } = get(batchAtom);
  for (const { preview } of files) URL.revokeObjectURL(preview);
  await unfinished?.forget();
  unfinished?.close();
  if (userId) set(kept, { ...empty, userId, unfinished: await openUnfinished('batch', userId, { isNew: true }) });
});

/** What is typed into the form; null where it is as it was at first. */
export const keepTypedAtom = atom(null, (get, set, fields: UploadForm | null) => {
  const batch = get(batchAtom);
  batch.unfinished?.keepFields(fields);
  set(kept, { ...batch, fields });
});

export const addFilesAtom = atom(null, async (get, set, files: readonly File[]) => {
  const media = files.filter(isMedia);
  if (media.length < files.length) toast.error(invalidFileType.title, invalidFileType.message);
  const added = media.map((file) => chosen(newId(), file, null));
  const { userId } = get(batchAtom);
  set(kept, { ...get(batchAtom), files: [...get(batchAtom).files, ...added] });
  // One after the other: many large files at once would keep the browser from everything else.
  for (const { id, file } of added) {
    const batch = get(kept);
    if (batch.userId !== userId || !batch.files.some((one) => one.id === id)) continue;
    await batch.unfinished?.keepFile(id, file).catch(() => set(kept, (before) => ({ ...before, isKept: false })));
  }
});

export const removeFileAtom = atom(null, (get, set, { id, preview }: BatchFile) => {
  URL.revokeObjectURL(preview);
  const batch = get(batchAtom);
  set(kept, { ...batch, files: batch.files.filter((file) => file.id !== id) });
  void batch.unfinished?.dropFile(id);
});

const tellDuplicates = (files: readonly BatchFile[]) => {
  const known = files.filter(({ duplicateOf }) => duplicateOf !== null);
  if (known.length === 0) return;
  const list = new Intl.ListFormat('en-US').format(
    known.map(({ file, duplicateOf }) => `${file.name} as “${duplicateOf?.title}”`),
  );
  toast.info('You already uploaded some of these files', `${list}.`);
};

/**
 * Uploads and publishes files, all or the named one, one after the other; one that fails is skipped and stays for
 * another try. Answers how many were saved.
 */
export const processBatchAtom = atom(null, async (get, set, fields: UploadForm, only?: string): Promise<number> => {
  const batch = get(batchAtom);
  const { unfinished } = batch;
  if (batch.running || !unfinished) return 0;
  const wanted = batch.files.filter(({ id }) => only === undefined || id === only);
  // The batch of who started it, whoever is signed in by now.
  const update = (change: (before: Batch) => Batch) =>
    set(kept, (before) => (before.userId === batch.userId ? change(before) : before));
  const isOwners = () => get(sessionAtom)?.userId === batch.userId;
  const present = (id: string) => get(kept).files.find((file) => file.id === id);
  const change = (id: string, what: Partial<BatchFile>) =>
    update((before) => ({
      ...before,
      files: before.files.map((file) => (file.id === id ? { ...file, ...what } : file)),
    }));
  for (const { id } of wanted) change(id, { step: { status: 'chosen' } });
  update((before) => ({ ...before, fields, running: true }));
  const saved: BatchFile[] = [];
  let tried = 0;
  for (const { id } of wanted) {
    const file = present(id);
    if (!file || !isOwners()) continue;
    tried += 1;
    const told = (what: Partial<BatchFile>) => change(id, what);
    const uploadId = await sendBatchFile(file, unfinished, told);
    if (!uploadId || !isOwners()) continue;
    if (!(await saveBatchFile(fields, file, uploadId, told))) continue;
    // At once, so that it is not saved again when the browser is closed right now.
    await unfinished.dropFile(id);
    saved.push(present(id) ?? file);
  }
  for (const { preview } of saved) URL.revokeObjectURL(preview);
  update((before) => ({
    ...before,
    running: false,
    files: before.files.filter(({ step }) => step.status !== 'saved'),
  }));
  if (!isOwners()) return saved.length;
  if (saved.length > 0) toast.success('Batch upload successful', `${saved.length} of ${tried} files`);
  else if (tried > 0) toast.error('Upload failed', 'None of the files could be uploaded');
  tellDuplicates(saved);
  if (get(kept).files.length === 0) {
    await unfinished.forget();
    unfinished.close();
    update((before) => ({ ...before, unfinished: null }));
  }
  return saved.length;
});
