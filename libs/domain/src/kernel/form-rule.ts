import { IsString, MaxLength, MinLength, registerDecorator } from 'class-validator';
import type { ValidationArguments, ValidationOptions } from 'class-validator';

/** A custom validation rule. A form field can have only one, because class-validator stores them under one name. */
export const rule =
  (holds: (value: unknown, form: object) => boolean, options: ValidationOptions) =>
  (target: object, propertyName: string): void => {
    registerDecorator({
      target: target.constructor,
      propertyName,
      options,
      validator: { validate: (value: unknown, { object }: ValidationArguments) => holds(value, object) },
    });
  };

type FieldRule = (target: object, propertyName: string) => void;

/** Several rules as one, with the same result as if they stood above the field in this order. */
export const rules =
  (...several: readonly FieldRule[]): FieldRule =>
  (target, propertyName) => {
    for (const each of several.toReversed()) each(target, propertyName);
  };

/** A text that is neither empty nor too long; the message is the same whatever is wrong. */
export const filledText = (charactersMax: number, message: string): FieldRule =>
  rules(IsString({ message }), MinLength(1, { message }), MaxLength(charactersMax, { message }));
