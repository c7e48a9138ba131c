import { registerDecorator } from 'class-validator';
import type { ValidationArguments, ValidationOptions } from 'class-validator';

/**
 * A rule that the library does not know, for a field of a form. A field can have one of them: the library keeps their
 * messages under one name.
 */
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
