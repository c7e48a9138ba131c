import { IsOptional } from 'class-validator';
import { Flag, Instant, Json, OneOf, Row, Rows, Text, Texts, Integer } from '../kernel/fields.ts';

const anyObject = { type: 'object' };
export const factorTypes = ['totp', 'webauthn'] as const;
export type FactorType = (typeof factorTypes)[number];

/** A second factor, without its secret or key. */
export class Factor {
  @Text()
  readonly id!: string;

  @IsOptional()
  @Text()
  readonly friendly_name?: string;

  @OneOf(factorTypes)
  readonly factor_type!: FactorType;

  @OneOf(['unverified', 'verified'])
  readonly status!: 'unverified' | 'verified';

  @Instant()
  readonly created_at!: string;

  @Instant()
  readonly updated_at!: string;

  @IsOptional()
  @Instant()
  readonly last_challenged_at?: string;
}

class Times {
  @Instant()
  readonly created_at!: string;

  @Instant()
  readonly updated_at!: string;

  @IsOptional()
  @Instant()
  readonly last_sign_in_at?: string | undefined;
}

/** A way to sign in. */
export class AuthIdentity extends Times {
  @Text()
  readonly identity_id!: string;

  @Text()
  readonly id!: string;

  @Text()
  readonly user_id!: string;

  @Json('What the provider knows about it.', anyObject)
  readonly identity_data!: object;

  @Text()
  readonly provider!: string;

  @Text()
  readonly email!: string;
}

export class AuthUser extends Times {
  @Text()
  readonly id!: string;

  @Text()
  readonly aud!: string;

  @Text('The protocol’s role, the same for everyone; `user_metadata.userType` has the account’s role.')
  readonly role!: string;

  @Text()
  readonly email!: string;

  @IsOptional()
  @Instant()
  readonly email_confirmed_at?: string | undefined;

  @Text('Always empty: nobody signs in by phone.')
  readonly phone!: string;

  @Json('The ways to sign in.', anyObject)
  readonly app_metadata!: object;

  @Json('`userType`, `name`, and the client’s own metadata.', anyObject)
  readonly user_metadata!: object;

  @Rows(() => AuthIdentity)
  readonly identities!: readonly AuthIdentity[];

  @Rows(() => Factor)
  readonly factors!: readonly Factor[];
}

export class AuthSession {
  @Text('A JWT, valid for 15 minutes.')
  readonly access_token!: string;

  @Text()
  readonly token_type!: string;

  @Integer('Seconds.')
  readonly expires_in!: number;

  @Integer('Seconds since 1970.')
  readonly expires_at!: number;

  @Text('Can be used once.')
  readonly refresh_token!: string;

  @Row(() => AuthUser)
  readonly user!: AuthUser;
}

/** An empty object: the call succeeded and has nothing to return. */
export class EmptyAnswer {}

export class PublicKey {
  @Text()
  readonly kty!: string;

  @Text()
  readonly crv!: string;

  @Text()
  readonly x!: string;

  @Text()
  readonly y!: string;

  @Text()
  readonly kid!: string;

  @Text()
  readonly alg!: string;

  @Text()
  readonly use!: string;

  @Texts()
  readonly key_ops!: readonly string[];

  @Flag()
  readonly ext!: boolean;
}

export class PublicKeys {
  @Rows(() => PublicKey)
  readonly keys!: readonly PublicKey[];
}

/** What an authenticator app is set up with. It leaves the server only this once. */
export class AppSecret {
  @Text('SVG.')
  readonly qr_code!: string;

  @Text()
  readonly secret!: string;

  @Text()
  readonly uri!: string;
}

class Enrolled {
  @Text()
  readonly id!: string;

  @Text()
  readonly friendly_name!: string;
}

export class EnrolledApp extends Enrolled {
  @OneOf(['totp'])
  readonly type!: 'totp';

  @Row(() => AppSecret)
  readonly totp!: AppSecret;
}

export class EnrolledPasskey extends Enrolled {
  @OneOf(['webauthn'])
  readonly type!: 'webauthn';
}

class Challenge {
  @Text()
  readonly id!: string;

  @Integer('Seconds since 1970.')
  readonly expires_at!: number;
}

export class AppChallenge extends Challenge {
  @OneOf(['totp'])
  readonly type!: 'totp';
}

export class PasskeyQuestion {
  @Text('`create` for a new passkey, otherwise `request`.')
  readonly type!: string;

  @Json('The options for `navigator.credentials`, as JSON.', anyObject)
  readonly credential_options!: object;
}

export class PasskeyChallenge extends Challenge {
  @OneOf(['webauthn'])
  readonly type!: 'webauthn';

  @Row(() => PasskeyQuestion)
  readonly webauthn!: PasskeyQuestion;
}

export class UnenrolledFactor {
  @Text()
  readonly id!: string;
}
