import { IsOptional } from 'class-validator';
import { factorTypes, type FactorType } from './auth.ts';
import { Json, Nullable, OneOf, Text } from '../kernel/fields.ts';

const anyObject = { type: 'object' };

/** Fields that the protocol's client may add to any call. */
class Call {
  @IsOptional()
  @Json('Part of the protocol; ignored.')
  readonly gotrue_meta_security?: unknown;

  @IsOptional()
  @Nullable()
  @Text('A SHA-256 in base64url, from a client that wants a code instead of a session in the address.')
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

  @Json('`userType`, the `profile` of a creator or a brand, and the client’s own metadata.', anyObject)
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

/** The parameters of a link in an email: `token_hash`, or `token` with the address that it was sent to. */
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
  @Text('The emailed number that replaces the current password.')
  readonly nonce?: string;

  @IsOptional()
  @Json('The client’s own metadata; null removes a name.', anyObject)
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
  @Text('Ignored.')
  readonly issuer?: string;
}

/** The code that an app shows, or the browser's response for a passkey. */
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
