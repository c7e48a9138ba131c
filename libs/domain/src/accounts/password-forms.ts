import { IsString, MaxLength, MinLength } from 'class-validator';
import { rule } from '../kernel/form-rule.ts';
import type { Normalizers } from '../kernel/text.ts';

const passwordMaxCharacters = 200;
export const passwordMinCharacters = 6;

export const isLongEnough = MinLength(passwordMinCharacters, {
  message: `Password must be at least ${passwordMinCharacters} characters`,
});
export const isShortEnough = MaxLength(passwordMaxCharacters, {
  message: `Password must be at most ${passwordMaxCharacters} characters`,
});

/** The form of a new password that is hashed, so that it is the same on every keyboard. */
export const normalPassword = (password: string): string => password.normalize('NFKC');

class PasswordForm {
  static readonly normalizers: Normalizers = { password: normalPassword, confirmPassword: normalPassword };

  @isLongEnough
  @isShortEnough
  password = '';
}

const equalsPassword = rule((value, form) => value === (form as ResetPasswordForm).password, {
  message: 'Passwords do not match',
});

export class ResetPasswordForm extends PasswordForm {
  @isLongEnough
  @equalsPassword
  confirmPassword = '';
}

const currentPasswordMessage = 'Please enter your current password';

/** What a signed-in user enters to change their password. */
export class ChangePasswordForm extends ResetPasswordForm {
  @IsString({ message: currentPasswordMessage })
  @MinLength(1, { message: currentPasswordMessage })
  @isShortEnough
  currentPassword = '';
}
