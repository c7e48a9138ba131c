import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { FormField } from '../kernel/form.tsx';
import { TextInput } from '../ui/text-input.tsx';

interface TextFieldProps<Form extends FieldValues> {
  readonly form: UseFormReturn<Form, unknown, Form>;
  readonly name: Path<Form>;
  readonly label: string;
  readonly type?: string;
  readonly autoComplete?: string;
  readonly placeholder?: string;
  readonly help?: string;
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
