import { rule } from '@tessera/domain/kernel/form-rule';
import type { FieldRule } from '@tessera/domain/kernel/form-rule';
import { IsIn, IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { field } from './fields.ts';
import type { Field } from './fields.ts';

/**
 * class-validator rules for query parameters. All of them are optional; a rule's message says what to send.
 */
const optional = (description: string | undefined, ...rules: readonly FieldRule[]): Field<unknown> =>
  field(description, IsOptional(), ...rules);

export const QueryText = (description?: string, maxCharacters = 200): Field<string> => {
  const message = `$property must be one text of at most ${maxCharacters} characters.`;
  return optional(description, IsString({ message }), MaxLength(maxCharacters, { message }));
};

export const QueryChoice = <Value extends string>(values: readonly Value[], description?: string): Field<Value> =>
  optional(description, IsIn(values, { message: `$property must be one of: ${values.join(', ')}.` }));

export const QueryMatch = (pattern: RegExp, message: string, description?: string): Field<string> =>
  optional(description, Matches(pattern, { message: `$property must be ${message}.` }));

const isTime = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** A day or an instant, in any format that `Date.parse` reads. */
export const QueryTime = (description?: string): Field<string> => {
  const message = '$property must be a date or a time.';
  return optional(description, rule(isTime, { message }, { type: 'string' }), MaxLength(200, { message }));
};

const limitStandard = 50;
const limitMax = 500;
const cursorMaxCharacters = 1_000;
const limit = { message: `limit must be a whole number from 1 to ${limitMax}.` };
const cursor = { message: 'cursor must be the next_cursor of the previous page.' };

/** The parameters that select a page of a list. */
export class PageQuery {
  @optional(
    `The maximum number of rows; ${limitStandard} if left out.`,
    IsInt(limit),
    Min(1, limit),
    Max(limitMax, limit),
  )
  readonly limit: number = limitStandard;

  @optional('The `next_cursor` of the previous page.', IsString(cursor), MaxLength(cursorMaxCharacters, cursor))
  readonly cursor?: string;
}
