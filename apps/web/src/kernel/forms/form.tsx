import { toNestErrors } from '@hookform/resolvers';
import { validate } from 'class-validator';
import { useForm } from 'react-hook-form';
import type { DefaultValues, FieldErrors, FieldValues, Path, Resolver, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../send.ts';

/** Apart: a field that belongs to no form comes without what forms need. */
export { FormField } from './form-field.tsx';

/** What the class of a form says of what was typed; no form holds another one, so that nothing need be taken apart. */
const resolverOf =
  <Form extends FieldValues>(FormClass: new () => Form): Resolver<Form, unknown, Form> =>
  async (typed, _context, options) => {
    const values = Object.assign(new FormClass(), typed);
    const found = (await validate(values)).map(({ property, constraints = {} }) => {
      const [type = '', message = ''] = Object.entries(constraints)[0] ?? [];
      return [property, { type, message }];
    });
    if (found.length === 0) return { values, errors: {} };
    return { values: {}, errors: toNestErrors(Object.fromEntries(found) as FieldErrors<Form>, options) };
  };

/** A form held to the rules of a domain form class while it is typed; the server holds it to the same ones. */
export const useClassForm = <Form extends FieldValues>(
  FormClass: new () => Form,
  defaults: Partial<Form> = {},
): UseFormReturn<Form, unknown, Form> =>
  useForm<Form, unknown, Form>({
    resolver: resolverOf(FormClass),
    mode: 'onChange',
    defaultValues: { ...new FormClass(), ...defaults } as DefaultValues<Form>,
  });

/** Puts what the server said about fields on the fields; false when it said nothing about any. */
export const showFieldErrors = <Form extends FieldValues>(
  form: UseFormReturn<Form, unknown, Form>,
  error: unknown,
): boolean => {
  if (!(error instanceof ApiError) || !error.fields) return false;
  const fields = Object.entries(error.fields);
  for (const [name, message] of fields) form.setError(name as Path<Form>, { type: 'server', message });
  return fields.length > 0;
};
