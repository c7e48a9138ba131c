import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Media } from '@tessera/domain/content/content';
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
import { deleteMedia } from '../stored-media.ts';
import { UploadStore } from '../../adapters/uploads/port.ts';
import { Vault } from '../../kernel/records/port.ts';

export const uploadsInProgressMax = 20;
/** Of what is not finished by then, and of what is finished and not published. */
export const uploadExpiryMs = 24 * 60 * 60 * 1000;
/** A file that brings the process down is not tried for ever. */
export const processingAttemptsMax = 3;
/** Longer than processing takes. Where nodes share the uploads, one that died holds its own for this long. */
export const processingClaimMs = 3 * 60 * 1000;
const previewNameBytes = 8;
const collection = 'uploads';
const places = 'upload-places';
const sweepPlace = 'settled';

/** What was made of an upload. */
export interface UploadedMedia extends Media {
  /** Null for a film, of which nothing is measured yet. Missing in what was finished before anything was. */
  readonly measures?: Measures | null;
}

interface UploadFacts {
  /** The creator's id. Missing in what was finished before there were quotas. */
  readonly group?: string;
  readonly creator_id: string;
  /** ISO 8601. */
  readonly created_at: string;
  readonly bytes: number;
  /** Where its preview will lie, without folder and extension: a second attempt replaces the first one's. */
  readonly preview_name: string;
}
type UploadProgress =
  | { readonly status: 'uploading' }
  | {
      readonly status: 'processing';
      readonly attempts: number;
      /** ISO 8601: until then a node works on it, and the others leave it alone. */
      readonly claimed_until?: string;
      /** Its picture is being decoded: where nobody works on it, that attempt brought the node down. */
      readonly decoding?: true;
      /** What an attempt has started to store: the next one stores it again, under the same names. */
      readonly storing?: Media;
    }
  | {
      readonly status: 'ready';
      readonly media: UploadedMedia;
      /** ISO 8601: when it was finished, or last claimed for an item. Missing in records from before it was kept. */
      readonly kept_from?: string;
    }
  | { readonly status: 'refused'; readonly refusal: Failure; readonly storing?: Media }
  /** Nobody gets it anymore; its files are being deleted. */
  | { readonly status: 'going'; readonly storing?: Media };

/** What the vault keeps of an upload. It stays with the item that is made of it, and counts for its creator's quota. */
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

/** What of it lies, or may lie, in the media store. */
const storedOf = (upload: Upload): { readonly storing?: Media } => {
  if (upload.status === 'ready') return { storing: upload.media };
  return 'storing' in upload && upload.storing ? { storing: upload.storing } : {};
};

/** The uploads of every creator: whose they are, how far they have come, and their files while under way. */
@Injectable()
export class Uploads {
  constructor(
    @Inject(Vault) private readonly vault: EnumerableVault,
    private readonly clock: Clock,
    private readonly store: UploadStore,
    private readonly media: MediaStore,
    @Inject(configToken) private readonly config: Pick<Config, 'mediaQuota'>,
  ) {}

  /** Answers the new upload's id; refused while the creator has too many under way, or no room left for it. */
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
    // Counted after it was entered, so that no number of requests at once gets past the bound.
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

  /** Another creator's upload is as good as none. */
  async ownedBy(creatorId: string, id: string): Promise<Upload> {
    const upload = await this.find(id);
    if (upload?.creator_id !== creatorId || upload.status === 'going') throw new Refused(notFound());
    return upload;
  }

  /** The media of a creator's own upload that is ready, kept for another while so that an item can be made of it. */
  async claim(id: string, creatorId: string): Promise<UploadedMedia> {
    const upload = await this.vault.update<Upload>(collection, id, (before) =>
      before?.status === 'ready' && before.creator_id === creatorId
        ? { ...before, group: creatorId, kept_from: this.clock.now().toISOString() }
        : before,
    );
    if (upload?.status !== 'ready' || upload.creator_id !== creatorId) throw new Refused(missingMedia());
    return upload.media;
  }

  /** Nobody finished it, or nobody asked for what became of it, for as long as that is kept. */
  isExpired(upload: Upload): boolean {
    const since = (upload.status === 'ready' && upload.kept_from) || upload.created_at;
    return Date.parse(since) + uploadExpiryMs <= this.clock.now().getTime();
  }

  /**
   * Deletes what expired and is in no item, once for each upload; one that is claimed meanwhile stays.
   * @param isUsed whether there is an item of the upload
   */
  async cleanUpExpired(isUsed: (id: string) => Promise<boolean>, signal: AbortSignal) {
    const place = await this.vault.get<{ readonly through: string }>(places, sweepPlace);
    let through = place?.through;
    let isGapless = true;
    // Ids are in the order of time, so that what lies behind the place is settled, and what comes later is younger.
    for await (const { key, value } of this.vault.records(collection, place?.through)) {
      const upload = value as Upload;
      if (signal.aborted || !this.#isStale(upload)) break;
      const settled = this.isExpired(upload) && (await this.#completeExpired(key, upload, isUsed));
      isGapless &&= settled;
      if (isGapless) through = key;
    }
    if (through !== place?.through) await this.vault.put(places, sweepPlace, { through });
  }

  /** All bytes are there. Answers the upload, if there is one. */
  async received(id: string) {
    return this.vault.update<Upload>(collection, id, (upload) =>
      upload?.status === 'uploading' ? { ...upload, status: 'processing', attempts: 0 } : upload,
    );
  }

  /** Counts an attempt at processing. Null when there is nothing to process: it is settled, or another node's work. */
  async attempt(id: string): Promise<UploadUnderProcessing | null> {
    let mine = false;
    const upload = await this.vault.update<Upload>(collection, id, (before) => {
      mine = before?.status === 'processing' && !this.isClaimed(before);
      if (before?.status !== 'processing' || !mine) return before;
      const refused = { ...factsOf(before), ...storedOf(before), status: 'refused' } as const;
      if (before.decoding) return { ...refused, refusal: unreadableFile() };
      if (before.attempts >= processingAttemptsMax) return { ...refused, refusal: uploadFailed() };
      const claim = this.store.shared ? { claimed_until: this.#fromNow(processingClaimMs) } : {};
      return { ...before, attempts: before.attempts + 1, ...claim };
    });
    return mine && upload?.status === 'processing' ? upload : null;
  }

  /** Whether a node works on it. */
  isClaimed({ claimed_until: until }: UploadUnderProcessing): boolean {
    return until !== undefined && Date.parse(until) > this.clock.now().getTime();
  }

  /** Marked for as long as its picture is decoded, so that a file that takes the whole node with it does so once. */
  async whileDecoding<Result>(id: string, decode: () => Promise<Result>): Promise<Result> {
    await this.#change(id, (upload) => ({ ...upload, decoding: true }));
    const result = await decode();
    await this.#change(id, ({ decoding: _decoding, ...upload }) => upload);
    return result;
  }

  /** Noted before the first file of it is stored, so that it can be deleted whatever happens then. */
  async noteStored(id: string, storing: Media) {
    await this.#change(id, (upload) => ({ ...upload, storing }));
  }

  /** After an attempt that failed: whoever comes next may try. One that was not the file's fault does not count. */
  async giveBack(id: string, counts: boolean) {
    await this.vault.update<Upload>(collection, id, (before) => {
      if (before?.status !== 'processing') return before;
      const { claimed_until: _claim, decoding: _decoding, attempts, ...free } = before;
      return { ...free, attempts: counts ? attempts : Math.max(0, attempts - 1) };
    });
  }

  /** What was stored of an upload that is gone by then is deleted. */
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
    await this.discardFiles(id);
  }

  /**
   * Deletes an upload with all that is stored of it. From the first step on nobody can claim it; one that a crash cut
   * short is repeated.
   * @param mayGo decided as the first step; answers whether it went
   */
  async remove(id: string, mayGo: (upload: Upload) => boolean = () => true): Promise<boolean> {
    const upload = await this.vault.update<Upload>(collection, id, (before) =>
      before && mayGo(before) ? { ...factsOf(before), ...storedOf(before), status: 'going' } : before,
    );
    if (upload && upload.status !== 'going') return false;
    if (upload?.storing) await deleteMedia(this.media, upload.storing);
    await this.vault.delete(collection, id);
    await this.discardFiles(id);
    return true;
  }

  /** What is made of it stays. */
  async forget(id: string) {
    await this.vault.delete(collection, id);
  }

  async discardFiles(id: string) {
    await this.store.discard(id);
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
