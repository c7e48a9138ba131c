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
import type { ValidationOptions } from 'class-validator';
import { isFields } from '@tessera/domain/kernel/fields';
import { rule, ruleName, rules } from '@tessera/domain/kernel/form-rule';
import type { FieldRule } from '@tessera/domain/kernel/form-rule';

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
export const ownRules = {
  description: 'description',
  row: 'row',
  eitherRow: 'eitherRow',
  like: 'like',
  shape: ruleName,
} as const;

const isNotNull = (_form: object, value: unknown) => value !== null;
const always = () => true;

/** Of several broken rules, the message of the first is shown. */
export const field = (description: string | undefined, ...several: readonly FieldRule[]): Field<unknown> => {
  const described = ValidateBy({
    name: ownRules.description,
    constraints: [description],
    validator: { validate: always },
  });
  return rules(...several, ...(description === undefined ? [] : [described]));
};

const messageOf = (message: string | undefined): ValidationOptions => (message === undefined ? {} : { message });
const isRow = (of: () => Class, options: ValidationOptions) =>
  ValidateBy({ name: ownRules.row, constraints: [of], validator: { validate: isFields } }, options);

export const Text = (description?: string): Field<string> => field(description, IsString());
export const Flag = (description?: string): Field<boolean> => field(description, IsBoolean());
export const Integer = (description?: string): Field<number> => field(description, IsInt());
export const Amount = (description: string): Field<number> => field(description, IsNumber());
/** A time in ISO 8601. */
export const Instant = (description?: string): Field<string> => field(description, IsISO8601());

export const OneOf = <Value extends string | number | boolean>(
  values: readonly Value[],
  description?: string,
  message?: string,
): Field<Value> => field(description, IsIn(values, messageOf(message)));

export const Texts = (description?: string): Field<readonly string[]> =>
  field(description, IsArray(), IsString({ each: true }));
export const Integers = (description?: string): Field<readonly number[]> =>
  field(description, IsArray(), IsInt({ each: true }));

/** An instance of a class. A function names the class, because it may be declared further down. */
export const Row = <Instance extends object>(
  of: () => Class<Instance>,
  description?: string,
  message?: string,
): Field<Instance> => field(description, isRow(of, messageOf(message)));

export const Rows = <Instance extends object>(
  of: () => Class<Instance>,
  description?: string,
  messages: { readonly list?: string; readonly row?: string } = {},
): Field<readonly Instance[]> =>
  field(description, IsArray(messageOf(messages.list)), isRow(of, { ...messageOf(messages.row), each: true }));

/** An instance of one of several classes. */
export const EitherRow = <Classes extends readonly Class[]>(
  of: () => Classes,
  description?: string,
): Field<InstanceType<Classes[number]>> =>
  field(description, ValidateBy({ name: ownRules.eitherRow, constraints: [of], validator: { validate: isFields } }));

/** Anything that no other rule covers: any JSON, or what the JSON Schema says. */
export const Json = <Value>(description: string | undefined, schema: object = {}): Field<Value> =>
  field(description, rule(always, {}, schema));

/** A field that is checked by the rules of a form's field, as part of that form. */
export const Like = <Form extends object, Name extends keyof Form & string>(
  of: () => Class<Form>,
  name: Name,
  description?: string,
): Field<Form[Name]> =>
  field(description, ValidateBy({ name: ownRules.like, constraints: [of, name], validator: { validate: always } }));

/** Used with another rule: the field may be null. Use `@IsOptional()` for a field that may be left out. */
export const Nullable = (): PropertyDecorator => ValidateIf(isNotNull);

export const isNullable = (constraint: unknown): boolean => constraint === isNotNull;
