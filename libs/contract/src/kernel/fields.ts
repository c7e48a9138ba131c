import {
  IsArray,
  IsBoolean,
  IsISO8601,
  IsIn,
  IsInt,
  IsNumber,
  IsString,
  ValidateBy,
  ValidateIf,
} from 'class-validator';

/**
 * Rules of class-validator for what goes over the wire, each with what the description of the interface says of the
 * field. A rule stands on fields of its own type alone: the compiler refuses `@Text()` on a number.
 */
export type Field<Value> = <Name extends string>(
  target: { readonly [Key in Name]?: Value | null | undefined },
  name: Name,
) => void;

/** A class whose fields have rules. */
export type Class<Instance extends object = object> = abstract new () => Instance;

/** Rules of our own, by which the description knows them: their constraint is the words, the class, or the JSON Schema. */
export const ownRules = { says: 'says', row: 'row', eitherRow: 'eitherRow', shape: 'shape' } as const;

const isNotNull = (_form: object, value: unknown) => value !== null;
const isFields = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
const always = () => true;

export const field = (words: string | undefined, ...rules: readonly PropertyDecorator[]): Field<unknown> => {
  const says = ValidateBy({ name: ownRules.says, constraints: [words], validator: { validate: always } });
  return (target, name) => {
    for (const rule of words === undefined ? rules : [...rules, says]) rule(target, name);
  };
};

export const Text = (words?: string): Field<string> => field(words, IsString());
export const Flag = (words?: string): Field<boolean> => field(words, IsBoolean());
export const Integer = (words?: string): Field<number> => field(words, IsInt());
export const Amount = (words: string): Field<number> => field(words, IsNumber());
/** A time in ISO 8601. */
export const Instant = (words?: string): Field<string> => field(words, IsISO8601());

export const OneOf = <Value extends string | number | boolean>(
  values: readonly Value[],
  words?: string,
): Field<Value> => field(words, IsIn(values));

export const Texts = (words?: string): Field<readonly string[]> => field(words, IsArray(), IsString({ each: true }));
export const Integers = (words?: string): Field<readonly number[]> => field(words, IsArray(), IsInt({ each: true }));

/** An instance of a class, which is named by a function, as it may be declared further down. */
export const Row = <Instance extends object>(of: () => Class<Instance>, words?: string): Field<Instance> =>
  field(words, ValidateBy({ name: ownRules.row, constraints: [of], validator: { validate: isFields } }));

export const Rows = <Instance extends object>(of: () => Class<Instance>, words?: string): Field<readonly Instance[]> =>
  field(
    words,
    IsArray(),
    ValidateBy({ name: ownRules.row, constraints: [of], validator: { validate: isFields } }, { each: true }),
  );

/** An instance of one of several classes. */
export const EitherRow = <Classes extends readonly Class[]>(
  of: () => Classes,
  words?: string,
): Field<InstanceType<Classes[number]>> =>
  field(words, ValidateBy({ name: ownRules.eitherRow, constraints: [of], validator: { validate: isFields } }));

/** What no other rule says: of any JSON, or as the JSON Schema has it. */
export const Json = <Value>(words: string, schema: object = {}): Field<Value> =>
  field(words, ValidateBy({ name: ownRules.shape, constraints: [schema], validator: { validate: always } }));

/** Beside a rule: the field may be null. One that may be left out has `@IsOptional()`. */
export const Nullable = (): PropertyDecorator => ValidateIf(isNotNull);

export const isNullable = (constraint: unknown): boolean => constraint === isNotNull;
