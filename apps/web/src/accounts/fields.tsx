import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { FormField } from '../kernel/forms/form-field.tsx';
import { PasswordInput } from '../ui/controls/password-input.tsx';
import { TextInput } from '../ui/controls/text-input.tsx';

interface FieldProps<Form extends FieldValues> {
  readonly form: UseFormReturn<Form, unknown, Form>;
  readonly name: Path<Form>;
  readonly label: string;
  readonly autoComplete?: string;
  readonly help?: string;
}

interface TextFieldProps<Form extends FieldValues> extends FieldProps<Form> {
  readonly type?: string;
  readonly placeholder?: string;
  readonly inputMode?: 'numeric' | 'tel' | 'email' | 'url';
}

export const TextField = <Form extends FieldValues>({ form, name, label, help, ...input }: TextFieldProps<Form>) => {
  const { error } = form.getFieldState(name, form.formState);
  return (
    <FormField label={label} help={help} error={error?.message}>
      <TextInput type="text" {...input} {...form.register(name)} />
    </FormField>
  );
};

interface PasswordFieldProps<Form extends FieldValues> extends FieldProps<Form> {
  /** Called after every change. */
  readonly onChange?: () => void;
}

export const PasswordField = <Form extends FieldValues>({
  form,
  name,
  label,
  help,
  onChange,
  ...input
}: PasswordFieldProps<Form>) => {
  const { error } = form.getFieldState(name, form.formState);
  return (
    <FormField label={label} help={help} error={error?.message}>
      <PasswordInput {...input} {...form.register(name, onChange ? { onChange } : {})} />
    </FormField>
  );
};

interface AccountForm {
  readonly email: string;
  readonly password: string;
  readonly phone: string;
}

/** The fields that every new account fills in, whatever its role. */
export const AccountFields = <Form extends AccountForm>({ form }: { form: UseFormReturn<Form, unknown, Form> }) => (
  <>
    <TextField form={form} name={'email' as Path<Form>} label="Email" type="email" autoComplete="username" />
    <PasswordField
      form={form}
      name={'password' as Path<Form>}
      label="Password"
      autoComplete="new-password"
      help="At least 8 characters"
    />
    <TextField form={form} name={'phone' as Path<Form>} label="Phone" type="tel" autoComplete="tel" />
  </>
);

interface BrandForm {
  readonly brandName: string;
  readonly brandUrl: string;
}

/** A brand's own fields, at sign-up and in its settings. */
export const BrandFields = <Form extends BrandForm>({ form }: { form: UseFormReturn<Form, unknown, Form> }) => (
  <>
    <TextField form={form} name={'brandName' as Path<Form>} label="Brand Name" autoComplete="organization" />
    <TextField
      form={form}
      name={'brandUrl' as Path<Form>}
      label="Brand Website"
      type="url"
      autoComplete="url"
      placeholder="https://"
    />
  </>
);
