import type { Duplicate } from '@tessera/contract/uploads';
import { atom } from 'jotai';
import { UploadForm } from '@tessera/domain/content/forms';
import { sessionAtom } from '../../kernel/session.ts';
import { toast } from '../../kernel/toast.tsx';
import { newId, openUnfinished } from '../unfinished/unfinished-upload.ts';
import type { UnfinishedUpload } from '../unfinished/unfinished-upload.ts';
import { pictureWords } from '../suggestions/embedded-text.ts';
import { publishedAtom } from '../published.atoms.ts';
import type { PublishedItem } from '../published.atoms.ts';
import { saveBatchFile, sendBatchFile } from './batch-file.ts';
import type { Step } from './batch-file.ts';
import { invalidFileType, isMedia } from '../files/media-file.ts';
import { appliedToAll, newTile, publishedOf, withPictureWords } from './listing-draft.ts';
import type { Facet, Table, Tile } from './listing-draft.ts';
import { withoutProposal } from '../suggestions/suggestion.ts';

export interface BatchFile {
  readonly id: string;
  readonly file: File;
  /** An object URL of the file in this browser. */
  readonly preview: string;
  readonly tile: Tile;
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

/** What the form of a batch holds before anything is typed. */
export const batchDefaults: UploadForm = { ...new UploadForm(), productUrls: [] };

const chosen = (id: string, file: File, address: string | null, tile = newTile(file.name)): BatchFile => ({
  id,
  file,
  tile,
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
  const files =
    unfinished.found?.files.map(({ id, file, address, words }) =>
      chosen(id, file, address, (words as Tile | null) ?? undefined),
    ) ?? [];
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

const withTile = (batch: Batch, id: string, tile: Tile): Batch => {
  batch.unfinished?.keepWords(id, tile);
  return { ...batch, files: batch.files.map((file) => (file.id === id ? { ...file, tile } : file)) };
};

/** What is said of files, by their ids: typed, cleared or given to all. */
export const changeTilesAtom = atom(null, (get, set, ids: readonly string[], change: Partial<Tile>) => {
  const batch = get(batchAtom);
  const changed = batch.files.filter(({ id }) => ids.includes(id));
  set(
    kept,
    changed.reduce((before, { id, tile }) => withTile(before, id, { ...tile, ...change }), batch),
  );
});

export const discardProposalsAtom = atom(null, (get, set, ids: readonly string[]) => {
  for (const { id, tile } of get(batchAtom).files)
    if (ids.includes(id)) set(changeTilesAtom, [id], withoutProposal(tile, tile.proposed));
});

/** Gives the tags, brand or prices of one file to all. Answers what all share from now on, and how to take it back. */
export const applyToAllAtom = atom(null, (get, set, from: string, facet: Facet) => {
  const { files, fields } = get(batchAtom);
  const source = files.find(({ id }) => id === from);
  const before: Table = { tiles: files.map(({ tile }) => tile), shared: fields ?? batchDefaults };
  const after = source ? appliedToAll(before, source.tile, facet) : before;
  const put = ({ tiles, shared }: Table) => {
    for (const [index, { id }] of files.entries()) set(changeTilesAtom, [id], { [facet]: tiles[index]?.[facet] });
    return shared;
  };
  return { shared: put(after), undo: () => put(before) };
});

export const addFilesAtom = atom(null, async (get, set, files: readonly File[]) => {
  const media = files.filter(isMedia);
  if (media.length < files.length) toast.error(invalidFileType.title, invalidFileType.message);
  const added = media.map((file) => chosen(newId(), file, null));
  const { userId } = get(batchAtom);
  set(kept, { ...get(batchAtom), files: [...get(batchAtom).files, ...added] });
  const isThere = (id: string) => get(kept).userId === userId && get(kept).files.some((one) => one.id === id);
  const propose = async () => {
    for (const { id, file } of added) {
      const words = await pictureWords(file);
      if (isThere(id))
        set(kept, (batch) => {
          const tile = batch.files.find((one) => one.id === id)?.tile ?? newTile(file.name);
          return withTile(batch, id, withPictureWords(tile, file.name, words));
        });
    }
  };
  // One after the other: many large files at once would keep the browser from everything else.
  const keep = async () => {
    for (const { id, file } of added)
      if (isThere(id))
        await get(kept)
          .unfinished?.keepFile(id, file)
          .catch(() => set(kept, (before) => ({ ...before, isKept: false })));
  };
  await Promise.all([propose(), keep()]);
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
 * Uploads and publishes the named files, one after the other; one that fails is skipped and stays for another try.
 * Answers how many were saved.
 */
export const processBatchAtom = atom(
  null,
  async (get, set, fields: UploadForm, ids: readonly string[]): Promise<number> => {
    const batch = get(batchAtom);
    const { unfinished } = batch;
    if (batch.running || !unfinished) return 0;
    const wanted = batch.files.filter(({ id }) => ids.includes(id));
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
    const items: PublishedItem[] = [];
    let tried = 0;
    for (const { id } of wanted) {
      const file = present(id);
      if (!file || !isOwners()) continue;
      tried += 1;
      const told = (what: Partial<BatchFile>) => change(id, what);
      const uploadId = await sendBatchFile(file, unfinished, told);
      if (!uploadId || !isOwners()) continue;
      const said = publishedOf((present(id) ?? file).tile, file.file.name, fields);
      const item = await saveBatchFile({ ...said, uploadId }, file, told);
      if (!item) continue;
      items.push(item);
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
    if (items.length > 0) set(publishedAtom, items);
    tellDuplicates(saved);
    if (get(kept).files.length === 0) {
      await unfinished.forget();
      unfinished.close();
      update((before) => ({ ...before, unfinished: null }));
    }
    return saved.length;
  },
);
