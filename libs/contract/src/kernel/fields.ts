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
import { isFields } from '@tessera/domain/kernel/fields';

/**
 * class-validator rules for what goes over the wire, each with the field's description for the API documentation. A rule
 * only fits fields of its own type: the compiler rejects `@Text()` on a number.
 */
export type Field<Value> = <Name extends string>(
  target: { readonly [Key in Name]?: Value | null | undefined },
  name: Name,
) => void;

/** A class with validation rules on its fields. */
export type Class<Instance extends object = object> = abstract new () => Instance;

/** The names of our own rules, for the API documentation: their constraint is the description, class or JSON Schema. */
export const ownRules = { description: 'description', row: 'row', eitherRow: 'eitherRow', shape: 'shape' } as const;

const isNotNull = (_form: object, value: unknown) => value !== null;
const always = () => true;

export const field = (description: string | undefined, ...rules: readonly PropertyDecorator[]): Field<unknown> => {
  const described = ValidateBy({
    name: ownRules.description,
    constraints: [description],
    validator: { validate: always },
  });
  return (target, name) => {
    for (const rule of description === undefined ? rules : [...rules, described]) rule(target, name);
  };
};

export const Text = (description?: string): Field<string> => field(description, IsString());
export const Flag = (description?: string): Field<boolean> => field(description, IsBoolean());
export const Integer = (description?: string): Field<number> => field(description, IsInt());
export const Amount = (description: string): Field<number> => field(description, IsNumber());
/** A time in ISO 8601. */
export const Instant = (description?: string): Field<string> => field(description, IsISO8601());

export const OneOf = <Value extends string | number | boolean>(
  values: readonly Value[],
  description?: string,
): Field<Value> => field(description, IsIn(values));

export const Texts = (description?: string): Field<readonly string[]> =>
  field(description, IsArray(), IsString({ each: true }));
export const Integers = (description?: string): Field<readonly number[]> =>
  field(description, IsArray(), IsInt({ each: true }));

/** An instance of a class. A function names the class, because it may be declared further down. */
export const Row = <Instance extends object>(of: () => Class<Instance>, description?: string): Field<Instance> =>
  field(description, ValidateBy({ name: ownRules.row, constraints: [of], validator: { validate: isFields } }));

export const Rows = <Instance extends object>(
  of: () => Class<Instance>,
  description?: string,
): Field<readonly Instance[]> =>
  field(
    description,
    IsArray(),
    ValidateBy({ name: ownRules.row, constraints: [of], validator: { validate: isFields } }, { each: true }),
  );

/** An instance of one of several classes. */
export const EitherRow = <Classes extends readonly Class[]>(
  of: () => Classes,
  description?: string,
): Field<InstanceType<Classes[number]>> =>
  field(description, ValidateBy({ name: ownRules.eitherRow, constraints: [of], validator: { validate: isFields } }));

/** Anything that no other rule covers: any JSON, or what the JSON Schema says. */
export const Json = <Value>(description: string, schema: object = {}): Field<Value> =>
  field(description, ValidateBy({ name: ownRules.shape, constraints: [schema], validator: { validate: always } }));

/** Used with another rule: the field may be null. Use `@IsOptional()` for a field that may be left out. */
export const Nullable = (): PropertyDecorator => ValidateIf(isNotNull);

export const isNullable = (constraint: unknown): boolean => constraint === isNotNull;
