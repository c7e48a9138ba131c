import { Injectable } from '@nestjs/common';
import type { Media } from '@tessera/domain/content/content';
import type { OwnContent } from '@tessera/domain/content/own-content.view';
import { ReadStore } from '../kernel/views/port.ts';
import { Uploads } from './uploads/uploads.ts';
import type { UploadedMedia } from './uploads/uploads.ts';

/** The stored media, for who makes content of it. */
@Injectable()
export class MediaLibrary {
  constructor(
    private readonly uploads: Uploads,
    private readonly views: ReadStore,
  ) {}

  /** The media of a creator's own upload that is ready; refused otherwise. Claiming again answers the same. */
  claim(uploadId: string, creatorId: string): Promise<UploadedMedia> {
    return this.uploads.claim(uploadId, creatorId);
  }

  /** Deletes what was finished a day ago and is in no item; `isUsed` says whether there is an item of an upload. */
  async deleteUnpublished(isUsed: (uploadId: string) => Promise<boolean>, signal: AbortSignal) {
    await this.uploads.cleanUpExpired(isUsed, signal);
  }

  /** Deletes the creator's uploads; of one whose original is kept only the record goes. */
  async deleteAllOf(creatorId: string, keptOriginals: ReadonlySet<string>) {
    for (const { key, value } of await this.uploads.ofCreator(creatorId)) {
      if (value.status === 'ready' && keptOriginals.has(value.media.original)) await this.uploads.forget(key);
      else await this.uploads.remove(key);
    }
  }

  /** The creator's oldest item of the very same file, on sale or withdrawn; one made of this upload is no duplicate. */
  async duplicateOf(media: Media, creatorId: string): Promise<{ readonly id: string; readonly title: string } | null> {
    const { items } = await this.views.find<OwnContent>('own-content', {
      where: { creator_id: creatorId, sha256: media.sha256 },
      sort: { field: 'created_at', descending: false },
      limit: 2,
    });
    const other = items.find(({ document }) => document.item.media.original !== media.original);
    return other ? { id: other.key, title: other.document.item.title } : null;
  }
}
