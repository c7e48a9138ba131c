import { IsString, MaxLength, MinLength, registerDecorator } from 'class-validator';
import type { ValidationArguments, ValidationOptions } from 'class-validator';

/** The one name of all custom rules; their constraint is a JSON Schema. */
export const ruleName = 'rule';

/**
 * A custom validation rule, and what a JSON Schema can say about it. A form field can have only one, because
 * class-validator stores them under one name.
 */
export const rule =
  (holds: (value: unknown, form: object) => boolean, options: ValidationOptions, schema: object = {}) =>
  (target: object, propertyName: string): void => {
    registerDecorator({
      target: target.constructor,
      propertyName,
      name: ruleName,
      constraints: [schema],
      options,
      validator: { validate: (value: unknown, { object }: ValidationArguments) => holds(value, object) },
    });
  };

export type FieldRule = (target: object, propertyName: string) => void;

/** Several rules as one, with the same result as if they stood above the field in this order. */
export const rules =
  (...several: readonly FieldRule[]): FieldRule =>
  (target, propertyName) => {
    for (const each of several.toReversed()) each(target, propertyName);
  };

/** A text that is neither empty nor too long; the message is the same whatever is wrong. */
export const filledText = (charactersMax: number, message: string): FieldRule =>
  rules(IsString({ message }), MinLength(1, { message }), MaxLength(charactersMax, { message }));
