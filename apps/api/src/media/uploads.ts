import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { Media } from '@tessera/domain/content/content';
import { tooManyUploads, uploadFailed } from '@tessera/domain/content/media-failures';
import { notFound } from '@tessera/domain/failures';
import type { Failure } from '@tessera/domain/kernel/failure';
import type { Clock } from '../adapters/clock.ts';
import type { Config } from '../config.ts';
import { Refused } from '../kernel/refused.ts';
import { clockToken, configToken, vaultToken } from '../kernel/tokens.ts';
import type { Vault } from '../kernel/vault/port.ts';

export const uploadsUnderWayMax = 20;
export const uploadExpiryMs = 24 * 60 * 60 * 1000;
/** A file that brings the process down is not tried for ever. */
export const processingAttemptsMax = 3;
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
  | { readonly status: 'processing'; readonly group: string; readonly attempts: number }
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
  readonly folder: string;

  constructor(
    @Inject(vaultToken) private readonly vault: Vault,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(configToken) config: Config,
  ) {
    this.folder = join(config.dataDir, 'uploads');
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
  }

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

  /** All bytes are there. */
  async received(id: string) {
    await this.vault.update<Upload>(collection, id, (upload) =>
      upload?.status === 'uploading' ? { ...upload, status: 'processing', attempts: 0 } : upload,
    );
  }

  /** Counts an attempt at processing; null when there is nothing to process, or it was attempted often enough. */
  async attempt(id: string): Promise<UploadUnderProcessing | null> {
    const upload = await this.vault.update<Upload>(collection, id, (before) => {
      if (before?.status !== 'processing') return before;
      if (before.attempts < processingAttemptsMax) return { ...before, attempts: before.attempts + 1 };
      return { ...factsOf(before), status: 'refused', refusal: uploadFailed() };
    });
    return upload?.status === 'processing' ? upload : null;
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

  fileOf(id: string) {
    return join(this.folder, id);
  }

  async discardFiles(id: string) {
    await rm(this.fileOf(id), { force: true });
    await rm(`${this.fileOf(id)}.json`, { force: true });
  }
}
