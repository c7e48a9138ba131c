import { registerDecorator } from 'class-validator';
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
