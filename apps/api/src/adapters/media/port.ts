import type { Readable } from 'node:stream';

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * What of a file will be read first: all of it, from one byte on (to another, included), or so many bytes at its end. It
 * is a hint, by which a store that is elsewhere answers in one request; anything else can be read as well.
 */
export type ReadAhead = 'all' | { readonly start: number; readonly end?: number } | { readonly last: number };

export interface StoredMedia {
  /** In bytes. */
  readonly size: number;
  readonly contentType: string;
  /** A strong entity tag, in quotes. */
  readonly etag: string;
  /** Opens the bytes; the caller ends the stream. */
  read(range?: ByteRange): Readable;
  /** After the last read, and where nothing was read: what was opened ahead ends. */
  close(): void;
}

export interface Download {
  /** Of the header Content-Disposition. */
  readonly disposition: string;
  readonly seconds: number;
}

/**
 * Where media lies: previews, which everyone may see, and originals, which nobody reaches without a signed address.
 * A key is one to four names of letters, digits, `.`, `_` and `-` with `/` between, and never leaves its folder:
 * putting under any other key throws, opening one answers null, deleting one does nothing. The extension tells the content type.
 * A put is complete and durable when it is answered, and never half visible; a second put of a key replaces the first.
 */
export abstract class MediaStore {
  /** Copies the file; the caller keeps its own. */
  abstract putOriginal(key: string, file: string): Promise<void>;
  abstract openOriginal(key: string): Promise<StoredMedia | null>;
  /**
   * An address at the store itself that saves an original under the name, for so long; null where the store has none, or
   * is not set up for it. Whether there is such an original is not looked up.
   */
  abstract signedOriginalUrl(key: string, download: Download): Promise<string | null>;
  /** Once it is answered nobody opens it anymore; nothing need be there. */
  abstract deleteOriginal(key: string): Promise<void>;
  abstract putPreview(key: string, bytes: Uint8Array): Promise<void>;
  /** @param ahead what will be read first; without it nothing is opened before it is read */
  abstract openPreview(key: string, ahead?: ReadAhead): Promise<StoredMedia | null>;
  abstract deletePreview(key: string): Promise<void>;
}

/** The store can't be reached, or refuses. The message says which, what was tried and what to do. */
export class MediaStoreUnavailable extends Error {
  override readonly name = 'MediaStoreUnavailable';
}
