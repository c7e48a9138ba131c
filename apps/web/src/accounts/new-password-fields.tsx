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
  /** Between the two fields. */
  readonly children?: ReactNode;
}

/** A new password, twice. */
export const NewPasswordFields = <Form extends NewPassword>({
  form,
  email,
  children,
}: NewPasswordFieldsProps<Form>) => {
  const again = 'confirmPassword' as Path<Form>;
  const compareAgain = () => {
    if (form.getFieldState(again).isDirty) void form.trigger(again);
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
        onChange={compareAgain}
      />
      {children}
      <PasswordField form={form} name={again} label="Confirm Password" autoComplete="new-password" />
    </>
  );
};
