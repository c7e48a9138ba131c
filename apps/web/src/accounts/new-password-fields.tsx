import type { ReactNode } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { PasswordField } from './fields.tsx';

interface NewPassword extends FieldValues {
  readonly password: string;
  readonly confirmPassword: string;
}

interface NewPasswordFieldsProps<Form extends NewPassword> {
  readonly form: UseFormReturn<Form, unknown, Form>;
  /** Whose password it is. */
  readonly email: string;
  /** Shown between the two fields. */
  readonly children?: ReactNode;
}

/** A new password and its repetition. */
export const NewPasswordFields = <Form extends NewPassword>({
  form,
  email,
  children,
}: NewPasswordFieldsProps<Form>) => {
  const repetition = 'confirmPassword' as Path<Form>;
  const validateRepetition = () => {
    if (form.getFieldState(repetition).isDirty) void form.trigger(repetition);
  };
  return (
    <>
      {/* Tells password managers whose password this is. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        form={form}
        name={'password' as Path<Form>}
        label="New Password"
        autoComplete="new-password"
        help="At least 8 characters"
        onChange={validateRepetition}
      />
      {children}
      <PasswordField form={form} name={repetition} label="Confirm Password" autoComplete="new-password" />
    </>
  );
};
