import { ContentRow } from './content.ts';
import { Positioned, pageOf } from './kernel/answers.ts';
import { Amount, Flag, Instant, Nullable, Row, Rows, Text, Texts } from './kernel/fields.ts';

/** An own board, without what its items are. */
export class BoardRow {
  @Text()
  readonly id!: string;

  @Text()
  readonly name!: string;

  @Instant()
  readonly created_at!: string;

  @Flag('Whether there is a link to it.')
  readonly shared!: boolean;

  @Texts('Of its items, what was saved last first.')
  readonly content_ids!: readonly string[];

  @Rows(() => ContentRow, 'Up to four of its items that are for sale.')
  readonly covers!: readonly ContentRow[];
}

export class BoardPage extends pageOf(() => BoardRow, 'Newest first.') {}

export class BoardItemRow {
  @Text()
  readonly content_id!: string;

  @Text('What the item is called; empty once its creator has left.')
  readonly title!: string;

  @Text('Of the board’s owner; empty for none, and where notes aren’t shared.')
  readonly note!: string;

  @Nullable()
  @Amount('The lowest price, in dollars, when it was saved; null for none, and to whoever has the link.')
  readonly saved_price!: number | null;

  @Nullable()
  @Row(() => ContentRow, 'Null while it is not for sale.')
  readonly content!: ContentRow | null;
}

export class BoardLinkRow {
  @Text('What opens it: the last part of its address.')
  readonly token!: string;

  @Flag('Whether who has the link reads the notes.')
  readonly with_notes!: boolean;
}

export class BoardDetails extends Positioned {
  @Text()
  readonly id!: string;

  @Text()
  readonly name!: string;

  @Nullable()
  @Row(() => BoardLinkRow, 'Null while it is not shared.')
  readonly link!: BoardLinkRow | null;

  @Rows(() => BoardItemRow, 'What was saved last comes first.')
  readonly items!: readonly BoardItemRow[];
}

export class BoardChanged extends Positioned {
  @Text('Of the board.')
  readonly id!: string;
}

export class BoardLinkMade extends BoardChanged {
  @Row(() => BoardLinkRow)
  readonly link!: BoardLinkRow;
}

/** A board as everybody sees it who has its link. */
export class SharedBoard {
  @Text()
  readonly name!: string;

  @Text('The brand whose board it is.')
  readonly brand_name!: string;

  @Rows(() => BoardItemRow, 'What was saved last comes first.')
  readonly items!: readonly BoardItemRow[];
}
