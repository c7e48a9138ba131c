import { Injectable } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import { invalidInput } from '@tessera/domain/failures';
import { isFields } from '@tessera/domain/kernel/fields';
import { normalized } from '@tessera/domain/kernel/text';
import type { Normalizers } from '@tessera/domain/kernel/text';
import { validate } from 'class-validator';
import type { ValidationError } from 'class-validator';
import { Refused } from '../../kernel/refused.ts';
import { referenceTo } from '../description/schemas.ts';

// Decorators apply from the bottom up: the last constraint is the one written first, which is the one to show.
export const firstMessage = (error: ValidationError): string =>
  Object.values(error.constraints ?? {}).at(-1) ?? error.children?.map(firstMessage)[0] ?? 'Invalid value';

interface FormClass<Form> {
  new (): Form;
  /** Applied before validation, so that rules apply to the normalized text. */
  readonly normalizers?: Normalizers;
}

/**
 * Validates a body against a form. Returns an instance of the form that has only the fields that were sent; a null field
 * counts as left out.
 * @throws Refused
 */
export const readForm = async <Form extends object>(formClass: FormClass<Form>, body: unknown): Promise<Form> => {
  if (!isFields(body)) throw new Refused(invalidInput({ message: 'Please send a JSON object.' }));
  // Not constructed: the initial values of the class are those of an empty form, not defaults for missing fields.
  const form = Object.create(formClass.prototype as object) as Form;
  for (const [key, value] of Object.entries(normalized(formClass.normalizers ?? {}, body))) {
    // Null would pass `@IsOptional()` and reach code whose types rule it out.
    if (value === null) continue;
    Object.defineProperty(form, key, { value, enumerable: true, writable: true, configurable: true });
  }
  const errors = await validate(form, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true });
  if (errors.length === 0) return form;
  const fields = Object.fromEntries(errors.map((error) => [error.property, firstMessage(error)]));
  throw new Refused(invalidInput({ message: Object.values(fields)[0], fields }));
};

/** Used as `@Body(new FormPipe(UploadForm))`. */
@Injectable()
export class FormPipe<Form extends object> implements PipeTransform<unknown, Promise<Form>> {
  constructor(private readonly formClass: FormClass<Form>) {
    // The API description refers to the form as the type of this parameter.
    referenceTo(formClass);
  }
  transform(body: unknown): Promise<Form> {
    return readForm(this.formClass, body);
  }
}
