import { ContentRow } from './content.ts';
import { Positioned, pageOf } from './kernel/answers.ts';
import { Amount, Flag, Instant, Nullable, Row, Rows, Text, Texts } from './kernel/fields.ts';

/** One of the brand's own boards, without the details of its items. */
export class BoardRow {
  @Text()
  readonly id!: string;

  @Text()
  readonly name!: string;

  @Instant()
  readonly created_at!: string;

  @Flag('Whether it is shared by link.')
  readonly shared!: boolean;

  @Texts('The ids of its items, last saved first.')
  readonly content_ids!: readonly string[];

  @Rows(() => ContentRow, 'Up to four of its items that are for sale.')
  readonly covers!: readonly ContentRow[];
}

export class BoardPage extends pageOf(() => BoardRow, 'Newest first.') {}

export class BoardItemRow {
  @Text()
  readonly content_id!: string;

  @Text('The item’s title; empty once its creator has left.')
  readonly title!: string;

  @Text('The owner’s note; empty if there is none, or if notes aren’t shared.')
  readonly note!: string;

  @Nullable()
  @Amount('The lowest price when it was saved, in dollars; null if there was none, and for people with the link.')
  readonly saved_price!: number | null;

  @Nullable()
  @Row(() => ContentRow, 'Null if it isn’t for sale.')
  readonly content!: ContentRow | null;
}

export class BoardLinkRow {
  @Text('The secret that opens it: the last part of its address.')
  readonly token!: string;

  @Flag('Whether people with the link can read the notes.')
  readonly with_notes!: boolean;
}

export class BoardDetails extends Positioned {
  @Text()
  readonly id!: string;

  @Text()
  readonly name!: string;

  @Nullable()
  @Row(() => BoardLinkRow, 'Null if it isn’t shared.')
  readonly link!: BoardLinkRow | null;

  @Rows(() => BoardItemRow, 'Last saved first.')
  readonly items!: readonly BoardItemRow[];
}

export class BoardChanged extends Positioned {
  @Text('The board’s id.')
  readonly id!: string;
}

export class BoardLinkMade extends BoardChanged {
  @Row(() => BoardLinkRow)
  readonly link!: BoardLinkRow;
}

/** A board as people with its link see it. */
export class SharedBoard {
  @Text()
  readonly name!: string;

  @Text('The brand whose board it is.')
  readonly brand_name!: string;

  @Rows(() => BoardItemRow, 'Last saved first.')
  readonly items!: readonly BoardItemRow[];
}
