import { ContentRow } from './content.ts';
import { Positioned } from './kernel/answers.ts';
import { Flag, Instant, Integer, Nullable, Row, Rows } from './kernel/fields.ts';
import { ReportedItem } from './reports.ts';

export class Showcase {
  @Rows(
    () => ContentRow,
    'At most 8: those that the operator pinned, then photos of 2 megapixels or more that have been for sale for a day and are not reported, one of each creator. If there are none of either, the newest photos.',
  )
  readonly items!: readonly ContentRow[];
}

export class ItemPinChanged extends Positioned {}

/** An item as the operator sees it. */
export class AdminItem {
  @Row(() => ReportedItem)
  readonly item!: ReportedItem;

  @Flag('Whether it is pinned to the home page.')
  readonly pinned!: boolean;

  @Integer('How many of its reports wait for the operator.')
  readonly open_reports!: number;

  @Nullable()
  @Integer('Pixels of the upright original; null if unknown.')
  readonly original_width!: number | null;

  @Nullable()
  @Integer('Pixels.')
  readonly original_height!: number | null;

  @Rows(() => ReportedItem, 'All items that are pinned to the home page, the newest pin first.')
  readonly all_pinned!: readonly ReportedItem[];

  @Instant('When it was first published.')
  readonly published_at!: string;
}
