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

// Decorators apply from the bottom up: the last constraint is the one written first, the rule a person should read.
export const firstMessage = (error: ValidationError): string =>
  Object.values(error.constraints ?? {}).at(-1) ?? error.children?.map(firstMessage)[0] ?? 'Invalid value';

interface FormClass<Form> {
  new (): Form;
  /** Before anything is held to a rule, so that what is left of a text is what counts. */
  readonly normalizers?: Normalizers;
}

/**
 * Holds a body to a form; the result is an instance of it with the fields that were sent, no more. A field that is null
 * counts as left out.
 */
export const readForm = async <Form extends object>(formClass: FormClass<Form>, body: unknown): Promise<Form> => {
  if (!isFields(body)) throw new Refused(invalidInput({ message: 'Please send a JSON object.' }));
  // The class is not constructed: its initial values are those of an empty form, not defaults for what was left out.
  const form = Object.create(formClass.prototype as object) as Form;
  for (const [key, value] of Object.entries(normalized(formClass.normalizers ?? {}, body))) {
    // Or it would pass `@IsOptional()`, and reach code whose type says that it can't.
    if (value === null) continue;
    Object.defineProperty(form, key, { value, enumerable: true, writable: true, configurable: true });
  }
  const errors = await validate(form, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true });
  if (errors.length === 0) return form;
  const fields = Object.fromEntries(errors.map((error) => [error.property, firstMessage(error)]));
  throw new Refused(invalidInput({ message: Object.values(fields)[0], fields }));
};

/** `@Body(new FormPipe(UploadForm))`. */
@Injectable()
export class FormPipe<Form extends object> implements PipeTransform<unknown, Promise<Form>> {
  private readonly formClass: FormClass<Form>;
  constructor(formClass: FormClass<Form>) {
    this.formClass = formClass;
    // The description refers to it as the type of its parameter.
    referenceTo(formClass);
  }
  transform(body: unknown): Promise<Form> {
    return readForm(this.formClass, body);
  }
}
