import { changes, defineView, on, removes } from '../kernel/view.ts';
import { editedItem, preparationOf, readableItem, withVideoPreview } from './content.ts';
import {
  contentEdited,
  contentPublished,
  contentPutOnSale,
  contentRelisted,
  contentWithdrawn,
  mediaMeasured,
  previewAwaited,
  videoNotPrepared,
  videoPrepared,
} from './content-events.ts';
import { contentDeclared, releaseAttached, releaseRemoved } from './declaration-events.ts';
import { withDeclaration, declarationOf, withoutRelease, withRelease } from '../declaration.ts';
import type { ContentPublishedData } from './content-events.ts';
import { bandsOf } from './similarity.ts';
import { peopleIn } from './people.ts';
import { mainColorOf, orientationOf, sizeOf } from './media/measures.ts';
import type { Measures } from './media/measures.ts';
import { contentRow, creatorNamePlace, lowestPriceOf, searchableText, searchedTexts, everybody } from './row.ts';
import { tagKey } from './tags.ts';

const prices = ['from_price', 'one_time', 'six_month', 'perpetual'];

/** Filters by what an item looks like and shows. */
const visualFilters = ['media_type', 'orientation', 'size', 'color', 'people'];

export interface ItemForSale extends ContentPublishedData {
  /** Null if nothing was measured. */
  readonly measures: Measures | null;
}

const forSale = (data: ContentPublishedData): ItemForSale => ({ ...readableItem(data), measures: null });

/** Nothing while it waits for its preview. */
const forSaleUnlessWaiting = (data: ContentPublishedData): ItemForSale | undefined =>
  data.awaits_preview === undefined ? forSale(data) : undefined;

/** Items for sale, by id. */
export const marketplace = defineView<ItemForSale>({
  name: 'marketplace',
  version: 11,
  readsPersonalFields: true,
  on: [
    on(contentPublished, 'content_id', (_item, data): ItemForSale | undefined => forSaleUnlessWaiting(data)),
    changes(contentEdited, 'content_id', (item, listing) => ({ ...item, ...editedItem(item, listing) })),
    changes(contentDeclared, 'content_id', (item, data) => withDeclaration(item, data)),
    changes(releaseAttached, 'content_id', (item, data) => withRelease(item, data)),
    changes(releaseRemoved, 'content_id', (item, data) => withoutRelease(item, data)),
    removes(contentWithdrawn, 'content_id'),
    on(contentRelisted, 'content_id', (_item, data): ItemForSale | undefined => forSaleUnlessWaiting(data)),
    on(contentPutOnSale, 'content_id', (_item, data): ItemForSale => forSale(data)),
    changes(videoPrepared, 'content_id', (item, { preview }) => withVideoPreview(item, preview)),
    removes(previewAwaited, 'content_id'),
    // One that was put on sale before videos had to wait for their preview.
    on(videoNotPrepared, 'content_id', (item) => (item && preparationOf(item.media) === 'ready' ? item : undefined)),
    changes(mediaMeasured, 'content_id', (item, { measures }) => ({ ...item, measures })),
  ],
  indexes: {
    fields: {
      creator_id: (item) => item.creator_id,
      created_at: (item) => item.published_at,
      media_type: (item) => item.media.media_type,
      orientation: (item) => orientationOf(item.media),
      size: (item) => sizeOf(item.measures),
      color: (item) => mainColorOf(item.measures),
      people: (item) => peopleIn(declarationOf(item)),
      bands: (item) => bandsOf(item.measures),
      tags: (item) => item.tags.map(tagKey),
      one_time: (item) => item.offers.one_time,
      six_month: (item) => item.offers.six_month,
      perpetual: (item) => item.offers.perpetual,
      from_price: (item) => lowestPriceOf(item.offers),
    },
    orders: ['created_at', ...prices],
    listings: [
      { sorts: ['created_at'], filters: [...visualFilters, ...prices], searched: true },
      { sorts: prices, filters: visualFilters },
      {
        where: ['creator_id'],
        sorts: ['created_at', ...prices],
        filters: [...visualFilters, ...prices],
        searched: true,
      },
      { where: ['tags'], sorts: ['created_at', ...prices], filters: ['creator_id', ...visualFilters, ...prices] },
      { where: ['bands'], sorts: ['created_at'] },
    ],
    text: searchableText,
    words: searchedTexts.map((textOf) => (item) => textOf({ ...item, media_type: item.media.media_type })),
    named: { place: creatorNamePlace, by: (item) => item.creator_id },
  },
  live: {
    room: () => everybody,
    value: (item) => contentRow(item, item.measures),
    mayWatch: (_reader, room) => room === everybody,
  },
});
