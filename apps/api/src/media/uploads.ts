import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Media } from '@tessera/domain/content/content';
import { tooManyUploads, unreadableFile, uploadFailed } from '@tessera/domain/content/media-failures';
import { notFound } from '@tessera/domain/failures';
import type { Failure } from '@tessera/domain/kernel/failure';
import type { Clock } from '../adapters/clock.ts';
import { Refused } from '../kernel/refused.ts';
import { clockToken, uploadStoreToken, vaultToken } from '../kernel/tokens.ts';
import type { Vault } from '../kernel/vault/port.ts';
import type { UploadStore } from './upload-store.ts';

export const uploadsUnderWayMax = 20;
export const uploadExpiryMs = 24 * 60 * 60 * 1000;
/** A file that brings the process down is not tried for ever. */
export const processingAttemptsMax = 3;
/** Longer than processing takes. Where nodes share the uploads, one that died holds its own for so long. */
export const processingClaimMs = 3 * 60 * 1000;
const previewNameBytes = 8;
const collection = 'uploads';

interface UploadFacts {
  readonly creator_id: string;
  /** ISO 8601. */
  readonly created_at: string;
  readonly bytes: number;
  /** Where its preview will lie, without folder and extension: a second attempt replaces the first one's. */
  readonly preview_name: string;
}
type UploadProgress =
  | { readonly status: 'uploading'; readonly group: string }
  | {
      readonly status: 'processing';
      readonly group: string;
      readonly attempts: number;
      /** ISO 8601: until then a node works on it, and the others leave it alone. */
      readonly claimed_until?: string;
      /** Its picture is being decoded: where nobody works on it, that attempt brought the node down. */
      readonly decoding?: true;
    }
  | { readonly status: 'ready'; readonly media: Media }
  | { readonly status: 'refused'; readonly refusal: Failure };

/** What the vault keeps of an upload. Only those under way are in their creator's group. */
export type Upload = UploadFacts & UploadProgress;
export type UploadUnderProcessing = Extract<Upload, { status: 'processing' }>;

const factsOf = ({ creator_id, created_at, bytes, preview_name }: Upload): UploadFacts => ({
  creator_id,
  created_at,
  bytes,
  preview_name,
});

/** The uploads of every creator: whose they are, how far they have come, and their files while under way. */
@Injectable()
export class Uploads {
  constructor(
    @Inject(vaultToken) private readonly vault: Vault,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(uploadStoreToken) private readonly store: UploadStore,
  ) {}

  /** Answers the new upload's id; refused while the creator has too many under way. */
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
    const underWay = await this.vault.inGroup<Upload>(collection, creatorId);
    const expired = underWay.filter(({ value }) => this.isExpired(value));
    for (const { key } of expired) await this.remove(key);
    if (underWay.length - expired.length > uploadsUnderWayMax) {
      await this.remove(id);
      throw new Refused(tooManyUploads());
    }
    return id;
  }

  find(id: string): Promise<Upload | null> {
    return this.vault.get<Upload>(collection, id);
  }

  /** Another creator's upload is as good as none. */
  async ownedBy(creatorId: string, id: string): Promise<Upload> {
    const upload = await this.find(id);
    if (upload?.creator_id !== creatorId) throw new Refused(notFound());
    return upload;
  }

  isExpired(upload: Upload): boolean {
    const underWay = upload.status === 'uploading' || upload.status === 'processing';
    return underWay && Date.parse(upload.created_at) + uploadExpiryMs <= this.clock.now().getTime();
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
      if (before.decoding) return { ...factsOf(before), status: 'refused', refusal: unreadableFile() };
      if (before.attempts >= processingAttemptsMax) {
        return { ...factsOf(before), status: 'refused', refusal: uploadFailed() };
      }
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

  /** After an attempt that failed: whoever comes next may try. One that was not the file's fault does not count. */
  async giveBack(id: string, counts: boolean) {
    await this.vault.update<Upload>(collection, id, (before) => {
      if (before?.status !== 'processing') return before;
      const { claimed_until: _claim, decoding: _decoding, attempts, ...free } = before;
      return { ...free, attempts: counts ? attempts : Math.max(0, attempts - 1) };
    });
  }

  async settle(
    id: string,
    outcome:
      { readonly status: 'ready'; readonly media: Media } | { readonly status: 'refused'; readonly refusal: Failure },
  ) {
    await this.vault.update<Upload>(collection, id, (before) =>
      before?.status === 'processing' ? { ...factsOf(before), ...outcome } : before,
    );
    await this.discardFiles(id);
  }

  async remove(id: string) {
    await this.vault.delete(collection, id);
    await this.discardFiles(id);
  }

  async discardFiles(id: string) {
    await this.store.discard(id);
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
