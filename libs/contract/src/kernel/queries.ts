import { IsIn, IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min, ValidateBy } from 'class-validator';
import { field } from './fields.ts';
import type { Field } from './fields.ts';

/**
 * Rules of class-validator for what is asked for in an address. Any of it may be left out; the message of a rule says
 * what to send.
 */
const asked = (words: string | undefined, ...rules: readonly PropertyDecorator[]): Field<unknown> =>
  field(words, IsOptional(), ...rules);

export const QueryText = (words?: string, maxCharacters = 200): Field<string> => {
  const message = `$property must be one text of at most ${maxCharacters} characters.`;
  return asked(words, IsString({ message }), MaxLength(maxCharacters, { message }));
};

export const QueryChoice = <Value extends string>(values: readonly Value[], words?: string): Field<Value> =>
  asked(words, IsIn(values, { message: `$property must be one of: ${values.join(', ')}.` }));

export const QueryMatch = (pattern: RegExp, message: string, words?: string): Field<string> =>
  asked(words, Matches(pattern, { message: `$property must be ${message}.` }));

const isTime = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** A day or a moment, as browsers read it. */
export const QueryTime = (words?: string): Field<string> => {
  const message = '$property must be a date or a time.';
  return asked(
    words,
    ValidateBy({ name: 'isTime', validator: { validate: isTime } }, { message }),
    MaxLength(200, { message }),
  );
};

const limitStandard = 50;
const limitMax = 500;
const cursorMaxCharacters = 1_000;
const limit = { message: `limit must be a whole number from 1 to ${limitMax}.` };
const cursor = { message: 'cursor must be the next_cursor of the previous page.' };

/** Which page of a list. */
export class PageQuery {
  @asked(`At most so many rows; ${limitStandard} if left out.`, IsInt(limit), Min(1, limit), Max(limitMax, limit))
  readonly limit: number = limitStandard;

  @asked('Of the page before: its `next_cursor`.', IsString(cursor), MaxLength(cursorMaxCharacters, cursor))
  readonly cursor?: string;
}
