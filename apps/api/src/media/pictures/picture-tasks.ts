import type { FilmFacts } from './film-facts.ts';
import type { MeasuredPreview, Preview } from './preview.ts';

/** The format that sharp can't read. Its decoder is WebAssembly, which a process without a compiler can't run. */
export const heicFormat = 'heic';

/** Limits on what may be decoded. */
export interface PictureBounds {
  /** sharp's names of the allowed formats, or `heicFormat` alone. */
  readonly formats: readonly string[];
  readonly pixelsMax: number;
}

/** A task for the decoding process. File paths are absolute. */
export type PictureTask =
  | { readonly kind: 'preview'; readonly file: string; readonly bounds: PictureBounds }
  /** Draws the placeholder picture of a video. */
  | { readonly kind: 'poster' }
  | { readonly kind: 'logo' | 'portrait'; readonly bytes: Buffer; readonly bounds: PictureBounds }
  /** Makes a JPEG for print. */
  | { readonly kind: 'thumbnail'; readonly bytes: Buffer; readonly sideMaxPixels: number }
  /** Writes a PNG of the watermark, as large as the picture `like`. */
  | { readonly kind: 'watermark'; readonly like: string; readonly file: string }
  /** Finds the picture with the most detail, rather than a black or white frame between two scenes. */
  | { readonly kind: 'most-detailed'; readonly files: readonly string[] }
  /** Reads what a video's container says about it. */
  | { readonly kind: 'film'; readonly file: string };

/** Why a picture was refused before decoding. */
export type NotDecoded =
  | { readonly refused: 'other type' }
  | { readonly refused: 'too large' }
  /** Its format needs so much memory that fewer pixels are allowed. */
  | { readonly refused: 'too expensive'; readonly kindName: string; readonly megapixels: number };

export interface PictureResults {
  readonly preview: MeasuredPreview | NotDecoded;
  readonly poster: Preview;
  /** WebP. */
  readonly logo: Buffer | NotDecoded;
  /** A square, as WebP. */
  readonly portrait: Buffer | NotDecoded;
  readonly thumbnail: Buffer;
  readonly watermark: true;
  /** The index of the file. */
  readonly 'most-detailed': number;
  /** Null without a track of pictures. */
  readonly film: FilmFacts | null;
}

export type PictureReport =
  | { readonly made: PictureResults[PictureTask['kind']] }
  | { readonly failed: string; readonly outOfMemory: boolean };
