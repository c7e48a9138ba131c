import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { PasswordField } from './fields.tsx';
import { NewPasswordField } from './new-password-field.tsx';

interface NewPassword extends FieldValues {
  readonly password: string;
  readonly confirmPassword: string;
}

interface NewPasswordFieldsProps<Form extends NewPassword> {
  readonly form: UseFormReturn<Form, unknown, Form>;
  /** Whose password it is. */
  readonly email: string;
  /** Their names, if they are known here. */
  readonly names?: readonly string[];
}

/** A new password and its repetition. */
export const NewPasswordFields = <Form extends NewPassword>({
  form,
  email,
  names = [],
}: NewPasswordFieldsProps<Form>) => {
  const repetition = 'confirmPassword' as Path<Form>;
  const validateRepetition = () => {
    if (form.getFieldState(repetition).isDirty) void form.trigger(repetition);
  };
  return (
    <>
      {/* Tells password managers whose password this is. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordField form={form} label="New Password" own={[email, ...names]} onChange={validateRepetition} />
      <PasswordField form={form} name={repetition} label="Confirm Password" autoComplete="new-password" />
    </>
  );
};
