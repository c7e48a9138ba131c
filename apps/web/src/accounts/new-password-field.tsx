import { Box } from '@chakra-ui/react';
import { passwordMinCharacters } from '@tessera/domain/accounts/password-forms';
import { useWatch } from 'react-hook-form';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { PasswordField } from './fields.tsx';
import { PasswordStrength } from './password-strength.tsx';

interface NewPassword extends FieldValues {
  readonly password: string;
}

interface NewPasswordFieldProps<Form extends NewPassword> {
  readonly form: UseFormReturn<Form, unknown, Form>;
  readonly label: string;
  /** The user's names and email address. */
  readonly own: readonly string[];
  /** Called after every change. */
  readonly onChange?: () => void;
}

/** A new password, and how hard it is to guess. */
export const NewPasswordField = <Form extends NewPassword>({ form, own, ...field }: NewPasswordFieldProps<Form>) => {
  const name = 'password' as Path<Form>;
  const password: string = useWatch({ control: form.control, name });
  return (
    <Box display="grid" gap="3">
      <PasswordField
        form={form}
        name={name}
        autoComplete="new-password"
        help={`At least ${passwordMinCharacters} characters`}
        {...field}
      />
      <PasswordStrength password={password} own={own} />
    </Box>
  );
};
