import { IsOptional, IsString, Matches, MaxLength, MinLength } from 'class-validator';
import { rule } from '../../kernel/form-rule.ts';
import { withPlainDigits } from '../../kernel/text.ts';
import type { Normalizers } from '../../kernel/text.ts';
import { isShortEnough } from '../password-forms.ts';

const appCodeMessage = 'Please enter the 6 digits your app shows';
const recoveryCodeMessage = 'Please enter a recovery code';
/** Longer than any code or id of a second factor. */
export const codeMaxCharacters = 40;
const passkeyNameMaxCharacters = 40;
const isShortCode = MaxLength(codeMaxCharacters, { message: 'That’s too long for a code' });
/** Removes the spaces: apps and people write codes in groups. */
export const plainCode = (text: string) => withPlainDigits(text).replace(/\s/g, '');

/** A passkey's response to a challenge from `/auth/v1/factors/:id/challenge`. */
export interface PasskeyResponse {
  readonly factor_id: string;
  readonly challenge_id: string;
  /** The browser's own `PublicKeyCredential`, as JSON. */
  readonly credential_response: unknown;
}

const isId = (value: unknown) => typeof value === 'string' && value.length <= codeMaxCharacters;

const idSchema = { type: 'string', maxLength: codeMaxCharacters };

const isPasskeyResponse = rule(
  (value) => {
    const { factor_id, challenge_id } = (value ?? {}) as Partial<PasskeyResponse>;
    return isId(factor_id) && isId(challenge_id);
  },
  { message: 'Please use a passkey, or enter a code' },
  {
    type: 'object',
    properties: { factor_id: idSchema, challenge_id: idSchema, credential_response: { type: 'object' } },
    required: ['factor_id', 'challenge_id'],
  },
);

/** What a signed-in user enters to confirm their identity; a code or passkey is needed if they have a second factor. */
export class OwnPasswordForm {
  static readonly normalizers: Normalizers = { code: plainCode };

  @IsString({ message: 'Please enter your password' })
  @MinLength(1, { message: 'Please enter your password' })
  @isShortEnough
  password = '';

  /** From the authenticator app, or a recovery code. */
  @IsOptional()
  @IsString({ message: 'Please enter a code' })
  @isShortCode
  code?: string = '';

  /** Used instead of a code. */
  @IsOptional()
  @isPasskeyResponse
  passkey?: PasskeyResponse;
}

/** The owner's name for a passkey; if empty, it gets a number. */
export class PasskeyForm {
  @MaxLength(passkeyNameMaxCharacters, { message: `Name must be at most ${passkeyNameMaxCharacters} characters` })
  name = '';
}

/** The code that the authenticator app shows, as typed. */
export class AppCodeForm {
  static readonly normalizers: Normalizers = { code: plainCode };

  @IsString({ message: appCodeMessage })
  @Matches(/^\s*(\d\s*){6}$/, { message: appCodeMessage })
  code = '';
}

/** One of the codes that the user wrote down in case the phone is lost. */
export class RecoveryCodeForm {
  static readonly normalizers: Normalizers = { code: plainCode };

  @IsString({ message: recoveryCodeMessage })
  @MinLength(1, { message: recoveryCodeMessage })
  @isShortCode
  code = '';
}
