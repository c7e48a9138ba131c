import { useWatch } from 'react-hook-form';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { TextField } from '../fields.tsx';
import { NewPasswordField } from '../new-password-field.tsx';

interface NewAccount extends FieldValues {
  readonly email: string;
  readonly password: string;
  readonly phone: string;
}

interface AccountFieldsProps<Form extends NewAccount> {
  readonly form: UseFormReturn<Form, unknown, Form>;
  /** The fields in which names are entered. */
  readonly names: readonly Path<Form>[];
}

/** The fields that every new account fills in, whatever its role. */
export const AccountFields = <Form extends NewAccount>({ form, names }: AccountFieldsProps<Form>) => {
  const email = 'email' as Path<Form>;
  const own: readonly string[] = useWatch({ control: form.control, name: [email, ...names] });
  return (
    <>
      <TextField form={form} name={email} label="Email" type="email" autoComplete="username" />
      <NewPasswordField form={form} label="Password" own={own} />
      <TextField form={form} name={'phone' as Path<Form>} label="Phone" type="tel" autoComplete="tel" />
    </>
  );
};
