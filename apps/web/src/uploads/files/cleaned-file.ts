import { cleanMovie, cleanPicture } from '@tessera/domain/content/media/private-details/private-details';
import type { PrivateDetail } from '@tessera/domain/content/media/private-details/exif';

interface CleanedFile {
  readonly details: readonly PrivateDetail[];
  /** Of the same size and with the same pixels. */
  readonly file: File;
}

const boxesMax = 1_000;
const headerBytes = 16;
const movieBytesMax = 32 * 1024 * 1024;

/** Where a film is described: its `moov` box. Null if it has none, as a WebM. */
const movieOf = async (file: File): Promise<{ readonly start: number; readonly end: number } | null> => {
  for (let start = 0, boxes = 0; start + headerBytes <= file.size && boxes < boxesMax; boxes += 1) {
    const header = new DataView(await file.slice(start, start + headerBytes).arrayBuffer());
    const size = header.getUint32(0) === 1 ? Number(header.getBigUint64(8)) : header.getUint32(0);
    const end = size === 0 ? file.size : start + size;
    if (size !== 0 && size < 8) return null;
    if (header.getUint32(4) === 0x6d6f6f76) return end - start > movieBytesMax ? null : { start, end };
    start = end;
  }
  return null;
};

/** Finds what a file says about where it was taken, with what, and about whom, and takes it out. */
export const cleanedFile = async (file: File): Promise<CleanedFile> => {
  const isPicture = file.type.startsWith('image/');
  const part = isPicture ? { start: 0, end: file.size } : await movieOf(file);
  if (!part) return { details: [], file };
  const bytes = new Uint8Array(await file.slice(part.start, part.end).arrayBuffer());
  const details = [...(isPicture ? cleanPicture(bytes) : cleanMovie(bytes))];
  const parts = [file.slice(0, part.start), bytes, file.slice(part.end)];
  return { details, file: new File(parts, file.name, { type: file.type, lastModified: file.lastModified }) };
};
