import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DataStore, ERRORS, Upload } from '@tus/server';
import type { Locker } from '@tus/server';
import type { OpenBucket, StoredObject } from '../s3.ts';
import type { UploadStore } from './port.ts';

const folder = 'uploads/';
/** Held in memory while it fills, one for each request that sends bytes. */
const pieceBytes = 4 * 1024 * 1024;
const offsetDigits = 15;
const byteType = 'application/octet-stream';

const noteOf = (id: string) => `${folder}${id}/upload.json`;
const piecesOf = (id: string) => `${folder}${id}/pieces/`;
/** So that the order of the keys is that of the bytes. */
const pieceAt = (id: string, offset: number) => `${piecesOf(id)}${String(offset).padStart(offsetDigits, '0')}`;

interface Piece extends StoredObject {
  readonly start: number;
  /** What an earlier piece has already, in bytes. */
  readonly skip: number;
}

/** The pieces that make up the upload from its first byte to its first gap. They may overlap: all come from one file. */
const withoutGap = (objects: readonly StoredObject[]): readonly Piece[] => {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { key, size } of objects) {
    const start = Number(key.slice(-offsetDigits));
    if (start > end) break;
    if (start + size <= end) continue;
    pieces.push({ key, size, start, skip: end - start });
    end = start + size;
  }
  return pieces;
};

const endOf = (pieces: readonly Piece[]) => {
  const last = pieces.at(-1);
  return last ? last.start + last.size : 0;
};

/** What came before a connection broke off is a piece as well; the error follows it. */
async function* inPieces(bytes: Readable): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  const take = () => {
    const piece = Buffer.concat(held);
    held = [];
    heldBytes = 0;
    return piece;
  };
  let broken: { readonly error: unknown } | null = null;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      held.push(chunk);
      heldBytes += chunk.length;
      if (heldBytes >= pieceBytes) yield take();
    }
  } catch (error) {
    broken = { error };
  }
  if (heldBytes > 0) yield take();
  if (broken) throw broken.error;
}

/** A note for each upload, and its bytes in pieces that are named by where they begin. */
class PieceStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'termination', 'expiration'];
  readonly #bucket: OpenBucket;
  readonly #expiryMs: number;

  constructor(bucket: OpenBucket, expiryMs: number) {
    super();
    this.#bucket = bucket;
    this.#expiryMs = expiryMs;
  }

  override async create(upload: Upload) {
    upload.creation_date = new Date().toISOString();
    await this.#bucket.put(noteOf(upload.id), JSON.stringify(upload), 'application/json');
    return upload;
  }

  /**
   * Each piece is durable before the next is taken, so what a failure interrupts has no gap. A piece that is written
   * twice, or by two nodes, holds the same bytes of the same file.
   */
  override async write(bytes: Readable, id: string, offset: number) {
    let end = offset;
    for await (const piece of inPieces(bytes)) {
      await this.#bucket.put(pieceAt(id, end), piece, byteType);
      end += piece.length;
    }
    return end;
  }

  override async getUpload(id: string) {
    const note = await this.#bucket.text(noteOf(id));
    // The protocol's errors are plain objects.
    // oxlint-disable-next-line typescript/only-throw-error
    if (note === null) throw ERRORS.FILE_NOT_FOUND;
    const upload = JSON.parse(note) as Upload;
    return new Upload({ ...upload, offset: endOf(await this.pieces(id)) });
  }

  override async remove(id: string) {
    const objects = await this.#bucket.list(`${folder}${id}/`);
    await this.#bucket.remove(objects.map(({ key }) => key));
  }

  override getExpiration() {
    return this.#expiryMs;
  }

  async pieces(id: string) {
    return withoutGap(await this.#bucket.list(piecesOf(id)));
  }
}

async function* bytesOf(bucket: OpenBucket, pieces: readonly Piece[]) {
  for (const { key, size, skip } of pieces) yield* bucket.read(key, { start: skip, end: size - 1 });
}

interface UploadBucket {
  readonly bucket: OpenBucket;
  readonly expiryMs: number;
  readonly locker: Locker;
}

/** Uploads in a bucket that several nodes share: the requests of one upload may come to any of them. */
export const openUploadBucket = ({ bucket, expiryMs, locker }: UploadBucket): UploadStore => {
  const datastore = new PieceStore(bucket, expiryMs);
  return {
    datastore,
    locker,
    shared: true,
    ids: () => bucket.folders(folder),
    receivedBytes: async (id) => endOf(await datastore.pieces(id)),
    withFile: async (id, use) => {
      const temporary = await mkdtemp(join(tmpdir(), 'tessera-upload-'));
      try {
        const file = join(temporary, id);
        await pipeline(bytesOf(bucket, await datastore.pieces(id)), createWriteStream(file));
        return await use(file);
      } finally {
        await rm(temporary, { recursive: true, force: true });
      }
    },
    discard: (id) => datastore.remove(id),
  };
};
