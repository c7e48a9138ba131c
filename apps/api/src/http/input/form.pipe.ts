import { Injectable } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import { invalidInput } from '@tessera/domain/failures';
import { isFields } from '@tessera/domain/kernel/fields';
import type { Fields } from '@tessera/domain/kernel/fields';
import { cut, normalized } from '@tessera/domain/kernel/text';
import type { FormClass } from '@tessera/domain/kernel/text';
import { validate } from 'class-validator';
import type { ValidationError } from 'class-validator';
import { Refused } from '../../kernel/refused.ts';
import { referenceTo, rowsOf } from '../description/schemas.ts';

// Decorators apply from the bottom up: the last constraint is the one written first, which is the one to show.
export const firstMessage = (error: ValidationError): string =>
  Object.values(error.constraints ?? {}).at(-1) ?? error.children?.map(firstMessage)[0] ?? 'Invalid value';

const shownMaxCharacters = 40;
const shown = (name: string) => cut(name, shownMaxCharacters);
export const unknownField = (name: string) => `Unknown field: ${shown(name)}`;

const problemIn = (error: ValidationError): readonly [string, string] => {
  const isUnknown = error.constraints?.['whitelistValidation'] !== undefined;
  return [shown(error.property), isUnknown ? unknownField(error.property) : firstMessage(error)];
};

/** An instance of the form that has only the fields that were sent, and what is wrong with it: fields and messages. */
export const checked = async <Form extends object>(formClass: FormClass<Form>, sent: Fields) => {
  // Not constructed: the initial values of the class are those of an empty form, not defaults for missing fields.
  const form = Object.create(formClass.prototype as object) as Form;
  for (const [key, value] of Object.entries(normalized(formClass.normalizers ?? {}, sent))) {
    Object.defineProperty(form, key, { value, enumerable: true, writable: true, configurable: true });
  }
  const errors = await validate(form, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true });
  return { form, problems: errors.map(problemIn) };
};

// Null would pass `@IsOptional()` and reach code whose types rule it out.
const withoutNulls = (body: Fields, except: readonly string[] = []): Fields =>
  Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== null || except.includes(name)));

/** @throws Refused for anything but an object */
export const objectIn = (body: unknown): Fields => {
  if (!isFields(body)) throw new Refused(invalidInput({ message: 'Please send a JSON object.' }));
  return body;
};

/**
 * Validates a body against a form. Returns an instance of the form that has only the fields that were sent; a null field
 * counts as left out, unless the form refuses that. Of a list of rows it reads one more than the form allows, which is
 * enough to refuse the list.
 * @throws Refused for the first field or row that isn't valid
 */
export const readForm = async <Form extends object>(formClass: FormClass<Form>, body: unknown): Promise<Form> => {
  const { form, problems } = await checked(formClass, withoutNulls(objectIn(body), formClass.neverNull));
  const [problem] = problems;
  if (problem) throw new Refused(invalidInput({ message: problem[1], fields: Object.fromEntries(problems) }));
  for (const { name, of, maxItems } of rowsOf(formClass)) {
    const rows: object[] = [];
    const sent = (form as Readonly<Record<string, readonly unknown[]>>)[name] ?? [];
    for (const row of sent.slice(0, maxItems + 1)) rows.push(await readForm(of as FormClass<object>, row));
    Object.assign(form, { [name]: rows });
  }
  return form;
};

/** Used as `@Body(new FormPipe(UploadForm))`. */
@Injectable()
export class FormPipe<Form extends object> implements PipeTransform<unknown, Promise<Form>> {
  constructor(protected readonly formClass: FormClass<Form>) {
    // The API description refers to the form as the type of this parameter.
    referenceTo(formClass);
  }
  transform(body: unknown): Promise<Form> {
    return readForm(this.formClass, body);
  }
}
