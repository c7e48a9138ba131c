import type { Duplicate } from '@tessera/contract/uploads';
import { atom } from 'jotai';
import { UploadForm } from '@tessera/domain/content/forms';
import type { PrivateDetail } from '@tessera/domain/content/media/private-details/exif';
import { isFailure } from '@tessera/domain/kernel/failure';
import { sessionAtom } from '../../kernel/session.ts';
import { toast } from '../../kernel/toast.tsx';
import { newId, openUnfinished } from '../unfinished/unfinished-upload.ts';
import type { UnfinishedUpload } from '../unfinished/unfinished-upload.ts';
import { privateDetailsIn, withoutPrivateDetails } from '../files/private-details.ts';
import { publishedAtom } from '../published.atoms.ts';
import type { PublishedRow } from '../published.atoms.ts';
import { saveBatchFile, sendBatchFile } from './batch-file.ts';
import type { Step } from './batch-file.ts';
import { judgedFile } from '../files/media-file.ts';
import { applyToAll, newDraft, publishFormOf, withEmbeddedText } from './listing-draft.ts';
import type { Facet, BatchDrafts, ListingDraft } from './listing-draft.ts';
import { withoutSuggestion } from '../suggestions/suggestion.ts';

export interface BatchFile {
  readonly id: string;
  readonly file: File;
  /** An object URL of the file in this browser. */
  readonly preview: string;
  readonly draft: ListingDraft;
  readonly step: Step;
  /** What it says about where it was taken, with what, and about whom. */
  readonly details: readonly PrivateDetail[];
  /** Where the server collects its bytes, so that an interrupted upload can resume. */
  readonly address: string | null;
  /** Set once its media is stored, so that a retry neither sends the bytes again nor creates a second item. */
  readonly uploadId?: string | undefined;
  readonly duplicateOf: Duplicate | null;
}

interface Batch {
  readonly userId: string | undefined;
  readonly files: readonly BatchFile[];
  /** The shared form's values; null while they are the defaults. */
  readonly fields: UploadForm | null;
  readonly running: boolean;
  /** Where the batch is saved in this browser; null until it is open. */
  readonly unfinished: UnfinishedUpload | null;
  /** Whether the whole batch could be restored if this tab were closed. */
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
const batchState = atom<Batch>(empty);

/**
 * The signed-in creator's batch. It keeps uploading, and keeps its failed files, while the creator is on other pages.
 */
export const batchAtom = atom((get): Batch => {
  const userId = get(sessionAtom)?.userId;
  const batch = get(batchState);
  return batch.userId === userId ? batch : { ...empty, userId };
});

/** The values of the shared form before anything is typed. */
export const batchDefaults: UploadForm = { ...new UploadForm(), productUrls: [] };

const newBatchFile = (id: string, file: File, address: string | null, draft = newDraft(file.name)): BatchFile => ({
  id,
  file,
  draft,
  preview: URL.createObjectURL(file),
  step: { status: 'chosen' },
  details: [],
  address,
  duplicateOf: null,
});

const changedFile = (batch: Batch, id: string, change: Partial<BatchFile>): Batch => ({
  ...batch,
  files: batch.files.map((file) => (file.id === id ? { ...file, ...change } : file)),
});

/** Looks for private details, one file after another: each is read as a whole. */
const inspectAtom = atom(null, async (_get, set, files: readonly BatchFile[]) => {
  for (const { id, file } of files) {
    const details = await privateDetailsIn(file);
    if (details.length > 0) set(batchState, (batch) => changedFile(batch, id, { details }));
  }
});

/** Removes the private details from the files that have some and were not sent yet. */
export const removeDetailsAtom = atom(null, async (get, set) => {
  const { files, unfinished } = get(batchAtom);
  for (const { id, file, details, uploadId } of files) {
    if (details.length === 0 || uploadId) continue;
    const cleaned = await withoutPrivateDetails(file);
    const before = get(batchAtom).files.find((other) => other.id === id);
    if (before?.file !== file || get(batchAtom).running) continue;
    URL.revokeObjectURL(before.preview);
    const change = { file: cleaned, preview: URL.createObjectURL(cleaned), details: [], address: null };
    set(batchState, (batch) => changedFile(batch, id, change));
    unfinished?.keepAddress(id, null);
    await unfinished?.keepFile(id, cleaned).catch(() => set(batchState, (batch) => ({ ...batch, isKept: false })));
  }
});

/** Restores the batch saved in this browser, unless a batch is already open in this tab. */
export const openBatchAtom = atom(null, async (get, set) => {
  const { userId, unfinished: open, fields } = get(batchAtom);
  if (!userId || open) return;
  const unfinished = await openUnfinished('batch', userId);
  if (get(batchAtom).unfinished || get(batchAtom).userId !== userId) return unfinished.close();
  get(batchState).unfinished?.close();
  const files =
    unfinished.restored?.files.map(({ id, file, address, draft }) =>
      newBatchFile(id, file, address, (draft as ListingDraft | null) ?? undefined),
    ) ?? [];
  const savedFields = unfinished.restored?.fields as UploadForm | null | undefined;
  set(batchState, { ...empty, userId, files, fields: savedFields ?? fields, unfinished });
  await set(inspectAtom, files);
});

/** Discards the open batch with all of its files, and opens an empty one. */
export const discardBatchAtom = atom(null, async (get, set) => {
  const { userId, files, unfinished } = get(batchAtom);
  for (const { preview } of files) URL.revokeObjectURL(preview);
  await unfinished?.forget();
  unfinished?.close();
  if (userId) set(batchState, { ...empty, userId, unfinished: await openUnfinished('batch', userId, { isNew: true }) });
});

/** Keeps what is typed into the shared form; null resets it to the defaults. */
export const keepTypedAtom = atom(null, (get, set, fields: UploadForm | null) => {
  const batch = get(batchAtom);
  batch.unfinished?.keepFields(fields);
  set(batchState, { ...batch, fields });
});

const withDraft = (batch: Batch, id: string, draft: ListingDraft): Batch => {
  batch.unfinished?.keepDraft(id, draft);
  return { ...batch, files: batch.files.map((file) => (file.id === id ? { ...file, draft } : file)) };
};

/** Changes the listing drafts of the files with these ids. */
export const changeDraftsAtom = atom(null, (get, set, ids: readonly string[], change: Partial<ListingDraft>) => {
  const batch = get(batchAtom);
  const changed = batch.files.filter(({ id }) => ids.includes(id));
  set(
    batchState,
    changed.reduce((before, { id, draft }) => withDraft(before, id, { ...draft, ...change }), batch),
  );
});

export const clearSuggestionsAtom = atom(null, (get, set, ids: readonly string[]) => {
  for (const { id, draft } of get(batchAtom).files)
    if (ids.includes(id)) set(changeDraftsAtom, [id], withoutSuggestion(draft, draft.proposed));
});

/** Copies one file's tags, brand, prices or rights to all. Returns the shared form from now on, and how to undo it. */
export const applyToAllAtom = atom(null, (get, set, from: string, facet: Facet) => {
  const { files, fields } = get(batchAtom);
  const source = files.find(({ id }) => id === from);
  const before: BatchDrafts = { drafts: files.map(({ draft }) => draft), shared: fields ?? batchDefaults };
  const after = source ? applyToAll(before, source.draft, facet) : before;
  const restore = ({ drafts, shared }: BatchDrafts) => {
    for (const [index, { id }] of files.entries()) set(changeDraftsAtom, [id], { [facet]: drafts[index]?.[facet] });
    return shared;
  };
  return { shared: restore(after), undo: () => restore(before) };
});

export const addFilesAtom = atom(null, async (get, set, files: readonly File[]) => {
  const { userId } = get(batchAtom);
  const judged = await Promise.all(files.map(judgedFile));
  if (get(sessionAtom)?.userId !== userId) return;
  const [refusals, media] = [judged.filter(isFailure), judged.filter((each): each is File => !isFailure(each))];
  // One toast for each reason: many files may have the same.
  for (const [message, { title }] of new Map(refusals.map((refusal) => [refusal.message, refusal])))
    toast.error(title, message);
  const added = media.map((file) => newBatchFile(newId(), file, null));
  set(batchState, { ...get(batchAtom), files: [...get(batchAtom).files, ...added] });
  const isInBatch = (id: string) =>
    get(batchState).userId === userId && get(batchState).files.some((file) => file.id === id);
  const suggest = async () => {
    // Not part of the page's first view.
    const { readEmbeddedText } = await import('../suggestions/embedded-text.ts');
    for (const { id, file } of added) {
      const text = await readEmbeddedText(file);
      if (isInBatch(id))
        set(batchState, (batch) => {
          const draft = batch.files.find((other) => other.id === id)?.draft ?? newDraft(file.name);
          return withDraft(batch, id, withEmbeddedText(draft, file.name, text));
        });
    }
  };
  // One after another: storing many large files at once would freeze the browser.
  const keep = async () => {
    for (const { id, file } of added)
      if (isInBatch(id))
        await get(batchState)
          .unfinished?.keepFile(id, file)
          .catch(() => set(batchState, (before) => ({ ...before, isKept: false })));
  };
  await Promise.all([suggest(), keep(), set(inspectAtom, added)]);
});

export const removeFileAtom = atom(null, (get, set, { id, preview }: BatchFile) => {
  URL.revokeObjectURL(preview);
  const batch = get(batchAtom);
  set(batchState, { ...batch, files: batch.files.filter((file) => file.id !== id) });
  void batch.unfinished?.removeFile(id);
});

const reportDuplicates = (files: readonly BatchFile[]) => {
  const duplicates = files.filter(({ duplicateOf }) => duplicateOf !== null);
  if (duplicates.length === 0) return;
  const list = new Intl.ListFormat('en-US').format(
    duplicates.map(({ file, duplicateOf }) => `${file.name} as “${duplicateOf?.title}”`),
  );
  toast.info('You already uploaded some of these files', `${list}.`);
};

/**
 * Uploads and publishes the files with these ids, one after another. A file that fails is skipped and stays in the
 * batch, so that it can be retried. Returns how many were saved.
 */
export const processBatchAtom = atom(
  null,
  async (get, set, fields: UploadForm, ids: readonly string[]): Promise<number> => {
    const batch = get(batchAtom);
    const { unfinished } = batch;
    if (batch.running || !unfinished) return 0;
    const wanted = batch.files.filter(({ id }) => ids.includes(id));
    // Changes only the batch of the creator who started it: someone else may have signed in meanwhile.
    const update = (change: (before: Batch) => Batch) =>
      set(batchState, (before) => (before.userId === batch.userId ? change(before) : before));
    const isOwnerSignedIn = () => get(sessionAtom)?.userId === batch.userId;
    const current = (id: string) => get(batchState).files.find((file) => file.id === id);
    const change = (id: string, changed: Partial<BatchFile>) =>
      update((before) => ({
        ...before,
        files: before.files.map((file) => (file.id === id ? { ...file, ...changed } : file)),
      }));
    for (const { id } of wanted) change(id, { step: { status: 'chosen' } });
    update((before) => ({ ...before, fields, running: true }));
    const saved: BatchFile[] = [];
    const items: PublishedRow[] = [];
    let tried = 0;
    for (const { id } of wanted) {
      const file = current(id);
      if (!file || !isOwnerSignedIn()) continue;
      tried += 1;
      const report = (changed: Partial<BatchFile>) => change(id, changed);
      const uploadId = await sendBatchFile(file, unfinished, report);
      if (!uploadId || !isOwnerSignedIn()) continue;
      const form = publishFormOf((current(id) ?? file).draft, file.file.name, fields);
      const item = await saveBatchFile({ ...form, uploadId }, file, report);
      if (!item) continue;
      items.push(item);
      // Right away: if the browser is closed now, a saved file must not be restored and published again.
      await unfinished.removeFile(id);
      saved.push(current(id) ?? file);
    }
    for (const { preview } of saved) URL.revokeObjectURL(preview);
    update((before) => ({
      ...before,
      running: false,
      files: before.files.filter(({ step }) => step.status !== 'saved'),
    }));
    if (!isOwnerSignedIn()) return saved.length;
    if (saved.length > 0) toast.success('Batch upload successful', `${saved.length} of ${tried} files`);
    else if (tried > 0) toast.error('Upload failed', 'None of the files could be uploaded');
    if (items.length > 0) set(publishedAtom, items);
    reportDuplicates(saved);
    if (get(batchState).files.length === 0) {
      await unfinished.forget();
      unfinished.close();
      update((before) => ({ ...before, unfinished: null }));
    }
    return saved.length;
  },
);
