import type { Readable } from 'node:stream';

/**
 * How long caches may keep a public file without asking again: its rights may change, and they are written into the file.
 */
export const previewCaching = 'public, max-age=3600, must-revalidate';

/** The bytes from `start` to `end`, inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Which part of a file will be read first: all of it, from `start` (to `end`, inclusive), or its `last` bytes. It is a
 * hint that lets a remote store answer with one request; any other part can be read as well.
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
  /** Releases what was opened ahead. Call it after the last read, also when nothing was read. */
  close(): void;
}

export interface Download {
  /** The value of the Content-Disposition header. */
  readonly disposition: string;
  /** How long the URL is valid. */
  readonly seconds: number;
}

/**
 * Stores media: previews, which are public, and originals, which can't be reached without a signed URL. A key is one to
 * four names of letters, digits, `.`, `_` and `-`, separated by `/`, so it never leaves its folder. With any other key,
 * a put throws, an open resolves to null, and a delete does nothing. The extension determines the content type. A put
 * is complete and durable once it resolves, and never partly visible. Putting a key again replaces it.
 */
export abstract class MediaStore {
  /** Copies the file; the caller's own stays. */
  abstract putOriginal(key: string, file: string): Promise<void>;
  abstract openOriginal(key: string): Promise<StoredMedia | null>;
  /**
   * Returns a URL for downloading an original directly from the store; null when the store can't sign URLs or is not
   * set up to. Doesn't check that the original exists.
   */
  abstract signedOriginalUrl(key: string, download: Download): Promise<string | null>;
  /** Once this resolves, the original can't be opened anymore. It need not exist. */
  abstract deleteOriginal(key: string): Promise<void>;
  abstract putPreview(key: string, bytes: Uint8Array): Promise<void>;
  /** @param ahead what will be read first. Without it, nothing is opened before the first read. */
  abstract openPreview(key: string, ahead?: ReadAhead): Promise<StoredMedia | null>;
  abstract deletePreview(key: string): Promise<void>;
}

/** The store can't be reached, or refuses. The message says which store, what was tried, and what to do. */
export class MediaStoreUnavailable extends Error {
  override readonly name = 'MediaStoreUnavailable';
}
