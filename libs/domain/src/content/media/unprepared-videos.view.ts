import { defineView, on, ownFields, removes } from '../../kernel/view.ts';
import { preparationOf } from '../content.ts';
import { contentPublished, videoNotPrepared, videoPrepared } from '../content-events.ts';

export interface UnpreparedVideo {
  readonly content_id: string;
  /** The neutral placeholder picture, also if there is a preview by now. */
  readonly media_url: string;
  /** The original's private path in the media store. */
  readonly original: string;
  /** ISO 8601. */
  readonly published_at: string;
}

/**
 * Published videos that the server has neither prepared nor given up. Withdrawn ones are included, because they may be
 * relisted, and so are those with a preview that a browser made.
 */
export const unpreparedVideos = defineView<UnpreparedVideo>({
  name: 'unprepared-videos',
  version: 2,
  on: [
    on(contentPublished, 'content_id', (_video, { content_id, published_at, media }): UnpreparedVideo | undefined =>
      preparationOf(media) === 'processing'
        ? { content_id, media_url: media.media_url, original: media.original, published_at }
        : undefined,
    ),
    on(videoPrepared, 'content_id', (video, { made_by }) => (made_by === 'browser' ? video : undefined)),
    removes(videoNotPrepared, 'content_id'),
  ],
  indexes: { fields: ownFields('published_at'), listings: [{ sorts: ['published_at'] }] },
});
