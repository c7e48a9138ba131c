import type { Readable } from 'node:stream';

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface StoredMedia {
  /** In bytes. */
  readonly size: number;
  readonly contentType: string;
  /** A strong entity tag, in quotes. */
  readonly etag: string;
  /** Opens the bytes; the caller ends the stream. */
  read(range?: ByteRange): Readable;
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
  /** Once it is answered nobody opens it anymore; nothing need be there. */
  abstract deleteOriginal(key: string): Promise<void>;
  abstract putPreview(key: string, bytes: Uint8Array): Promise<void>;
  abstract openPreview(key: string): Promise<StoredMedia | null>;
  abstract deletePreview(key: string): Promise<void>;
}

/** The store can't be reached, or refuses. The message says which, what was tried and what to do. */
export class MediaStoreUnavailable extends Error {
  override readonly name = 'MediaStoreUnavailable';
}
