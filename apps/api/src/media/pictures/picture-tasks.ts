import type { MeasuredPreview, Preview } from './preview.ts';

/** What may be decoded. */
export interface PictureBounds {
  /** As sharp names them. */
  readonly formats: readonly string[];
  readonly pixelsMax: number;
}

/** What a process that decodes is requested. Files are named by absolute paths. */
export type PictureTask =
  | { readonly kind: 'preview'; readonly file: string; readonly bounds: PictureBounds }
  /** The neutral picture that stands for a video. */
  | { readonly kind: 'poster' }
  | { readonly kind: 'logo' | 'portrait'; readonly bytes: Buffer; readonly bounds: PictureBounds }
  /** For paper, as JPEG. */
  | { readonly kind: 'thumbnail'; readonly bytes: Buffer; readonly sideMaxPixels: number }
  /** Writes the mark for a picture as large as `like`, as PNG. */
  | { readonly kind: 'watermark'; readonly like: string; readonly file: string }
  /** Of the pictures the one with most to see: not the black before, nor the white between two scenes. */
  | { readonly kind: 'most-detailed'; readonly files: readonly string[] };

/** Why a picture is not even decoded. */
export type NotDecoded =
  | { readonly refused: 'other type' }
  | { readonly refused: 'too large' }
  /** Its kind takes so much memory that fewer pixels are allowed. */
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
  /** Its place among the files. */
  readonly 'most-detailed': number;
}

export type PictureReport =
  | { readonly made: PictureResults[PictureTask['kind']] }
  | { readonly failed: string; readonly outOfMemory: boolean };
