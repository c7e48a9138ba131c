import { IsOptional } from 'class-validator';
import { factorTypes, type FactorType } from './auth.ts';
import { Json, Nullable, OneOf, Text } from '../kernel/fields.ts';

const anyObject = { type: 'object' };

/** What the protocol's client sends beside the fields of a call. */
class Call {
  @IsOptional()
  @Json('Of the protocol; not read.')
  readonly gotrue_meta_security?: unknown;

  @IsOptional()
  @Nullable()
  @Text('A SHA-256 in base64url, of a client that wants a code instead of a session in the address.')
  readonly code_challenge?: string | null;

  @IsOptional()
  @Nullable()
  @Text('`s256`')
  readonly code_challenge_method?: string | null;
}

export class SignUpCall extends Call {
  @Text()
  readonly email!: string;

  @Text()
  readonly password!: string;

  @Json('`userType`, `profile` as of a creator or a brand, and what the client keeps with the account.', anyObject)
  readonly data!: object;
}

export class PasswordGrant extends Call {
  @Text()
  readonly email!: string;

  @Text()
  readonly password!: string;
}

export class RefreshGrant extends Call {
  @Text()
  readonly refresh_token!: string;
}

export class CodeGrant extends Call {
  @Text()
  readonly auth_code!: string;

  @Text()
  readonly code_verifier!: string;
}

export class RecoveryCall extends Call {
  @Text()
  readonly email!: string;
}

export class ResendCall extends Call {
  @OneOf(['signup'])
  readonly type!: 'signup';

  @Text()
  readonly email!: string;
}

/** What a mailed link holds: `token_hash`, or `token` with the address that it was mailed to. */
export class LinkCall extends Call {
  @Text('`signup` or `recovery`.')
  readonly type!: string;

  @IsOptional()
  @Text()
  readonly token_hash?: string;

  @IsOptional()
  @Text()
  readonly token?: string;

  @IsOptional()
  @Text()
  readonly email?: string;
}

export class UserChange extends Call {
  @IsOptional()
  @Text()
  readonly password?: string;

  @IsOptional()
  @Text()
  readonly current_password?: string;

  @IsOptional()
  @Text('The number that was mailed in place of the current password.')
  readonly nonce?: string;

  @IsOptional()
  @Json('What the client keeps with the account; null takes a name away.', anyObject)
  readonly data?: object;
}

export class EnrollmentCall extends Call {
  @OneOf(factorTypes)
  readonly factor_type!: FactorType;

  @IsOptional()
  @Nullable()
  @Text()
  readonly friendly_name?: string | null;

  @IsOptional()
  @Text('Not read.')
  readonly issuer?: string;
}

/** The code that an app shows, or what the browser answered for a passkey. */
export class FactorAnswerCall extends Call {
  @Text()
  readonly challenge_id!: string;

  @IsOptional()
  @Text()
  readonly code?: string;

  @IsOptional()
  @Json('With `credential_response`: the browser’s own `PublicKeyCredential`, as JSON.', anyObject)
  readonly webauthn?: object;
}
