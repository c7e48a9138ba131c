import { changes, defineView, on } from '../kernel/view.ts';
import { contentReported, reportClosed } from '../reports/report.ts';
import { itemPinned, itemUnpinned } from './showcase.ts';

/** What decides whether the home page shows an item. */
export interface ShowcaseItem {
  readonly content_id: string;
  /** ISO 8601; null if it isn't pinned. */
  readonly pinned_at: string | null;
  /** How many reports of it wait for the operator. */
  readonly open_reports: number;
}

const newItem = (content_id: string): ShowcaseItem => ({ content_id, pinned_at: null, open_reports: 0 });

/** Every item that was ever pinned or reported, by its id. */
export const showcaseItems = defineView<ShowcaseItem>({
  name: 'showcase-items',
  version: 1,
  on: [
    on(itemPinned, 'content_id', (item, { content_id }, { recordedAt }): ShowcaseItem => ({
      ...(item ?? newItem(content_id)),
      pinned_at: recordedAt,
    })),
    changes(itemUnpinned, 'content_id', (item) => ({ ...item, pinned_at: null })),
    on(contentReported, 'content_id', (item, { content_id }): ShowcaseItem => {
      const before = item ?? newItem(content_id);
      return { ...before, open_reports: before.open_reports + 1 };
    }),
    changes(reportClosed, 'content_id', (item) => ({ ...item, open_reports: item.open_reports - 1 })),
  ],
  indexes: {
    fields: {
      pinned: ({ pinned_at }) => (pinned_at === null ? 0 : 1),
      pinned_at: ({ pinned_at }) => pinned_at,
    },
    orders: ['pinned_at'],
    listings: [{ where: ['pinned'], sorts: ['pinned_at'] }],
  },
});
