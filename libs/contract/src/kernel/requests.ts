import { IsNumber, IsString, Matches, Max, MaxLength, Min, ValidateIf } from 'class-validator';
import { field } from './fields.ts';
import type { Field } from './fields.ts';

/**
 * class-validator rules for the bodies of requests, besides those of the forms. Their messages are what the caller
 * reads.
 */
const tooLong = (charactersMax: number) => `$property must be a string of at most ${charactersMax} characters`;

/** Longer than any address, password, token or id that we accept or give out. */
export const wordMaxCharacters = 1_000;

export const isFilled = (value: unknown): value is string => typeof value === 'string' && /\S/.test(value);

/** A text that is not blank. */
export const Filled = (message: string, description?: string, charactersMax = wordMaxCharacters): Field<string> =>
  field(
    description,
    IsString({ message }),
    Matches(/\S/, { message }),
    MaxLength(charactersMax, { message: tooLong(charactersMax) }),
  );

/** A text that may be blank. */
export const Word = (message: string, description?: string, charactersMax = wordMaxCharacters): Field<string> =>
  field(description, IsString({ message }), MaxLength(charactersMax, { message: tooLong(charactersMax) }));

export const Between = (min: number, max: number, message: string, description?: string): Field<number> =>
  field(description, IsNumber({}, { message }), Min(min, { message }), Max(max, { message }));

/** The field may be left out, but not be null. */
export const IfSent = () => ValidateIf((_body: object, value: unknown) => value !== undefined);
