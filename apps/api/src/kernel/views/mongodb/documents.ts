import { plainText } from '@tessera/domain/kernel/text';
import type { AnyView } from '@tessera/domain/kernel/view';
import type { AnyBulkWriteOperation, Collection } from 'mongodb';
import { isDuplicate, isNotImplemented, majorityRead } from '../../mongodb.ts';
import { indexesOf, keepsGrams } from './indexes.ts';
import type { Bound, Change, Stored } from '../port.ts';
import { termsOf } from '../word-search.ts';

/** Small enough for a slice to be answered well within the connection's timeout, even by a busy server. */
const writeSliceMaxDocuments = 50;
const writeSlicesAtOnceMax = 2;
const readSliceMaxKeys = 1_000;
/** Two processes that insert the same key at the same time collide; once the key exists they no longer do. */
const writeTriesMax = 3;
/** Enough to distinguish phrases; a shorter text is the beginning of some of these runs. */
const gramCharacters = 5;
/** Appended to a text, so that its last characters begin runs as well. */
const beyondText = '\0'.repeat(gramCharacters - 1);

/**
 * What MongoDB compares when a document is written, field by field in this order: the higher fence wins, then the
 * higher position, then whoever came first. So late or repeated writes change nothing. A single `$max` does this
 * atomically, without a condition that could collide with an insert.
 */
interface State {
  readonly fence: number;
  readonly position: number;
  /** Decreases over time. */
  readonly turn: number;
  /**
   * A string, to preserve key order, dots and dollar signs. Absent if the document was deleted, which stays recorded.
   */
  readonly json?: string;
  readonly text?: string;
  /** The terms of its words, and the runs of characters of its text. */
  readonly terms?: readonly string[];
  /** Only for a deleted document: when it was deleted, in ms since 1970. */
  readonly deletedAtMs?: number;
  readonly [field: `field_${number}`]: Bound | null | readonly string[];
}

export interface Row {
  readonly _id: string;
  readonly state: State;
}

export type Rows = Collection<Row>;

/** All runs of five characters, on which substring search is based. */
export const gramsOf = (text: string): readonly string[] => {
  const characters = [...text];
  const grams = new Set<string>();
  for (let start = 0; start + gramCharacters <= characters.length; start += 1) {
    grams.add(characters.slice(start, start + gramCharacters).join(''));
  }
  return [...grams];
};

/** The term for a run of characters; terms of words begin with a digit. */
export const gramTerm = (gram: string) => `~${gram}`;

const searchTermsOf = (view: AnyView, document: unknown, text: string | undefined) => [
  ...(view.indexes.words ? termsOf(view, document) : []),
  // So that any searched text, however short, begins a run.
  ...(text !== undefined && keepsGrams(view) ? gramsOf(`${text}${beyondText}`).map(gramTerm) : []),
];

const fieldsOf = (view: AnyView, document: unknown) =>
  Object.values(view.indexes.fields ?? {}).map((valueOf, index) => {
    const value = valueOf(document);
    return [`field_${index}`, typeof value === 'number' && Number.isNaN(value) ? null : (value ?? null)] as const;
  });

const stateOf = (view: AnyView, { position, document }: Change, fence: number): State => {
  const nowMs = performance.timeOrigin + performance.now();
  const order = { fence, position, turn: -nowMs };
  if (document === undefined) return { ...order, deletedAtMs: nowMs };
  const text = view.indexes.text && plainText(view.indexes.text(document));
  return {
    ...order,
    json: JSON.stringify(document),
    ...Object.fromEntries(fieldsOf(view, document)),
    ...(text !== undefined && { text }),
    ...((view.indexes.words || keepsGrams(view)) && { terms: searchTermsOf(view, document, text) }),
  };
};

/**
 * The writes of one commit, created before the first is sent: a document that can't be stored fails the whole commit.
 */
export const writesOf = (view: AnyView, changes: readonly Change[], fence: number): AnyBulkWriteOperation<Row>[] =>
  changes.map((change) => ({
    updateOne: {
      filter: { _id: change.key },
      update: { $max: { state: stateOf(view, change, fence) } },
      upsert: true,
    },
  }));

const writeSlice = async (rows: Rows, writes: readonly AnyBulkWriteOperation<Row>[]) => {
  for (let tries = 1; ; tries += 1) {
    try {
      await rows.bulkWrite(writes, { ordered: false });
      return;
    } catch (error) {
      if (!isDuplicate(error) || tries === writeTriesMax) throw error;
    }
  }
};

export const write = async (rows: Rows, writes: readonly AnyBulkWriteOperation<Row>[]) => {
  const slices: (typeof writes)[] = [];
  for (let start = 0; start < writes.length; start += writeSliceMaxDocuments) {
    slices.push(writes.slice(start, start + writeSliceMaxDocuments));
  }
  const writeNext = async () => {
    for (let slice = slices.shift(); slice; slice = slices.shift()) await writeSlice(rows, slice);
  };
  // Waits for all: when a failed commit is reported, none of its writes may still be under way.
  const outcomes = await Promise.allSettled(Array.from({ length: writeSlicesAtOnceMax }, writeNext));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
};

/** Null for a deleted document. */
export const storedOf = ({ _id, state }: Row): Stored<unknown> | null =>
  state.json === undefined ? null : { key: _id, position: state.position, document: JSON.parse(state.json) as unknown };

/**
 * Includes deleted documents, as `undefined`: if a batch is folded again after a crash before its checkpoint, its
 * deletions are already done, and the events before them must not be folded into an empty document.
 */
export const load = async (rows: Rows, keys: readonly string[]): Promise<ReadonlyMap<string, Stored<unknown>>> => {
  const found = new Map<string, Stored<unknown>>();
  for (let start = 0; start < keys.length; start += readSliceMaxKeys) {
    const slice = rows.find({ _id: { $in: keys.slice(start, start + readSliceMaxKeys) } }, majorityRead);
    for await (const row of slice.project<Row>({ 'state.position': 1, 'state.json': 1 })) {
      found.set(row._id, storedOf(row) ?? { key: row._id, position: row.state.position, document: undefined });
    }
  }
  return found;
};

/** Does nothing if they exist. */
export const createIndexes = async (rows: Rows, view: AnyView) => {
  // One by one, because FerretDB fails on several if some of them exist.
  for (const { name, paths } of indexesOf(view)) {
    const key = Object.fromEntries(paths.map((path) => [path, 1 as const]));
    const partialFilterExpression = { [paths[0] ?? '_id']: { $exists: true } };
    try {
      await rows.createIndex(key, { name, partialFilterExpression });
    } catch (error) {
      // FerretDB has no partial indexes; full ones find the same.
      if (!isNotImplemented(error)) throw error;
      await rows.createIndex(key, { name });
    }
  }
};
