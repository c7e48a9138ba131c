import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ByteRange, StoredMedia } from '../../adapters/media/port.ts';

/** Replaces the bytes from `start` up to, but not including, `end`. If both are equal, it inserts. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly bytes: Buffer;
}

/** A part of the edited file: new bytes, or a range of the stored file. */
type Piece = Buffer | ByteRange;

const lengthOf = (piece: Piece) => (Buffer.isBuffer(piece) ? piece.length : piece.end - piece.start + 1);

/** @param edits in ascending order, without overlaps */
const piecesOf = (edits: readonly Edit[], size: number): readonly Piece[] => {
  const pieces: Piece[] = [];
  let kept = 0;
  for (const { start, end, bytes } of [...edits, { start: size, end: size, bytes: Buffer.alloc(0) }]) {
    if (start > kept) pieces.push({ start: kept, end: start - 1 });
    if (bytes.length > 0) pieces.push(bytes);
    kept = end;
  }
  return pieces;
};

async function* partOf(media: StoredMedia, pieces: readonly Piece[], { start, end }: ByteRange) {
  let offset = 0;
  for (const piece of pieces) {
    const from = Math.max(start - offset, 0);
    const to = Math.min(end - offset, lengthOf(piece) - 1);
    offset += lengthOf(piece);
    if (from > to) continue;
    if (Buffer.isBuffer(piece)) yield piece.subarray(from, to + 1);
    else yield* media.read({ start: piece.start + from, end: piece.start + to }) as AsyncIterable<Buffer>;
  }
}

/** Applies the edits as the file is read. Its size is known, and any range can be read without the rest. */
export const edited = (media: StoredMedia, edits: readonly Edit[]): StoredMedia => {
  const pieces = piecesOf(edits, media.size);
  const size = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
  const hash = createHash('sha256');
  for (const { start, end, bytes } of edits) hash.update(`${start}-${end}:${bytes.length};`).update(bytes);
  return {
    size,
    contentType: media.contentType,
    etag: `"${media.etag.slice(1, -1)}-${hash.digest('base64url').slice(0, 16)}"`,
    read: (range = { start: 0, end: size - 1 }) => Readable.from(partOf(media, pieces, range), { objectMode: false }),
    close: () => media.close(),
  };
};
