import { Injectable } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import { invalidInput } from '@tessera/domain/failures';
import { Refused } from '../kernel/refused.ts';

const limitStandard = 50;
const limitMax = 500;
const cursorMaxCharacters = 1_000;

export interface Paging {
  readonly limit: number;
  readonly cursor?: string;
}

const limitOf = (value: unknown): number => {
  if (value === undefined) return limitStandard;
  const limit = Number(value);
  if (Number.isInteger(limit) && limit >= 1 && limit <= limitMax) return limit;
  throw new Refused(invalidInput({ message: `limit must be a whole number from 1 to ${limitMax}.` }));
};

/** `@Query(PagingPipe)`: `limit` (at most 500) and `cursor` of a list. */
@Injectable()
export class PagingPipe implements PipeTransform<Record<string, unknown>, Paging> {
  transform({ limit, cursor }: Record<string, unknown>): Paging {
    if (cursor === undefined) return { limit: limitOf(limit) };
    if (typeof cursor === 'string' && cursor.length <= cursorMaxCharacters) return { limit: limitOf(limit), cursor };
    throw new Refused(invalidInput({ message: 'cursor must be the next_cursor of the previous page.' }));
  }
}

/** A query parameter that may be left out, as one bounded string. */
export const optionalText = (value: unknown, name: string, maxCharacters = 200): string | undefined => {
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string' && value.length <= maxCharacters) return value;
  throw new Refused(invalidInput({ message: `${name} must be one text of at most ${maxCharacters} characters.` }));
};

/** A query parameter that takes one of a few words, or may be left out. */
export const optionalChoice = <Choice extends string>(value: unknown, name: string, choices: readonly Choice[]) => {
  if (value === undefined || value === '') return undefined;
  const chosen = choices.find((choice) => choice === value);
  if (chosen !== undefined) return chosen;
  throw new Refused(invalidInput({ message: `${name} must be one of: ${choices.join(', ')}.` }));
};
