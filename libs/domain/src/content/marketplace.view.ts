import { defineView, on } from '../kernel/view.ts';
import {
  contentDeclared,
  contentEdited,
  contentPublished,
  contentRelisted,
  contentWithdrawn,
  editedItem,
  readableItem,
  releaseAttached,
  releaseRemoved,
  videoPrepared,
  withVideoPreview,
} from './content.ts';
import { declaredItem, withoutRelease, withRelease } from '../declared.ts';
import type { ContentPublishedData } from './content.ts';
import { contentRow, lowestPriceOf, searchableText, searchedTexts } from './row.ts';

const prices = ['from_price', 'one_time', 'six_month', 'perpetual'];

/** The room that learns of every item. */
export const everybody = 'all';

/** What is for sale, by its id. */
export const marketplace = defineView<ContentPublishedData>({
  name: 'marketplace',
  version: 8,
  readsPersonalFields: true,
  on: [
    on(
      contentPublished,
      (data) => data.content_id,
      (_item, data): ContentPublishedData => readableItem(data),
    ),
    on(
      contentEdited,
      (data) => data.content_id,
      (item, listing) => item && editedItem(item, listing),
    ),
    on(
      contentDeclared,
      (data) => data.content_id,
      (item, data) => item && declaredItem(item, data),
    ),
    on(
      releaseAttached,
      (data) => data.content_id,
      (item, data) => item && withRelease(item, data),
    ),
    on(
      releaseRemoved,
      (data) => data.content_id,
      (item, data) => item && withoutRelease(item, data),
    ),
    on(
      contentWithdrawn,
      (data) => data.content_id,
      (): ContentPublishedData | undefined => undefined,
    ),
    on(
      contentRelisted,
      (data) => data.content_id,
      (_item, data): ContentPublishedData => readableItem(data),
    ),
    on(
      videoPrepared,
      (data) => data.content_id,
      (item, { preview }) => item && withVideoPreview(item, preview),
    ),
  ],
  indexes: {
    fields: {
      creator_id: (item) => item.creator_id,
      created_at: (item) => item.published_at,
      media_type: (item) => item.media.media_type,
      tags: (item) => item.tags,
      one_time: (item) => item.offers.one_time,
      six_month: (item) => item.offers.six_month,
      perpetual: (item) => item.offers.perpetual,
      from_price: (item) => lowestPriceOf(item.offers),
    },
    orders: ['created_at', ...prices],
    listings: [
      { sorts: ['created_at'], filters: ['media_type', ...prices], searched: true },
      { sorts: prices, filters: ['media_type'] },
      { where: ['creator_id'], sorts: ['created_at', ...prices], filters: ['media_type', ...prices], searched: true },
      { where: ['tags'], sorts: ['created_at', ...prices], filters: ['creator_id', 'media_type', ...prices] },
    ],
    text: searchableText,
    words: searchedTexts,
  },
  live: { room: () => everybody, value: contentRow, mayWatch: (_reader, room) => room === everybody },
});
