import { toNestErrors } from '@hookform/resolvers';
import { normalized } from '@tessera/domain/kernel/text';
import type { FormClass } from '@tessera/domain/kernel/text';
import { validate } from 'class-validator';
import { useForm } from 'react-hook-form';
import type { DefaultValues, FieldErrors, FieldValues, Path, Resolver, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../send.ts';

/**
 * Validates what was typed with the form class, normalized as the server does. Forms are never nested, so there are no
 * nested errors to flatten.
 */
const resolverOf =
  <Form extends FieldValues>(formClass: FormClass<Form>): Resolver<Form, unknown, Form> =>
  async (typed, _context, options) => {
    const values = Object.assign(new formClass(), normalized(formClass.normalizers ?? {}, typed));
    const found = (await validate(values)).map(({ property, constraints = {} }) => {
      const [type = '', message = ''] = Object.entries(constraints)[0] ?? [];
      return [property, { type, message }];
    });
    if (found.length === 0) return { values, errors: {} };
    return { values: {}, errors: toNestErrors(Object.fromEntries(found) as FieldErrors<Form>, options) };
  };

/** A form that is validated with a domain form class on every change; the server validates it with the same class. */
export const useClassForm = <Form extends FieldValues>(
  formClass: FormClass<Form>,
  defaults: Partial<Form> = {},
): UseFormReturn<Form, unknown, Form> =>
  useForm<Form, unknown, Form>({
    resolver: resolverOf(formClass),
    mode: 'onChange',
    defaultValues: { ...new formClass(), ...defaults } as DefaultValues<Form>,
  });

/**
 * Shows the server's field errors at their fields; returns false if there were none.
 * @param names the form's fields by their names on the wire, where these differ
 */
export const showFieldErrors = <Form extends FieldValues>(
  form: UseFormReturn<Form, unknown, Form>,
  error: unknown,
  names: Readonly<Record<string, string>> = {},
): boolean => {
  if (!(error instanceof ApiError) || !error.fields) return false;
  const fields = Object.entries(error.fields);
  for (const [name, message] of fields) form.setError((names[name] ?? name) as Path<Form>, { type: 'server', message });
  return fields.length > 0;
};
