import { changes, defineView, on } from '../kernel/view.ts';
import { plainText } from '../kernel/text.ts';
import { licenseGranted } from '../licensing/license.ts';
import type { LicenseGrantedData } from '../licensing/license.ts';
import { trafficCounted } from '../traffic/traffic.ts';
import type { ItemTraffic } from '../traffic/traffic.ts';
import type { Cents } from '../money.ts';
import { editedItem, erasedItem, preparationOf, readableItem, withVideoPreview } from './content.ts';
import {
  contentEdited,
  contentErased,
  contentPublished,
  contentRelisted,
  contentWithdrawn,
  mediaMeasured,
  previewAwaited,
  videoNotPrepared,
  videoPrepared,
} from './content-events.ts';
import { contentDeclared, releaseAttached, releaseRemoved } from './declaration-events.ts';
import { withDeclaration, withoutRelease, withRelease } from '../declaration.ts';
import type { Preparation } from './content.ts';
import type { ContentPublishedData } from './content-events.ts';
import type { Measures } from './media/measures.ts';
import { contentRow, searchableText } from './row.ts';

export const saleStatuses = ['on_sale', 'withdrawn'] as const;
export type SaleStatus = (typeof saleStatuses)[number];

export interface OwnContent {
  readonly item: ContentPublishedData;
  /** Null if nothing was measured. */
  readonly measures: Measures | null;
  readonly status: SaleStatus;
  readonly preparation: Preparation;
  /** A sentence for the creator: why it isn't for sale yet; null otherwise. */
  readonly preparation_problem: string | null;
  readonly licenses: number;
  /** The sum of license prices. */
  readonly gross_cents: Cents;
  /** After the commission. */
  readonly net_cents: Cents;
  /** ISO 8601. */
  readonly last_sold_at: string | null;
  /** How often it was viewed, and added to a cart. */
  readonly views: number;
  readonly carts: number;
}

/** Whether brands can buy licenses: nothing is on sale without a preview that shows it. */
export const isOnSale = ({ status, preparation }: Pick<OwnContent, 'status' | 'preparation'>): boolean =>
  status === 'on_sale' && preparation === 'ready';

/** A newly published item, without any sales. */
export const newOwnContent = (item: ContentPublishedData): OwnContent => ({
  item,
  measures: null,
  status: 'on_sale',
  preparation: preparationOf(item.media),
  preparation_problem: item.awaits_preview ?? null,
  licenses: 0,
  gross_cents: 0,
  net_cents: 0,
  last_sold_at: null,
  views: 0,
  carts: 0,
});

const withSale = (own: OwnContent, { split }: LicenseGrantedData, last_sold_at: string): OwnContent => ({
  ...own,
  licenses: own.licenses + 1,
  gross_cents: own.gross_cents + split.gross_cents,
  net_cents: own.net_cents + split.net_cents,
  last_sold_at,
});

const withTraffic = (own: OwnContent, items: readonly ItemTraffic[]): OwnContent => {
  const counted = items.find(({ content_id }) => content_id === own.item.content_id);
  return { ...own, views: own.views + (counted?.views ?? 0), carts: own.carts + (counted?.carts ?? 0) };
};

/** One item as its creator sees it, live or on request. */
export const ownContentRow = ({ item, measures, ...figures }: OwnContent) => ({
  ...contentRow(item, measures),
  ...figures,
});

/** Every item by its id, withdrawn or not, with its sales: the creators' own lists, with a room for each creator. */
export const ownContent = defineView<OwnContent>({
  name: 'own-content',
  version: 7,
  readsPersonalFields: true,
  on: [
    on(contentPublished, 'content_id', (_own, data): OwnContent => newOwnContent(readableItem(data))),
    changes(contentEdited, 'content_id', (own, listing) => ({ ...own, item: editedItem(own.item, listing) })),
    changes(contentDeclared, 'content_id', (own, data) => ({ ...own, item: withDeclaration(own.item, data) })),
    changes(releaseAttached, 'content_id', (own, data) => ({ ...own, item: withRelease(own.item, data) })),
    changes(releaseRemoved, 'content_id', (own, data) => ({ ...own, item: withoutRelease(own.item, data) })),
    changes(contentWithdrawn, 'content_id', (own) => ({ ...own, status: 'withdrawn' as const })),
    on(contentRelisted, 'content_id', (own, data): OwnContent => ({
      ...(own ?? newOwnContent(data)),
      item: readableItem(data),
      status: 'on_sale',
    })),
    changes(contentErased, 'content_id', (own) => ({ ...own, item: erasedItem(own.item) })),
    changes(videoPrepared, 'content_id', (own, { preview }) => ({
      ...own,
      item: withVideoPreview(own.item, preview),
      preparation: 'ready' as const,
      preparation_problem: null,
    })),
    changes(videoNotPrepared, 'content_id', (own, { reason }) =>
      own.preparation === 'ready' ? own : { ...own, preparation: 'failed' as const, preparation_problem: reason },
    ),
    changes(previewAwaited, 'content_id', (own, { reason }) => ({ ...own, preparation_problem: reason })),
    changes(mediaMeasured, 'content_id', (own, { measures }) => ({ ...own, measures })),
    changes(
      licenseGranted,
      (data) => data.item.content_id,
      (own, data, { recordedAt }) => withSale(own, data, recordedAt),
    ),
    changes(
      trafficCounted,
      ({ items }) => items.map(({ content_id }) => content_id),
      (own, { items }) => withTraffic(own, items),
    ),
  ],
  indexes: {
    fields: {
      creator_id: ({ item }) => item.creator_id,
      created_at: ({ item }) => item.published_at,
      title: ({ item }) => plainText(item.title),
      licenses: (own) => own.licenses,
      earnings: (own) => own.gross_cents,
      status: (own) => own.status,
      media_type: ({ item }) => item.media.media_type,
      sha256: ({ item }) => item.media.sha256,
    },
    orders: ['created_at', 'title', 'licenses', 'earnings'],
    listings: [
      {
        where: ['creator_id'],
        sorts: ['created_at', 'title', 'licenses', 'earnings'],
        filters: ['status', 'media_type'],
        searched: true,
      },
      { where: ['creator_id', 'sha256'], sorts: ['created_at'] },
      { where: ['status'], sorts: ['licenses'] },
    ],
    text: ({ item }) => searchableText(item),
  },
  live: {
    room: ({ item }) => item.creator_id,
    value: ownContentRow,
    mayWatch: (reader, creatorId) => reader.role === 'creator' && reader.id === creatorId,
  },
});
