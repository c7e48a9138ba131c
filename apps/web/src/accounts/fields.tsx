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
