import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { PutObjectCommandInput } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { S3Bucket } from '../config.ts';
import type { ReadAhead, ByteRange, Download } from './media/port.ts';
import { isRangeNotSatisfiable, isMissing, isTransient, isRejected, type S3Error, unavailable } from './s3-errors.ts';

const connectTimeoutMs = 2_000;
/** From the request to the headers of its answer. An upload of 100 MB must fit in it. */
const answerTimeoutMs = 120_000;
/** A connection without traffic for this long is considered dead. */
const silenceMaxMs = 30_000;
const socketsMax = 256;
const attemptsMax = 3;
const retryPausesMs = [200, 1_000];
const deleteBatchMax = 1_000;
/** When a store can't delete in batches. */
const concurrentDeletesMax = 8;

export interface StoredObject {
  readonly key: string;
  /** In bytes. */
  readonly size: number;
}

/** An object whose size and first bytes came with one request. */
export interface OpenedObject {
  /** The size of the whole object, in bytes. */
  readonly size: number;
  readonly etag: string;
  /** Returns the opened bytes if this is the range that was opened, and only the first time; null otherwise. */
  take(range: ByteRange): Readable | null;
  close(): void;
}

const rangeHeaderOf = (ahead: Exclude<ReadAhead, 'all'>) =>
  'last' in ahead ? `bytes=-${ahead.last}` : `bytes=${ahead.start}-${ahead.end ?? ''}`;
/** Matches `bytes 0-1/5000`. */
const contentRange = /^bytes (\d+)-(\d+)\/(\d+)$/;

/** A bucket of an S3 store. Any failure becomes a MediaStoreUnavailable after a few attempts. */
// Must not be called `Bucket`, like the field of its commands: the compiler would rename that field.
export class OpenBucket {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #place: string;
  /** Set to false when the store first refuses a batch. */
  #deletesInBatches = true;

  constructor({ bucket, region, endpoint, credentials }: S3Bucket) {
    this.#bucket = bucket;
    this.#place = endpoint ? `S3 at ${new URL(endpoint).host}` : `S3 in ${region}`;
    this.#client = new S3Client({
      region,
      // Retries are made here, because the client can't send a stream twice.
      maxAttempts: 1,
      // Some other stores refuse Amazon's newer checksums.
      ...(endpoint
        ? {
            endpoint,
            forcePathStyle: true,
            requestChecksumCalculation: 'WHEN_REQUIRED',
            responseChecksumValidation: 'WHEN_REQUIRED',
          }
        : {}),
      ...(credentials ? { credentials } : {}),
      requestHandler: {
        connectionTimeout: connectTimeoutMs,
        requestTimeout: answerTimeoutMs,
        throwOnRequestTimeout: true,
        socketTimeout: silenceMaxMs,
        httpAgent: { keepAlive: true, maxSockets: socketsMax },
        httpsAgent: { keepAlive: true, maxSockets: socketsMax },
      },
    });
  }

  /** Doesn't create a missing bucket: a mistyped name would start an empty shop. */
  async check() {
    // Unlike HeadBucket, a list request says why it is refused.
    await this.#attempt(`find the bucket '${this.#bucket}'`, () =>
      this.#client.send(new ListObjectsV2Command({ Bucket: this.#bucket, MaxKeys: 1 })),
    );
  }

  /** @param caching the Cache-Control with which the store itself serves the object */
  put(key: string, body: Uint8Array | string, contentType: string, caching?: string) {
    const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
    return this.#attempt(`store ${key}`, () => this.#put(key, body, length, contentType, caching));
  }

  /** Sends the file in one request: S3 accepts 5 GB that way, and media are at most 100 MB. */
  async putFile(key: string, file: string, contentType: string) {
    const { size } = await stat(file);
    await this.#attempt(`store ${key}`, async () => {
      const body = createReadStream(file);
      try {
        await this.#put(key, body, size, contentType);
      } finally {
        body.destroy();
      }
    });
  }

  /** Returns null when there is no such object. The entity tag is in quotes. */
  head(key: string): Promise<{ readonly size: number; readonly etag: string } | null> {
    return this.#attempt(`find ${key}`, async () => {
      const found = await this.#nullIfMissing(
        this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: key })),
      );
      return found && { size: found.ContentLength ?? 0, etag: found.ETag ?? '""' };
    });
  }

  /** Requests the object's size and bytes together. Returns null when there is no such object or no such range. */
  open(key: string, ahead: ReadAhead): Promise<OpenedObject | null> {
    const what = `read ${key}`;
    return this.#attempt(what, async () => {
      const range = ahead === 'all' ? {} : { Range: rangeHeaderOf(ahead) };
      const command = new GetObjectCommand({ Bucket: this.#bucket, Key: key, ...range });
      const found = await this.#nullIfMissing(
        this.#client.send(command),
        (error) => isMissing(error) || isRangeNotSatisfiable(error),
      );
      if (!found?.Body) return null;
      const [, start, end, size] = contentRange.exec(found.ContentRange ?? '') ?? [];
      const length = found.ContentLength ?? 0;
      const part = size === undefined ? { start: 0, end: length - 1 } : { start: Number(start), end: Number(end) };
      let body: Readable | null = found.Body as Readable;
      const close = () => void body?.destroy();
      return {
        size: size === undefined ? length : Number(size),
        etag: found.ETag ?? '""',
        take: (wanted) => {
          if (!body || wanted.start !== part.start || wanted.end !== part.end) return null;
          const bytes = Readable.from(this.#chunks(what, body), { objectMode: false });
          body = null;
          return bytes;
        },
        close,
      };
    });
  }

  /** Returns a URL that lets anyone who has it download the object for `seconds`. */
  signedUrlOf(key: string, download: Download & { readonly contentType: string }): Promise<string> {
    const { disposition, contentType, seconds } = download;
    const command = new GetObjectCommand({
      Bucket: this.#bucket,
      Key: key,
      ResponseContentDisposition: disposition,
      ResponseContentType: contentType,
    });
    return this.#attempt(`sign a URL of ${key}`, () => getSignedUrl(this.#client, command, { expiresIn: seconds }));
  }

  /** Requests the bytes when the stream is first read. With an entity tag, fails unless the object is that version. */
  read(key: string, range?: ByteRange, etag?: string): Readable {
    return Readable.from(this.#bytes(key, range, etag), { objectMode: false });
  }

  /** Returns null when there is no such object. */
  text(key: string): Promise<string | null> {
    return this.#attempt(`read ${key}`, async () => {
      const found = await this.#nullIfMissing(
        this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key })),
      );
      return found?.Body ? found.Body.transformToString() : null;
    });
  }

  /** Lists the objects whose keys begin with the prefix, in key order. */
  async list(prefix: string): Promise<readonly StoredObject[]> {
    const found: StoredObject[] = [];
    for await (const { Contents } of this.#pages(prefix, undefined)) {
      for (const { Key, Size } of Contents ?? []) if (Key) found.push({ key: Key, size: Size ?? 0 });
    }
    return found;
  }

  /** Lists the names of the folders directly under the prefix, which must end in `/`. */
  async folders(prefix: string): Promise<readonly string[]> {
    const found: string[] = [];
    for await (const { CommonPrefixes } of this.#pages(prefix, '/')) {
      for (const { Prefix } of CommonPrefixes ?? []) if (Prefix) found.push(Prefix.slice(prefix.length, -1));
    }
    return found;
  }

  async remove(keys: readonly string[]) {
    for (let start = 0; start < keys.length; start += deleteBatchMax) {
      const batch = keys.slice(start, start + deleteBatchMax);
      if (!this.#deletesInBatches || !(await this.#removeBatch(batch))) await this.#removeEach(batch);
    }
  }

  /** Returns false, and is not tried again, if the store refuses to delete in batches. */
  async #removeBatch(keys: readonly string[]): Promise<boolean> {
    const Objects = keys.map((Key) => ({ Key }));
    return this.#attempt('remove objects', async () => {
      const removal = new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } });
      try {
        const { Errors: [failed] = [] } = await this.#client.send(removal);
        if (failed) throw new Error(`${failed.Key ?? ''} ${failed.Code ?? ''} ${failed.Message ?? ''}`);
        return true;
      } catch (error) {
        if (!isRejected(error as S3Error)) throw error;
        this.#deletesInBatches = false;
        return false;
      }
    });
  }

  async #removeEach(keys: readonly string[]) {
    const left = [...keys];
    const removeNext = async () => {
      for (let key = left.shift(); key !== undefined; key = left.shift()) {
        const removal = new DeleteObjectCommand({ Bucket: this.#bucket, Key: key });
        await this.#attempt(`remove ${key}`, () => this.#client.send(removal));
      }
    };
    await Promise.all(Array.from({ length: concurrentDeletesMax }, removeNext));
  }

  #put(
    key: string,
    body: NonNullable<PutObjectCommandInput['Body']>,
    length: number,
    contentType: string,
    caching?: string,
  ) {
    const object = { Bucket: this.#bucket, Key: key, Body: body, ContentLength: length, ContentType: contentType };
    return this.#client.send(new PutObjectCommand({ ...object, CacheControl: caching }));
  }

  async *#bytes(key: string, range?: ByteRange, etag?: string) {
    const what = `read ${key}`;
    const { Body } = await this.#attempt(what, () =>
      this.#client.send(
        new GetObjectCommand({
          Bucket: this.#bucket,
          Key: key,
          ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
          ...(etag ? { IfMatch: etag } : {}),
        }),
      ),
    );
    yield* this.#chunks(what, Body as Readable);
  }

  async *#chunks(what: string, body: Readable) {
    try {
      yield* body;
    } catch (error) {
      throw unavailable(this.#place, what, error as S3Error);
    }
  }

  async *#pages(prefix: string, delimiter: string | undefined) {
    let token: string | undefined;
    do {
      const page = await this.#attempt(`list ${prefix}`, () =>
        this.#client.send(
          new ListObjectsV2Command({
            Bucket: this.#bucket,
            Prefix: prefix,
            Delimiter: delimiter,
            ContinuationToken: token,
          }),
        ),
      );
      yield page;
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (token);
  }

  async #nullIfMissing<Found>(request: Promise<Found>, isNone = isMissing): Promise<Found | null> {
    try {
      return await request;
    } catch (error) {
      if (isNone(error as S3Error)) return null;
      throw error;
    }
  }

  async #attempt<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (attempt >= attemptsMax || !isTransient(error as S3Error))
          throw unavailable(this.#place, what, error as S3Error);
        await delay(retryPausesMs[attempt - 1]);
      }
    }
  }
}

/** @throws MediaStoreUnavailable when the bucket can't be reached or doesn't exist */
export const openBucket = async (bucket: S3Bucket): Promise<OpenBucket> => {
  const opened = new OpenBucket(bucket);
  await opened.check();
  return opened;
};
