import type { AnyView } from '@tessera/domain/kernel/view';
import type { PositionKind } from '../log/port.ts';

/** A document as stored: its key and the log position of the last event it reflects. */
export interface Stored<Document> {
  readonly key: string;
  readonly position: number;
  readonly document: Document;
}

/** One document's new state; `undefined` deletes it. */
export interface Change {
  readonly key: string;
  readonly position: number;
  readonly document: unknown;
  /** What is deleted, where it is known: its watchers are told. No engine stores it. */
  readonly deleted?: unknown;
}

export type Bound = string | number;

export interface Find {
  /** Declared fields that must equal a value (a list field: contain it). */
  readonly where?: Readonly<Record<string, Bound>>;
  readonly range?: { readonly field: string; readonly from?: Bound; readonly to?: Bound };
  /** Case-insensitive substring of the declared text. */
  readonly text?: string;
  /**
   * A search: all its words have to be found, in any order, in the texts that the view declares as `words`, in any case, as
   * singular or plural, and the last one as the beginning of a word. A search without a word finds nothing.
   */
  readonly words?: string;
  /** Of each word of that search, whose names have it, by id: theirs is found by it too, where the view declares `named`. */
  readonly named?: readonly (readonly string[])[];
  /** First by where the words are found, in the first of those texts before the others, and then by `sort`. */
  readonly ranked?: boolean;
  /** A declared single-valued field; ties are broken by key, in the same direction. By default the key. */
  readonly sort?: { readonly field: string; readonly descending: boolean };
  readonly limit: number;
  /** `next` of the page before. Opaque. */
  readonly cursor?: string;
}

export type Filter = Pick<Find, 'where' | 'range' | 'text' | 'words' | 'named'>;

export interface Page<Document> {
  readonly items: readonly Stored<Document>[];
  /** Where the next page starts; null on the last. */
  readonly next: string | null;
}

/** A view's next generation, built beside the live one and invisible until `promote`. */
export interface Generation {
  /** Up to where it was committed when it was given out; -1 for an empty one. */
  readonly checkpoint: number;
  load(keys: readonly string[]): Promise<ReadonlyMap<string, Stored<unknown>>>;
  commit(position: number, changes: readonly Change[]): Promise<void>;
  /**
   * Makes what finding needs, which costs less for many documents at once than with each commit. Called when most of them
   * are there, before `promote`, which makes what is missing.
   */
  index(): Promise<void>;
  /** Makes this the live generation and drops the one before, atomically. */
  promote(): Promise<void>;
  discard(): Promise<void>;
}

/** By what a log is known. */
export interface LogIdentity {
  /** The id of its first event. */
  readonly first: string;
  /** Another one after each restore; null where there is none yet, or an engine keeps none. */
  readonly history: string | null;
}

/** Whether views are of this log. Those that were kept without a history are of any. */
export const isSameLog = (kept: LogIdentity, log: LogIdentity) =>
  kept.first === log.first && (kept.history === null || kept.history === log.history);

/**
 * Documents in named views. A view's documents and its checkpoint are written together, by `commit` alone,
 * and every document carries the position it reflects. Several processes may share a store: many read a view, and the
 * one with the highest fence writes it.
 */
export abstract class ReadStore {
  /**
   * Declares a view: makes its place and indexes. A view whose version changed starts empty, at checkpoint -1, and so
   * does one that was folded from a log of the other kind.
   */
  abstract register(view: AnyView, counts: PositionKind): Promise<void>;
  /**
   * Makes this process the writer of a view: its commits and generations carry the token from now on, and those of a
   * process with a lower token, or with none, are refused.
   * @throws Fenced when a higher token has been here.
   */
  abstract fence(view: string, token: number): Promise<void>;
  abstract get<Document>(view: string, key: string): Promise<Stored<Document> | null>;
  /** For folding. An engine may also answer a document that was deleted: `undefined`, with the position of that. */
  abstract load(view: string, keys: readonly string[]): Promise<ReadonlyMap<string, Stored<unknown>>>;
  abstract find<Document>(view: string, query: Find): Promise<Page<Document>>;
  /** @param atMost counts no further, so that it costs no more */
  abstract count(view: string, query?: Filter, atMost?: number): Promise<number>;
  /**
   * The position up to which the view has folded the log; -1 for nothing yet. Reads that follow see at least that much,
   * even when another process has promoted a generation.
   */
  abstract checkpoint(view: string): Promise<number>;
  /** The same of several views, with one read. */
  abstract checkpoints(views: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Several views that one batch touched, with their checkpoints. A commit that fails moves no checkpoint, and can be
   * repeated; an engine without transactions may have written documents of it, which the repetition leaves as they are.
   * @throws Fenced when another process has taken over one of the views; ReadStoreUnavailable.
   */
  abstract commit(
    position: number,
    views: readonly { readonly view: string; readonly changes: readonly Change[] }[],
  ): Promise<void>;
  /**
   * Opens the next generation of a view. What was left of one is dropped, unless it is of the same task: then an engine
   * may go on with it where it stands.
   */
  abstract rebuild(view: string, task?: string): Promise<Generation>;
  /**
   * What generations held that were dropped before is left in none of the files that this process keeps for the engine.
   * Of a live one, what was deleted or replaced may be.
   * @throws ReadStoreUnavailable while others read what was there before
   */
  abstract scrub(): Promise<void>;
  /** Writes something that nobody reads. @throws ReadStoreUnavailable when a commit would fail now */
  abstract tryWrite(): Promise<void>;
  /** The log that these views are of, as `keepLog` named it; null in a new store. */
  abstract log(): Promise<LogIdentity | null>;
  /**
   * Drops the views of another log: they are folded anew when they are registered.
   * @param counts what its positions count
   */
  abstract keepLog(log: LogIdentity, counts: PositionKind): Promise<void>;
  /** The highest checkpoint of all views that were folded from a log of this kind; -1 for none. None need be registered. */
  abstract furthest(counts: PositionKind): Promise<number>;
  abstract close(): Promise<void>;
}

/** Another process writes this view now: whoever gets this stops writing it. */
export class Fenced extends Error {
  override readonly name = 'Fenced';
}

/** The engine can't write or read now. The message says which engine, what was tried and what to do. */
export class ReadStoreUnavailable extends Error {
  override readonly name = 'ReadStoreUnavailable';
}

export class BadCursor extends Error {
  override readonly name = 'BadCursor';
}
