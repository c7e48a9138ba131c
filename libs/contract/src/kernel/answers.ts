import { IsOptional } from 'class-validator';
import { Nullable, Rows, Text, Integer } from './fields.ts';
import type { Class } from './fields.ts';

const positionWords = 'Of the log: what happened up to it is in the answer. A read with `?after=` it waits for it.';

export class Positioned {
  @Integer(positionWords)
  readonly position!: number;
}

/** One page of a list. */
export class Page extends Positioned {
  @Nullable()
  @Text('The `cursor` of the next page; null on the last.')
  readonly next_cursor!: string | null;
}

/** What a page of a list extends: its rows. */
export const pageOf = <Item extends object>(of: () => Class<Item>, words?: string) => {
  class PageOf extends Page {
    @Rows(of, words)
    readonly items!: readonly Item[];
  }
  return PageOf;
};

export class CountedPage extends Page {
  @IsOptional()
  @Integer('How many rows all pages hold together: in the answer that begins a list.')
  readonly total?: number | undefined;
}
