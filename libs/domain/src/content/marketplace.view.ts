import { defineView, on } from '../kernel/view.ts';
import { contentEdited, contentPublished } from './content.ts';
import { contentRow } from './row.ts';
import type { ContentItem } from './row.ts';

const searchable = (item: ContentItem) => [item.title, item.description, item.brand_name, ...item.tags].join('\n');

/** The room that hears of every item. */
export const everybody = 'all';

/** Every item by its id: what is for sale, and a creator's own list. */
export const marketplace = defineView<ContentItem>({
  name: 'marketplace',
  version: 1,
  on: [
    on(
      contentPublished,
      (data) => data.content_id,
      (_item, data, event): ContentItem => ({ ...data, created_at: event.recordedAt }),
    ),
    on(
      contentEdited,
      (data) => data.content_id,
      (item, { title, description, tags, offers }) => item && { ...item, title, description, tags, offers },
    ),
  ],
  indexes: {
    fields: {
      creator_id: (item) => item.creator_id,
      created_at: (item) => item.created_at,
      media_type: (item) => item.media.media_type,
      tags: (item) => item.tags,
    },
    text: searchable,
  },
  live: { room: () => everybody, value: contentRow, mayWatch: (_reader, room) => room === everybody },
});
