import { Injectable } from '@nestjs/common';
import type { PreparedVideo } from '@tessera/domain/content/content';
import type { Media } from '@tessera/domain/content/content-events';
import type { Measures } from '@tessera/domain/content/media/measures';
import type { OwnContent } from '@tessera/domain/content/own-content.view';
import { ReadStore } from '../kernel/views/port.ts';
import { Uploads } from './uploads/uploads.ts';
import type { BroughtPreview } from './uploads/uploads.ts';

/** An upload's media, as an item is made from them. */
interface ClaimedMedia extends Media {
  /** Null for a video. */
  readonly measures: Measures | null;
  /** What its creator's browser made of a video; null if that is missing or incomplete. */
  readonly preview: PreparedVideo | null;
}

const previewIn = ({ poster, clip_url }: BroughtPreview, bytes: number): PreparedVideo | null => {
  if (!poster || clip_url === undefined) return null;
  const { colors, hash, ...picture } = poster;
  return { preview: { ...picture, clip_url }, measures: { pixels: null, bytes, colors, hash } };
};

/** Gives other features access to uploaded media. */
@Injectable()
export class MediaLibrary {
  constructor(
    private readonly uploads: Uploads,
    private readonly views: ReadStore,
  ) {}

  /** Returns the media of a creator's own finished upload. Repeating it returns the same. @throws Refused otherwise */
  async claim(uploadId: string, creatorId: string): Promise<ClaimedMedia> {
    const { media: claimed, bytes } = await this.uploads.claim(uploadId, creatorId);
    const { measures = null, film: _film, brought, ...media } = claimed;
    return { ...media, measures, preview: brought ? previewIn(brought, bytes) : null };
  }

  /** Deletes uploads that were finished a day ago and have no item. `isUsed` tells whether an upload has one. */
  async deleteUnpublished(isUsed: (uploadId: string) => Promise<boolean>, signal: AbortSignal) {
    await this.uploads.cleanUpExpired(isUsed, signal);
  }

  /** Deletes the creator's uploads. If an original is to be kept, deletes only its upload's record. */
  async deleteAllOf(creatorId: string, keptOriginals: ReadonlySet<string>) {
    for (const { key, value } of await this.uploads.ofCreator(creatorId)) {
      if (value.status === 'ready' && keptOriginals.has(value.media.original)) await this.uploads.forget(key);
      else await this.uploads.remove(key);
    }
  }

  /**
   * Finds the creator's oldest item, on sale or withdrawn, with the identical file. An item of this upload doesn't
   * count.
   */
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
