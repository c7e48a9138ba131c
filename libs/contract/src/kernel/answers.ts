import { IsOptional } from 'class-validator';
import { Nullable, Text, Whole } from './fields.ts';

const positionWords = 'Of the log: what happened up to it is in the answer. A read with `?after=` it waits for it.';

export class Positioned {
  @Whole(positionWords)
  readonly position!: number;
}

/** One page of a list. */
export class Page extends Positioned {
  @Nullable()
  @Text('The `cursor` of the next page; null on the last.')
  readonly next_cursor!: string | null;
}

export class CountedPage extends Page {
  @IsOptional()
  @Whole('How many rows all pages hold together: in the answer that begins a list.')
  readonly total?: number | undefined;
}
