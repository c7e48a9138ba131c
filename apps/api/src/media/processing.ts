import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import type { Media } from '@tessera/domain/content/content';
import { invalidFileType } from '@tessera/domain/content/media-failures';
import { isFailure } from '@tessera/domain/kernel/failure';
import type { Failure } from '@tessera/domain/kernel/failure';
import type { Logger } from 'pino';
import { MediaStoreUnavailable } from '../adapters/media/port.ts';
import type { MediaStore } from '../adapters/media/port.ts';
import { loggerToken, mediaStoreToken, uploadStoreToken } from '../kernel/tokens.ts';
import { judge } from './judge.ts';
import { posterPreview, PreviewTimedOut, previewOf } from './preview.ts';
import { storePreview } from './stored-preview.ts';
import type { UploadStore } from './upload-store.ts';
import { Uploads } from './uploads.ts';
import type { UploadUnderProcessing } from './uploads.ts';

const concurrentMax = 2;
const askOtherNodesEveryMs = 250;

const sha256Of = async (file: string) => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
};

/**
 * The preview and what the file is, or why it is refused. Reading the disk has worked before: a throw is the file's
 * fault, and only one that took too long is tried again.
 */
const examine = async (file: string) => {
  try {
    const judged = await judge(file);
    if (isFailure(judged)) return judged;
    return { judged, preview: await (judged.mediaType === 'image' ? previewOf(file) : posterPreview()) };
  } catch (error) {
    if (error instanceof PreviewTimedOut) throw error;
    return invalidFileType();
  }
};

/**
 * Makes media of received files, a few at once, away from any request. Whatever interrupts it, the upload stays
 * 'processing' with its file in place, and the sweep starts it again.
 */
@Injectable()
export class Processing implements OnModuleDestroy {
  /** Those waiting and those running, by upload id. */
  readonly #jobs = new Map<string, Promise<void>>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #stopped = false;

  constructor(
    private readonly uploads: Uploads,
    @Inject(mediaStoreToken) private readonly store: MediaStore,
    @Inject(uploadStoreToken) private readonly received: UploadStore,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  /** Starting what is already started does nothing. */
  start(id: string) {
    if (this.#stopped || this.#jobs.has(id)) return;
    const job = this.#inTurn(() => this.#process(id))
      .catch((error: unknown) => this.#failed(id, error))
      .finally(() => this.#jobs.delete(id));
    this.#jobs.set(id, job);
  }

  /** Waits until the upload is no longer being processed, and at most so long. */
  async settled(id: string, waitMaxMs: number) {
    const job = this.#jobs.get(id);
    if (!job) return this.received.shared ? this.#settledElsewhere(id, waitMaxMs) : undefined;
    const ended = new AbortController();
    await Promise.race([
      job.then(() => ended.abort()),
      delay(waitMaxMs, undefined, { signal: ended.signal }).catch(() => undefined),
    ]);
  }

  async onModuleDestroy() {
    this.#stopped = true;
    await Promise.all(this.#jobs.values());
  }

  async #inTurn(work: () => Promise<void>) {
    if (this.#running < concurrentMax) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      if (!this.#stopped) await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  /** Another node has it: the vault tells when it is done. */
  async #settledElsewhere(id: string, waitMaxMs: number) {
    const until = performance.now() + waitMaxMs;
    while (!this.#stopped && performance.now() < until) {
      if ((await this.uploads.find(id))?.status !== 'processing') return;
      await delay(askOtherNodesEveryMs);
    }
  }

  async #failed(id: string, error: unknown) {
    this.logger.error({ err: error, upload: id }, 'an upload could not be processed');
    try {
      await this.uploads.giveBack(id, !(error instanceof MediaStoreUnavailable));
    } catch (giveBackError) {
      this.logger.error({ err: giveBackError, upload: id }, 'an upload could not be given back');
    }
  }

  async #process(id: string) {
    const upload = await this.uploads.attempt(id);
    if (!upload) return this.#discardSettled(id);
    const outcome = await this.received.withFile(id, (file) => this.#mediaOf(id, upload, file));
    await this.uploads.settle(
      id,
      isFailure(outcome) ? { status: 'refused', refusal: outcome } : { status: 'ready', media: outcome },
    );
  }

  async #discardSettled(id: string) {
    if ((await this.uploads.find(id))?.status !== 'processing') await this.uploads.discardFiles(id);
  }

  async #mediaOf(
    id: string,
    { creator_id, preview_name, bytes }: UploadUnderProcessing,
    file: string,
  ): Promise<Media | Failure> {
    if ((await stat(file)).size !== bytes) throw new Error(`Of upload ${id}, not all ${bytes} bytes are there`);
    const sha256 = await sha256Of(file);
    const examined = await examine(file);
    if (isFailure(examined)) return examined;
    const { judged, preview } = examined;
    const original = `${creator_id}/${id}.${judged.extension}`;
    const path = `creator/${judged.mediaType}s/${preview_name}.webp`;
    await this.store.putOriginal(original, file);
    return {
      ...(await storePreview(this.store, path, preview)),
      media_type: judged.mediaType,
      sha256,
      original,
      clip_url: null,
    };
  }
}
