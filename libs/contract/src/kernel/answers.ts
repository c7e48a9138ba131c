import { IsOptional } from 'class-validator';
import { Nullable, Rows, Text, Integer } from './fields.ts';
import type { Class } from './fields.ts';

const positionText =
  'The position in the log up to which the response is current. Reads with `?after=` this position wait until they include it.';

export class Positioned {
  @Integer(positionText)
  readonly position!: number;
}

/** One page of a list. */
export class Page extends Positioned {
  @Nullable()
  @Text('The `cursor` of the next page; null on the last.')
  readonly next_cursor!: string | null;
}

/** The base class for a page of a list: its rows. */
export const pageOf = <Item extends object>(of: () => Class<Item>, description?: string) => {
  class PageOf extends Page {
    @Rows(of, description)
    readonly items!: readonly Item[];
  }
  return PageOf;
};

export class CountedPage extends Page {
  @IsOptional()
  @Integer('The number of rows on all pages; only on the first page.')
  readonly total?: number | undefined;
}
