import { defineView, on, ownFields, removes } from '../../kernel/view.ts';
import { contentPublished, preparationOf, videoNotPrepared, videoPrepared } from '../content.ts';

export interface UnpreparedVideo {
  readonly content_id: string;
  /** The neutral placeholder picture. */
  readonly media_url: string;
  /** The original's private path in the media store. */
  readonly original: string;
  /** ISO 8601. */
  readonly published_at: string;
}

/** Published videos that are neither prepared nor failed. Withdrawn ones are included, because they may be relisted. */
export const unpreparedVideos = defineView<UnpreparedVideo>({
  name: 'unprepared-videos',
  version: 1,
  on: [
    on(contentPublished, 'content_id', (_video, { content_id, published_at, media }): UnpreparedVideo | undefined =>
      preparationOf(media) === 'processing'
        ? { content_id, media_url: media.media_url, original: media.original, published_at }
        : undefined,
    ),
    removes(videoPrepared, 'content_id'),
    removes(videoNotPrepared, 'content_id'),
  ],
  indexes: { fields: ownFields('published_at'), listings: [{ sorts: ['published_at'] }] },
});
