import { IsEmail, IsOptional, Matches, MinLength, ValidateIf } from 'class-validator';
import { metadataCharactersMax, metadataNameCharactersMax } from '@tessera/domain/accounts/own-metadata';
import { codeMaxCharacters, plainCode } from '@tessera/domain/accounts/access/second-factor-forms';
import { typedAddress } from '@tessera/domain/accounts/email-address';
import { BrandSignUpForm, CreatorSignUpForm } from '@tessera/domain/accounts/forms';
import type { BrandProfilePayload, CreatorProfilePayload } from '@tessera/domain/accounts/forms';
import type { Arrival } from '@tessera/domain/invitation';
import { rule } from '@tessera/domain/kernel/form-rule';
import { oneLine } from '@tessera/domain/kernel/text';
import type { Normalizers } from '@tessera/domain/kernel/text';
import type { PaymentMethod } from '@tessera/domain/payment-methods';
import { factorTypes, type FactorType } from './auth.ts';
import { EitherRow, Json, Like, Nullable, OneOf, Row, field } from '../kernel/fields.ts';
import { Filled, IfSent, Word, isFilled, wordMaxCharacters } from '../kernel/requests.ts';

const ignored = 'Part of the protocol; ignored.';

const metadataSchema = { type: 'object', propertyNames: { maxLength: metadataNameCharactersMax } };
const metadataText = `The client’s own metadata, at most ${metadataCharactersMax} characters of JSON`;

/** Fields that the protocol's client may add to any call. */
class Call {
  @IsOptional()
  @Json(ignored, { type: 'object' })
  readonly gotrue_meta_security?: unknown;

  @ValidateIf(({ code_challenge }: Call) => (code_challenge ?? null) !== null)
  @Json('`s256`; null without a challenge.', { type: ['string', 'null'] })
  @Matches(/^[sS]256$/, { message: 'code_challenge_method must be s256' })
  readonly code_challenge_method?: string | null;

  @IsOptional()
  @Nullable()
  @field(
    'A SHA-256 in base64url, from a client that wants a code instead of a session in the address.',
    Matches(/^[\w-]{43}$/, { message: 'code_challenge must be a SHA-256 in base64url' }),
  )
  readonly code_challenge?: string | null;
}

const credentialsMissing = 'You must provide either an email or phone number and a password';

interface Login {
  readonly phone?: unknown;
}

/** Whoever sends only a phone number is told that nobody signs in by phone. */
const isEmailOrPhone = rule(
  (email, login) => (isFilled(email) ? email.length <= wordMaxCharacters : isFilled((login as Login).phone)),
  { message: credentialsMissing },
  { type: 'string', pattern: '\\S', maxLength: wordMaxCharacters },
);

/** Spaces are characters of a password like any other. */
const isGiven = MinLength(1, { message: credentialsMissing });

class Credentials extends Call {
  @isGiven
  @Word(credentialsMissing)
  readonly password!: string;

  @isEmailOrPhone
  readonly email!: string;

  @IsOptional()
  @Json('Part of the protocol; nobody signs in by phone.', { type: 'string' })
  readonly phone?: unknown;
}

const emailText = 'Ignored: the email of the call itself counts.';

/** The profile of a new creator. */
export class CreatorSignUpProfile implements CreatorProfilePayload {
  @Like(() => CreatorSignUpForm, 'name')
  readonly name!: string;

  @IsOptional()
  @Json(emailText, { type: 'string' })
  readonly email!: string;

  @Like(() => CreatorSignUpForm, 'phone')
  readonly phone!: string;

  @Like(() => CreatorSignUpForm, 'socialHandle')
  readonly social_handle!: string;

  @Like(() => CreatorSignUpForm, 'paymentMethod')
  readonly payment_method!: PaymentMethod;

  @IsOptional()
  @Like(() => CreatorSignUpForm, 'venmoName')
  readonly venmo_name?: string;

  @IsOptional()
  @Like(() => CreatorSignUpForm, 'paypalEmail')
  readonly paypal_email?: string;

  @IsOptional()
  @Like(() => CreatorSignUpForm, 'bankName')
  readonly bank_name?: string;

  @IsOptional()
  @Like(() => CreatorSignUpForm, 'bankAccount')
  readonly bank_account?: string;

  @IsOptional()
  @Like(() => CreatorSignUpForm, 'bankRouting')
  readonly bank_routing?: string;

  @IsOptional()
  @Like(() => CreatorSignUpForm, 'referralCode')
  readonly referral_code?: string;

  @IsOptional()
  @Like(() => CreatorSignUpForm, 'referralSource', 'How this creator got the code.')
  readonly referral_source?: Arrival;
}

/** The profile of a new brand. */
export class BrandSignUpProfile implements BrandProfilePayload {
  @Like(() => BrandSignUpForm, 'name')
  readonly name!: string;

  @IsOptional()
  @Json(emailText, { type: 'string' })
  readonly email!: string;

  @Like(() => BrandSignUpForm, 'phone')
  readonly phone!: string;

  @Like(() => BrandSignUpForm, 'brandName')
  readonly brand_name!: string;

  @Like(() => BrandSignUpForm, 'brandUrl')
  readonly brand_url!: string;
}

/** Any other field is the client's own metadata. */
export class SignUpData {
  @OneOf(['creator', 'brand'])
  readonly userType!: 'creator' | 'brand';

  @EitherRow(() => [CreatorSignUpProfile, BrandSignUpProfile])
  readonly profile!: CreatorSignUpProfile | BrandSignUpProfile;
}

export class SignUpCall extends Credentials {
  @Like(() => CreatorSignUpForm, 'password')
  @isGiven
  @Word(credentialsMissing)
  override readonly password!: string;

  @Like(() => CreatorSignUpForm, 'email')
  @isEmailOrPhone
  override readonly email!: string;

  @Row(() => SignUpData, undefined, 'data must be a JSON object')
  readonly data!: SignUpData;

  @IsOptional()
  @Json(ignored, { type: 'string' })
  readonly channel?: unknown;
}

export class PasswordGrant extends Credentials {}

export class RefreshGrant extends Call {
  @Filled('refresh_token is missing')
  readonly refresh_token!: string;
}

const codeMissing = 'auth_code and code_verifier must both be given';

export class CodeGrant extends Call {
  @Filled(codeMissing)
  readonly auth_code!: string;

  @Filled(codeMissing)
  readonly code_verifier!: string;
}

const grants = ['password', 'refresh_token', 'pkce'] as const;

export class GrantQuery {
  @OneOf(grants, 'Which of the bodies is sent.', 'grant_type must be password, refresh_token or pkce')
  readonly grant_type!: (typeof grants)[number];
}

const redirectText = 'Where the link finally leads; a longer address, or one of another site, counts as left out.';

/** A link works whatever it says about where it leads. */
export class RedirectQuery {
  @IsOptional()
  @Json(redirectText, { type: 'string', maxLength: 2_000 })
  readonly redirect_to?: unknown;
}

const signOutScopes = ['global', 'local', 'others'] as const;

export class SignOutQuery {
  @IsOptional()
  @OneOf(signOutScopes, 'Which sessions end; `global` if left out.', 'scope must be global, local or others')
  readonly scope: (typeof signOutScopes)[number] = 'global';
}

export class RecoveryCall extends Call {
  static readonly normalizers: Normalizers = { email: typedAddress };

  @field(undefined, IsEmail({}, { message: 'Unable to validate email address: invalid format' }))
  readonly email!: string;
}

export class ResendCall extends RecoveryCall {
  @OneOf(['signup'], undefined, 'type must be signup')
  readonly type!: 'signup';
}

export const linkKinds = ['recovery', 'signup'] as const;
export type LinkKind = (typeof linkKinds)[number];

const tokenMissing = 'token_hash, or token and email, must be given';

const hasToken = rule(
  (_type, call) => {
    const { token_hash, token, email } = call as LinkCall;
    return isFilled(token_hash) || (isFilled(token) && isFilled(email));
  },
  { message: tokenMissing },
);

/** The parameters of a link in an email: `token_hash`, or `token` with the address that it was sent to. */
export class LinkCall extends Call {
  @OneOf(linkKinds, undefined, `type must be ${linkKinds.join(' or ')}`)
  @hasToken
  readonly type!: LinkKind;

  @IsOptional()
  @Word(tokenMissing)
  readonly token_hash?: string | null;

  @IsOptional()
  @Word(tokenMissing)
  readonly token?: string | null;

  @IsOptional()
  @Word(tokenMissing)
  readonly email?: string | null;
}

/** What the address of a mailed link says. Anything else than our own leads to the app, with a refusal. */
export class LinkQuery extends RedirectQuery {
  @Json(undefined, { type: 'string', enum: linkKinds })
  readonly type!: unknown;

  @Json('Works once.', { type: 'string', maxLength: wordMaxCharacters })
  readonly token!: unknown;
}

const mustBeString = '$property must be a string';

export class UserChange extends Call {
  @IfSent()
  @Like(() => CreatorSignUpForm, 'password')
  @Word(mustBeString)
  readonly password?: string;

  @IfSent()
  @Word(mustBeString)
  readonly current_password?: string;

  @IfSent()
  @Word(mustBeString, 'The emailed number that replaces the current password.')
  readonly nonce?: string;

  @IfSent()
  @Json(`${metadataText}; null removes a name.`, metadataSchema)
  readonly data?: unknown;
}

const nameMaxCharacters = 100;
const codeMessage = `$property must be a string of at most ${codeMaxCharacters} characters`;

export class EnrollmentCall extends Call {
  static readonly normalizers: Normalizers = { friendly_name: oneLine };

  @OneOf(factorTypes, undefined, 'factor_type needs to be totp or webauthn')
  readonly factor_type!: FactorType;

  @IsOptional()
  @Nullable()
  @Word(`$property must be a string of at most ${nameMaxCharacters} characters`, undefined, nameMaxCharacters)
  readonly friendly_name?: string | null;

  @IsOptional()
  @Json(ignored, { type: 'string' })
  readonly issuer?: unknown;
}

/** The browser's response for a passkey. What else the client says about the site or the challenge is ignored. */
export class PasskeyAnswer {
  @Json('The browser’s own `PublicKeyCredential`, as JSON. It is verified against the challenge.', { type: 'object' })
  readonly credential_response!: unknown;
}

/** The code that an app shows, or the browser's response for a passkey. */
export class FactorAnswerCall extends Call {
  static readonly normalizers: Normalizers = { challenge_id: oneLine, code: plainCode };

  @Word(codeMessage, undefined, codeMaxCharacters)
  readonly challenge_id!: string;

  @ValidateIf(({ webauthn }: FactorAnswerCall) => webauthn === undefined)
  @Word(codeMessage, undefined, codeMaxCharacters)
  readonly code?: string;

  @IfSent()
  @Row(() => PasskeyAnswer, undefined, 'webauthn must be a JSON object')
  readonly webauthn?: PasskeyAnswer;
}
