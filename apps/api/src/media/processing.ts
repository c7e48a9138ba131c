import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

import { Inject, Injectable } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import type { TakenFormat } from '@tessera/domain/content/media/file-formats';
import { invalidFileType, mediaPixelsMax, unreadableFile } from '@tessera/domain/content/media/media-failures';
import { isFailure } from '@tessera/domain/kernel/failure';
import type { Failure } from '@tessera/domain/kernel/failure';
import type { Logger } from 'pino';
import { MediaStore, MediaStoreUnavailable } from '../adapters/media/port.ts';
import { loggerToken } from '../kernel/tokens.ts';
import { detectMediaType } from './formats/detect-media-type.ts';
import { PictureBroken, Pictures, PictureLimitExceeded } from './pictures/pictures.ts';
import type { PictureMaker } from './pictures/pictures.ts';
import { heicFormat } from './pictures/picture-tasks.ts';
import type { FilmFacts } from './pictures/film-facts.ts';
import type { Preview } from './pictures/preview.ts';
import { refusalOf } from './pictures/refusal.ts';
import { ItemRights } from './rights/item-rights.ts';
import { sha256Of } from './sha256.ts';
import { previewMediaAt, storePreview } from './stored-media.ts';
import { UploadStore } from '../adapters/uploads/port.ts';
import { Uploads } from './uploads/uploads.ts';
import type { UploadedMedia, UploadUnderProcessing } from './uploads/uploads.ts';

const pollEveryMs = 250;

/** The `format` that the decoder must also report for a file that begins like this type. */
const decoderNames: Readonly<Record<string, string>> = { jpg: 'jpeg', avif: 'heif', heic: heicFormat };
const decodedAs = ({ extension }: TakenFormat) => decoderNames[extension] ?? extension;

/**
 * Turns received files into media, outside of any request; creators take turns. If it is interrupted, the upload stays
 * 'processing' with its file in place, and the sweep starts it again.
 */
@Injectable()
export class Processing implements OnModuleDestroy {
  /** Waiting and running jobs, by upload id. */
  readonly #jobs = new Map<string, Promise<void>>();
  #poster: Promise<Preview> | undefined;
  #stopped = false;

  constructor(
    private readonly uploads: Uploads,
    private readonly pictures: Pictures,
    private readonly store: MediaStore,
    private readonly received: UploadStore,
    private readonly rights: ItemRights,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  /** Does nothing if the upload was already started. */
  start(id: string, creatorId: string) {
    if (this.#stopped || this.#jobs.has(id)) return;
    const job = this.pictures
      .enqueue(creatorId, (maker) => this.#process(id, maker))
      .catch((error: unknown) => this.#failed(id, error))
      .finally(() => this.#jobs.delete(id));
    this.#jobs.set(id, job);
  }

  /** Waits until the upload is no longer being processed, or `waitMaxMs` have passed. */
  async waitForResult(id: string, waitMaxMs: number) {
    const job = this.#jobs.get(id);
    if (!job) return this.received.shared ? this.#waitForOtherNode(id, waitMaxMs) : undefined;
    const ended = new AbortController();
    await Promise.race([
      job.then(() => ended.abort()),
      delay(waitMaxMs, undefined, { signal: ended.signal }).catch(() => undefined),
    ]);
  }

  async onModuleDestroy() {
    this.#stopped = true;
    this.pictures.stop();
    await Promise.all(this.#jobs.values());
  }

  /** If another node processes it, only the vault says when it is done. */
  async #waitForOtherNode(id: string, waitMaxMs: number) {
    const until = performance.now() + waitMaxMs;
    while (!this.#stopped && performance.now() < until) {
      if ((await this.uploads.find(id))?.status !== 'processing') return;
      await delay(pollEveryMs);
    }
  }

  async #failed(id: string, error: unknown) {
    if (!this.#stopped) this.logger.error({ err: error, upload: id }, 'an upload could not be processed');
    try {
      await this.uploads.release(id, !this.#stopped && !(error instanceof MediaStoreUnavailable));
    } catch (releaseError) {
      this.logger.error({ err: releaseError, upload: id }, 'an upload could not be released for another attempt');
    }
  }

  async #process(id: string, maker: PictureMaker) {
    const upload = await this.uploads.attempt(id);
    if (!upload) return this.#discardFinished(id);
    const outcome = await this.received.withFile(id, (file) => this.#mediaOf(id, upload, file, maker));
    await this.uploads.settle(
      id,
      isFailure(outcome) ? { status: 'refused', refusal: outcome } : { status: 'ready', media: outcome },
    );
  }

  async #discardFinished(id: string) {
    if ((await this.uploads.find(id))?.status !== 'processing') await this.received.discard(id);
  }

  async #mediaOf(
    id: string,
    { creator_id, preview_name, bytes }: UploadUnderProcessing,
    file: string,
    maker: PictureMaker,
  ): Promise<UploadedMedia | Failure> {
    if ((await stat(file)).size !== bytes) throw new Error(`Upload ${id} doesn't have its ${bytes} bytes`);
    const sha256 = await sha256Of(createReadStream(file));
    // The file could be read for its hash, so an exception is the file's own fault.
    const detected = await detectMediaType(file).catch(invalidFileType);
    if (isFailure(detected)) return detected;
    const preview = await this.#previewOf(id, detected, file, maker);
    if (isFailure(preview)) return preview;
    const original = `${creator_id}/${id}.${detected.extension}`;
    const path = `creator/${detected.mediaType}s/${preview_name}.webp`;
    const measures = preview.measures && { ...preview.measures, bytes };
    const media: UploadedMedia = {
      ...previewMediaAt(path, preview),
      media_type: detected.mediaType,
      sha256,
      original,
      clip_url: null,
      measures,
      ...(detected.mediaType === 'video' && { film: await this.#filmOf(file, maker) }),
    };
    await this.uploads.noteStored(id, media);
    await this.store.putOriginal(original, file);
    await storePreview(this.store, path, preview, await this.rights.ofUpload(id, creator_id));
    return media;
  }

  async #previewOf(id: string, detected: TakenFormat, file: string, maker: PictureMaker): Promise<Preview | Failure> {
    if (detected.mediaType === 'video') return this.#videoPlaceholder(maker);
    const bounds = { formats: [decodedAs(detected)], pixelsMax: mediaPixelsMax };
    try {
      const made = await this.uploads.whileDecoding(id, () => maker.make({ kind: 'preview', file, bounds }));
      return 'refused' in made ? refusalOf(made, { otherType: invalidFileType }) : made;
    } catch (error) {
      if (error instanceof PictureBroken) return invalidFileType();
      if (!(error instanceof PictureLimitExceeded)) throw error;
      this.logger.warn({ upload: id, detail: error.message }, 'a picture exceeded its time or memory limit');
      return unreadableFile();
    }
  }

  /** What a preview that a browser makes is compared with. */
  async #filmOf(file: string, maker: PictureMaker): Promise<FilmFacts | null> {
    try {
      return await maker.make({ kind: 'film', file });
    } catch (error) {
      if (error instanceof PictureBroken || error instanceof PictureLimitExceeded) return null;
      throw error;
    }
  }

  /** Draws it once, for all videos. */
  #videoPlaceholder(maker: PictureMaker): Promise<Preview> {
    const drawn = (this.#poster ??= maker.make({ kind: 'poster' }));
    drawn.catch(() => (this.#poster = undefined));
    return drawn;
  }
}
