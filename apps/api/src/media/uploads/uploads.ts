import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Media, VideoPreview } from '@tessera/domain/content/content-events';
import {
  mediaQuotaReached,
  missingMedia,
  tooManyUploads,
  unreadableFile,
  uploadFailed,
} from '@tessera/domain/content/media/media-failures';
import type { Measures } from '@tessera/domain/content/media/measures';
import { notFound } from '@tessera/domain/failures';
import type { Failure } from '@tessera/domain/kernel/failure';
import { Clock } from '../../kernel/clock.ts';
import { MediaStore } from '../../adapters/media/port.ts';
import type { Config } from '../../config.ts';
import { Refused } from '../../kernel/refused.ts';
import { configToken } from '../../kernel/tokens.ts';
import type { EnumerableVault } from '../../kernel/records/enumerable-vault.ts';
import type { FilmFacts } from '../pictures/film-facts.ts';
import { deleteMedia } from '../stored-media.ts';
import { UploadStore } from '../../adapters/uploads/port.ts';
import { Vault } from '../../kernel/records/port.ts';

export const uploadsInProgressMax = 20;
/** For unfinished uploads, and for finished ones that were not published. */
export const uploadExpiryMs = 24 * 60 * 60 * 1000;
/** A file that crashes the process is not tried forever. */
export const processingAttemptsMax = 3;
/** Longer than processing takes. If nodes share the uploads, a dead node's claims last this long. */
export const processingClaimMs = 3 * 60 * 1000;
const previewNameBytes = 8;
const collection = 'uploads';
const progressCollection = 'upload-places';
const sweepKey = 'settled';

/** The parts of a film's preview that its creator's browser has made so far. */
export interface BroughtPreview {
  /** What is stored, or about to be. */
  readonly keys: readonly string[];
  readonly poster?: Omit<VideoPreview, 'clip_url'> & Pick<Measures, 'colors' | 'hash'>;
  readonly clip_url?: string;
}

/** The media made from an upload. */
export interface UploadedMedia extends Media {
  /** Null for a video, which is measured later. Missing in records from before media were measured. */
  readonly measures?: Measures | null;
  /** To compare a browser's preview with; null if they can't be read. Missing for a photo. */
  readonly film?: FilmFacts | null;
  readonly brought?: BroughtPreview;
}

interface UploadFacts {
  /** The creator's id. Missing in records from before there were quotas. */
  readonly group?: string;
  readonly creator_id: string;
  /** ISO 8601. */
  readonly created_at: string;
  readonly bytes: number;
  /** The name of its preview, without folder and extension. A second attempt replaces the preview of the first. */
  readonly preview_name: string;
}
type UploadProgress =
  | { readonly status: 'uploading' }
  | {
      readonly status: 'processing';
      readonly attempts: number;
      /** ISO 8601. Until then, a node works on it, and the others leave it alone. */
      readonly claimed_until?: string;
      /** Its picture is being decoded. If no node works on it, that attempt crashed the node. */
      readonly decoding?: true;
      /** What an attempt has started to store. The next attempt stores it again, under the same names. */
      readonly storing?: UploadedMedia;
    }
  | {
      readonly status: 'ready';
      readonly media: UploadedMedia;
      /** ISO 8601: when it was finished, or last claimed for an item. Missing in old records. */
      readonly kept_from?: string;
      /** An item is made from it, so nothing can be brought for it anymore. */
      readonly claimed?: true;
    }
  | { readonly status: 'refused'; readonly refusal: Failure; readonly storing?: UploadedMedia }
  /** It is being deleted, and can't be claimed anymore. */
  | { readonly status: 'going'; readonly storing?: UploadedMedia };

/** The vault's record of an upload. It stays when an item is made from it, and counts toward its creator's quota. */
export type Upload = UploadFacts & UploadProgress;
export type UploadUnderProcessing = Extract<Upload, { status: 'processing' }>;

const factsOf = ({ creator_id, created_at, bytes, preview_name }: Upload): UploadFacts => ({
  group: creator_id,
  creator_id,
  created_at,
  bytes,
  preview_name,
});

const isInProgress = ({ status }: Upload) => status === 'uploading' || status === 'processing';

const bytesPerMegabyte = 1024 * 1024;

const quotaMessage = ({ files, bytes }: Config['mediaQuota']) =>
  `You can store up to ${files.toLocaleString('en-US')} files and ` +
  `${(bytes / bytesPerMegabyte).toLocaleString('en-US')} MB, and this upload would exceed that. Files you don’t ` +
  'publish are removed after 24 hours, which frees up space. If you need more, please get in touch with us.';

/** Returns the media that are, or may be, in the media store. */
const storedOf = (upload: Upload): { readonly storing?: UploadedMedia } => {
  if (upload.status === 'ready') return { storing: upload.media };
  return 'storing' in upload && upload.storing ? { storing: upload.storing } : {};
};

/** The uploads of all creators: their owners, their progress, and the files of unfinished ones. */
@Injectable()
export class Uploads {
  constructor(
    @Inject(Vault) private readonly vault: EnumerableVault,
    private readonly clock: Clock,
    private readonly store: UploadStore,
    private readonly media: MediaStore,
    @Inject(configToken) private readonly config: Pick<Config, 'mediaQuota'>,
  ) {}

  /** Returns the new upload's id. @throws Refused when the creator has too many in progress, or no quota left */
  async open(creatorId: string, bytes: number): Promise<string> {
    const id = this.clock.newId();
    const now = this.clock.now();
    const upload: Upload = {
      status: 'uploading',
      group: creatorId,
      creator_id: creatorId,
      created_at: now.toISOString(),
      bytes,
      preview_name: `${now.getTime()}-${randomBytes(previewNameBytes).toString('hex')}`,
    };
    // Counted after it was inserted, so that concurrent requests can't exceed the limit together.
    await this.vault.insert(collection, id, upload);
    const own = await this.ofCreator(creatorId);
    const expired = own.filter(({ value }) => isInProgress(value) && this.isExpired(value));
    for (const { key } of expired) await this.remove(key);
    const gone = new Set(expired.map(({ key }) => key));
    const refusal = this.#refusalOf(own.filter(({ key }) => !gone.has(key)).map(({ value }) => value));
    if (!refusal) return id;
    await this.remove(id);
    throw new Refused(refusal);
  }

  ofCreator(creatorId: string) {
    return this.vault.inGroup<Upload>(collection, creatorId);
  }

  find(id: string): Promise<Upload | null> {
    return this.vault.get<Upload>(collection, id);
  }

  /** Another creator's upload counts as not found. @throws Refused */
  async ownedBy(creatorId: string, id: string): Promise<Upload> {
    const upload = await this.find(id);
    if (upload?.creator_id !== creatorId || upload.status === 'going') throw new Refused(notFound());
    return upload;
  }

  /**
   * Returns a creator's own finished upload, and extends its life so that an item can be made from it.
   * @throws Refused otherwise
   */
  async claim(id: string, creatorId: string): Promise<Extract<Upload, { status: 'ready' }>> {
    const upload = await this.vault.update<Upload>(collection, id, (before) =>
      before?.status === 'ready' && before.creator_id === creatorId
        ? { ...before, group: creatorId, kept_from: this.clock.now().toISOString(), claimed: true }
        : before,
    );
    if (upload?.status !== 'ready' || upload.creator_id !== creatorId) throw new Refused(missingMedia());
    return upload;
  }

  /** Whether it was not finished, or was finished but not claimed, within the time that uploads are kept. */
  isExpired(upload: Upload): boolean {
    const since = (upload.status === 'ready' && upload.kept_from) || upload.created_at;
    return Date.parse(since) + uploadExpiryMs <= this.clock.now().getTime();
  }

  /**
   * Deletes expired uploads that have no item. Uploads that are claimed in the meantime stay.
   * @param isUsed whether the upload has an item
   */
  async cleanUpExpired(isUsed: (id: string) => Promise<boolean>, signal: AbortSignal) {
    const progress = await this.vault.get<{ readonly through: string }>(progressCollection, sweepKey);
    let through = progress?.through;
    let isGapless = true;
    // Ids are ordered by time: all up to `through` are settled, and later ones are younger.
    for await (const { key, value } of this.vault.records(collection, progress?.through)) {
      const upload = value as Upload;
      if (signal.aborted || !this.#isStale(upload)) break;
      const settled = this.isExpired(upload) && (await this.#completeExpired(key, upload, isUsed));
      isGapless &&= settled;
      if (isGapless) through = key;
    }
    if (through !== progress?.through) await this.vault.put(progressCollection, sweepKey, { through });
  }

  /** Records that all bytes have arrived. Returns the upload, if there is one. */
  async received(id: string) {
    return this.vault.update<Upload>(collection, id, (upload) =>
      upload?.status === 'uploading' ? { ...upload, status: 'processing', attempts: 0 } : upload,
    );
  }

  /** Claims the upload and counts an attempt at processing. Null if it is settled, or another node works on it. */
  async attempt(id: string): Promise<UploadUnderProcessing | null> {
    let isOwn = false;
    const upload = await this.vault.update<Upload>(collection, id, (before) => {
      isOwn = before?.status === 'processing' && !this.isClaimed(before);
      if (before?.status !== 'processing' || !isOwn) return before;
      const refused = { ...factsOf(before), ...storedOf(before), status: 'refused' } as const;
      if (before.decoding) return { ...refused, refusal: unreadableFile() };
      if (before.attempts >= processingAttemptsMax) return { ...refused, refusal: uploadFailed() };
      const claim = this.store.shared ? { claimed_until: this.#fromNow(processingClaimMs) } : {};
      return { ...before, attempts: before.attempts + 1, ...claim };
    });
    return isOwn && upload?.status === 'processing' ? upload : null;
  }

  /** Whether a node is working on it. */
  isClaimed({ claimed_until: until }: UploadUnderProcessing): boolean {
    return until !== undefined && Date.parse(until) > this.clock.now().getTime();
  }

  /** Marks the upload while its picture is decoded, so that a file that crashes the whole node does so only once. */
  async whileDecoding<Result>(id: string, decode: () => Promise<Result>): Promise<Result> {
    await this.#change(id, (upload) => ({ ...upload, decoding: true }));
    const result = await decode();
    await this.#change(id, ({ decoding: _decoding, ...upload }) => upload);
    return result;
  }

  /** Call it before the first file is stored, so that all files can be deleted whatever happens. */
  async noteStored(id: string, storing: UploadedMedia) {
    await this.#change(id, (upload) => ({ ...upload, storing }));
  }

  /** Changes what the creator's browser has brought for a finished film. @throws Refused if there is none to bring for */
  async bring(id: string, change: (before: BroughtPreview) => BroughtPreview) {
    const upload = await this.vault.update<Upload>(collection, id, (before) =>
      before?.status === 'ready' && !before.claimed
        ? { ...before, media: { ...before.media, brought: change(before.media.brought ?? { keys: [] }) } }
        : before,
    );
    if (upload?.status !== 'ready' || upload.claimed) throw new Refused(missingMedia());
  }

  /**
   * Gives up the claim after a failed attempt, so that any node may try again.
   * @param counts false if the failure was not the file's fault; then the attempt is not counted
   */
  async release(id: string, counts: boolean) {
    await this.vault.update<Upload>(collection, id, (before) => {
      if (before?.status !== 'processing') return before;
      const { claimed_until: _claim, decoding: _decoding, attempts, ...free } = before;
      return { ...free, attempts: counts ? attempts : Math.max(0, attempts - 1) };
    });
  }

  /** Records the outcome. If the upload has been deleted in the meantime, deletes the stored media. */
  async settle(
    id: string,
    outcome:
      | { readonly status: 'ready'; readonly media: Media }
      | { readonly status: 'refused'; readonly refusal: Failure },
  ) {
    const upload = await this.vault.update<Upload>(collection, id, (before) => {
      if (before?.status !== 'processing') return before;
      if (outcome.status === 'refused') return { ...factsOf(before), ...storedOf(before), ...outcome };
      return { ...factsOf(before), ...outcome, kept_from: this.clock.now().toISOString() };
    });
    if (outcome.status === 'ready' && upload?.status !== 'ready') await deleteMedia(this.media, outcome.media);
    await this.store.discard(id);
  }

  /**
   * Deletes an upload with all of its files. From the first step on, it can't be claimed. After a crash, it is
   * repeated.
   * @param mayGo checked in the first step
   * @returns whether the upload is gone
   */
  async remove(id: string, mayGo: (upload: Upload) => boolean = () => true): Promise<boolean> {
    const upload = await this.vault.update<Upload>(collection, id, (before) =>
      before && mayGo(before) ? { ...factsOf(before), ...storedOf(before), status: 'going' } : before,
    );
    if (upload && upload.status !== 'going') return false;
    if (upload?.storing) {
      await deleteMedia(this.media, upload.storing);
      for (const key of upload.storing.brought?.keys ?? []) await this.media.deletePreview(key);
    }
    await this.vault.delete(collection, id);
    await this.store.discard(id);
    return true;
  }

  /** Deletes the record only: the media stay. */
  async forget(id: string) {
    await this.vault.delete(collection, id);
  }

  #refusalOf(own: readonly Upload[]): Failure | null {
    if (own.filter(isInProgress).length > uploadsInProgressMax) return tooManyUploads();
    const { files, bytes } = this.config.mediaQuota;
    const taking = own.filter(({ status }) => status !== 'refused' && status !== 'going');
    const isWithin = taking.length <= files && taking.reduce((sum, upload) => sum + upload.bytes, 0) <= bytes;
    return isWithin ? null : mediaQuotaReached({ message: quotaMessage(this.config.mediaQuota) });
  }

  async #completeExpired(id: string, upload: Upload, isUsed: (id: string) => Promise<boolean>): Promise<boolean> {
    if (upload.status !== 'ready' || !(await isUsed(id))) return this.remove(id, (now) => this.isExpired(now));
    if (upload.group === undefined) {
      await this.vault.update<Upload>(collection, id, (now) => now && { ...now, group: now.creator_id });
    }
    return true;
  }

  #isStale({ created_at }: Upload) {
    return Date.parse(created_at) + uploadExpiryMs <= this.clock.now().getTime();
  }

  async #change(id: string, change: (upload: UploadUnderProcessing) => UploadUnderProcessing) {
    await this.vault.update<Upload>(collection, id, (before) =>
      before?.status === 'processing' ? change(before) : before,
    );
  }

  #fromNow(ms: number) {
    return new Date(this.clock.now().getTime() + ms).toISOString();
  }
}
