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
/** Each request that sends bytes buffers one piece in memory. */
const pieceBytes = 4 * 1024 * 1024;
const offsetDigits = 15;
const byteType = 'application/octet-stream';

const infoKeyOf = (id: string) => `${folder}${id}/upload.json`;
const piecesFolderOf = (id: string) => `${folder}${id}/pieces/`;
/** The offset is padded, so that the keys sort in the order of the bytes. */
const pieceKeyOf = (id: string, offset: number) => `${piecesFolderOf(id)}${String(offset).padStart(offsetDigits, '0')}`;

interface Piece extends StoredObject {
  readonly start: number;
  /** How many of its first bytes an earlier piece already contains. */
  readonly skip: number;
}

/** Returns an upload's pieces up to the first gap. They may overlap, which is harmless: all come from one file. */
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

/** If the connection breaks, yields the bytes received so far as a piece, and then throws the error. */
async function* splitIntoPieces(bytes: Readable): AsyncGenerator<Buffer> {
  let buffered: Buffer[] = [];
  let bufferedBytes = 0;
  const take = () => {
    const piece = Buffer.concat(buffered);
    buffered = [];
    bufferedBytes = 0;
    return piece;
  };
  let failure: { readonly error: unknown } | null = null;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      buffered.push(chunk);
      bufferedBytes += chunk.length;
      if (bufferedBytes >= pieceBytes) yield take();
    }
  } catch (error) {
    failure = { error };
  }
  if (bufferedBytes > 0) yield take();
  if (failure) throw failure.error;
}

/** Stores an info object for each upload, and its bytes in pieces named by their offset. */
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
    await this.#bucket.put(infoKeyOf(upload.id), JSON.stringify(upload), 'application/json');
    return upload;
  }

  /**
   * Each piece is durable before the next one is read, so an interruption leaves no gap. A piece that is written twice,
   * or by two nodes, has the same bytes, because both come from the same file.
   */
  override async write(bytes: Readable, id: string, offset: number) {
    let end = offset;
    for await (const piece of splitIntoPieces(bytes)) {
      await this.#bucket.put(pieceKeyOf(id, end), piece, byteType);
      end += piece.length;
    }
    return end;
  }

  override async getUpload(id: string) {
    const info = await this.#bucket.text(infoKeyOf(id));
    // The protocol's errors are plain objects.
    // oxlint-disable-next-line typescript/only-throw-error
    if (info === null) throw ERRORS.FILE_NOT_FOUND;
    const upload = JSON.parse(info) as Upload;
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
    return withoutGap(await this.#bucket.list(piecesFolderOf(id)));
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

/** Stores uploads in a bucket that several nodes share: each request of an upload may reach any node. */
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
