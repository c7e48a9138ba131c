import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { PutObjectCommandInput } from '@aws-sdk/client-s3';
import type { S3Bucket } from '../config.ts';
import { MediaStoreUnavailable } from './media/port.ts';
import type { ByteRange } from './media/port.ts';

const connectTimeoutMs = 2_000;
/** From the request to the head of its answer; 100 MB must pass in it. */
const answerTimeoutMs = 120_000;
/** A connection on which nothing moves for this long is dead. */
const silenceMaxMs = 30_000;
const socketsMax = 256;
const attemptsMax = 3;
const retryPausesMs = [200, 1_000];
const deleteBatchMax = 1_000;

export interface StoredObject {
  readonly key: string;
  /** In bytes. */
  readonly size: number;
}

interface S3Error extends Error {
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

const statusOf = (error: S3Error) => error.$metadata?.httpStatusCode;
/** An error without a status came from the way there. */
const isPassing = (error: S3Error) => {
  const status = statusOf(error);
  return error.name !== 'CredentialsProviderError' && (status === undefined || status === 429 || status >= 500);
};
const isMissing = ({ name }: S3Error) => name === 'NotFound' || name === 'NoSuchKey';

/** What the operator can do. Stores call a wrong key by many names, but all answer it with a refusal. */
const adviceOn = (error: S3Error) => {
  if (error.name === 'NoSuchBucket') return 'Create the bucket, or name another in MEDIA_STORE_URL.';
  if (error.name === 'CredentialsProviderError') return 'Put the keys in MEDIA_STORE_URL or in the environment.';
  return isPassing(error)
    ? 'Check that it runs and that MEDIA_STORE_URL names it.'
    : 'Check the keys in MEDIA_STORE_URL, and what they may do in the bucket.';
};

/** One bucket of an S3 store. Everything that fails is a MediaStoreUnavailable, after a few attempts. */
// Not named as the `Bucket` of its commands: the compiler renames those then.
export class OpenBucket {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #place: string;

  constructor({ bucket, region, endpoint, credentials }: S3Bucket) {
    this.#bucket = bucket;
    this.#place = endpoint ? `S3 at ${new URL(endpoint).host}` : `S3 in ${region}`;
    this.#client = new S3Client({
      region,
      // Tried again here, as the client can't send a stream a second time.
      maxAttempts: 1,
      // Amazon's newer checksums are refused by some other stores.
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

  /** A bucket that is missing is not made: a name written wrong would start an empty shop. */
  async check() {
    // Unlike a question after the bucket itself, a list answers why it is refused.
    await this.#attempt(`find the bucket '${this.#bucket}'`, () =>
      this.#client.send(new ListObjectsV2Command({ Bucket: this.#bucket, MaxKeys: 1 })),
    );
  }

  put(key: string, body: Uint8Array | string, contentType: string) {
    const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
    return this.#attempt(`store ${key}`, () => this.#put(key, body, length, contentType));
  }

  /** In one request: S3 takes up to 5 GB so, and media have at most 100 MB. */
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

  /** Null when there is none. The tag comes in quotes. */
  head(key: string): Promise<{ readonly size: number; readonly etag: string } | null> {
    return this.#attempt(`find ${key}`, async () => {
      const found = await this.#orMissing(this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: key })));
      return found && { size: found.ContentLength ?? 0, etag: found.ETag ?? '""' };
    });
  }

  /** Asks for the bytes when they are read; with a tag, only for those of that version. */
  read(key: string, range?: ByteRange, etag?: string): Readable {
    return Readable.from(this.#bytes(key, range, etag), { objectMode: false });
  }

  /** Null when there is none. */
  text(key: string): Promise<string | null> {
    return this.#attempt(`read ${key}`, async () => {
      const found = await this.#orMissing(this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key })));
      return found?.Body ? found.Body.transformToString() : null;
    });
  }

  /** The objects whose key begins so, in the order of their keys. */
  async list(prefix: string): Promise<readonly StoredObject[]> {
    const found: StoredObject[] = [];
    for await (const { Contents } of this.#pages(prefix, undefined)) {
      for (const { Key, Size } of Contents ?? []) if (Key) found.push({ key: Key, size: Size ?? 0 });
    }
    return found;
  }

  /** The names of the folders right under the prefix, which ends in `/`. */
  async folders(prefix: string): Promise<readonly string[]> {
    const found: string[] = [];
    for await (const { CommonPrefixes } of this.#pages(prefix, '/')) {
      for (const { Prefix } of CommonPrefixes ?? []) if (Prefix) found.push(Prefix.slice(prefix.length, -1));
    }
    return found;
  }

  async remove(keys: readonly string[]) {
    for (let start = 0; start < keys.length; start += deleteBatchMax) {
      const Objects = keys.slice(start, start + deleteBatchMax).map((Key) => ({ Key }));
      await this.#attempt('remove objects', async () => {
        const removal = new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } });
        const { Errors: [failed] = [] } = await this.#client.send(removal);
        if (failed) throw new Error(`${failed.Key ?? ''} ${failed.Code ?? ''} ${failed.Message ?? ''}`);
      });
    }
  }

  #put(key: string, body: NonNullable<PutObjectCommandInput['Body']>, length: number, contentType: string) {
    const object = { Bucket: this.#bucket, Key: key, Body: body, ContentLength: length, ContentType: contentType };
    return this.#client.send(new PutObjectCommand(object));
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
    try {
      yield* Body as Readable;
    } catch (error) {
      throw this.#unavailable(what, error as S3Error);
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

  async #orMissing<Found>(asked: Promise<Found>): Promise<Found | null> {
    try {
      return await asked;
    } catch (error) {
      if (isMissing(error as S3Error)) return null;
      throw error;
    }
  }

  async #attempt<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (attempt >= attemptsMax || !isPassing(error as S3Error)) throw this.#unavailable(what, error as S3Error);
        await delay(retryPausesMs[attempt - 1]);
      }
    }
  }

  #unavailable(what: string, error: S3Error) {
    const reason = [error.name === 'Error' ? error.code : error.name, error.message].filter(Boolean).join(': ');
    const message = `${this.#place}: could not ${what}: ${reason.replace(/\.$/, '')}. ${adviceOn(error)}`;
    return new MediaStoreUnavailable(message, { cause: error });
  }
}

/** @throws MediaStoreUnavailable when the bucket can't be reached, or there is none. */
export const openBucket = async (bucket: S3Bucket): Promise<OpenBucket> => {
  const opened = new OpenBucket(bucket);
  await opened.check();
  return opened;
};
