import { plainCode } from '@tessera/domain/accounts/access/second-factor-forms';
import { isFields } from '@tessera/domain/kernel/fields';
import type { Fields } from '@tessera/domain/kernel/fields';
import { oneLine } from '@tessera/domain/kernel/text';
import { isEmail } from 'class-validator';
import { badInput, credentialsMissing, factorKindUnknown, invalidEmail, noPhones } from './auth-refused.ts';
import { linkKinds } from '../links/email-links.ts';

/** Fields that the protocol's client may also send, which are not used here. */
const alwaysAllowed = ['gotrue_meta_security', 'code_challenge', 'code_challenge_method'];

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const fieldsOf = (body: unknown, known: readonly string[]): Fields => {
  const fields = body ?? {};
  if (!isFields(fields)) throw badInput('Please send a JSON object');
  const unknown = Object.keys(fields).find((field) => !known.includes(field) && !alwaysAllowed.includes(field));
  if (unknown !== undefined) throw badInput(`Unknown field: ${unknown.slice(0, 40)}`);
  return fields;
};

/** The challenge of a client that wants a code; null for a client that reads the session from the URL. */
const challengeIn = ({ code_challenge, code_challenge_method }: Fields): string | null => {
  if (code_challenge === undefined || code_challenge === null) return null;
  const isSha256 = typeof code_challenge_method === 'string' && code_challenge_method.toLowerCase() === 's256';
  if (!isSha256) throw badInput('code_challenge_method must be s256');
  if (typeof code_challenge !== 'string' || !/^[\w-]{43}$/.test(code_challenge)) {
    throw badInput('code_challenge must be a SHA-256 in base64url');
  }
  return code_challenge;
};

const emailIn = ({ email }: Fields): string => {
  if (!isText(email) || !isEmail(email.trim())) throw invalidEmail();
  return email;
};

const credentialsIn = ({ email, phone, password }: Fields) => {
  if (!isText(password) || (!isText(email) && !isText(phone))) throw credentialsMissing();
  if (!isText(email)) throw noPhones();
  return { email, password };
};

/** The fields of `CreatorProfilePayload` and `BrandProfilePayload`. */
const profileFields = [
  ...['name', 'email', 'phone', 'brand_name', 'brand_url', 'social_handle', 'payment_method', 'venmo_name'],
  ...['paypal_email', 'bank_name', 'bank_account', 'bank_routing', 'referral_code', 'referral_source'],
];

/** @throws AuthRefused, like all `read…` functions here */
export const readSignUp = (body: unknown) => {
  const fields = fieldsOf(body, ['email', 'phone', 'password', 'data', 'channel']);
  const credentials = credentialsIn(fields);
  const { data = {} } = fields;
  if (!isFields(data)) throw badInput('data must be a JSON object');
  const { userType, profile, ...metadata } = data;
  const codeChallenge = challengeIn(fields);
  return { ...credentials, userType, profile: fieldsOf(profile, profileFields), metadata, codeChallenge };
};

export const readPasswordGrant = (body: unknown) => credentialsIn(fieldsOf(body, ['email', 'phone', 'password']));

export const readRefreshGrant = (body: unknown): string => {
  const { refresh_token } = fieldsOf(body, ['refresh_token']);
  if (!isText(refresh_token)) throw badInput('refresh_token is missing');
  return refresh_token;
};

export const readCodeGrant = (body: unknown) => {
  const { auth_code: code, code_verifier: verifier } = fieldsOf(body, ['auth_code', 'code_verifier']);
  if (!isText(code) || !isText(verifier)) throw badInput('auth_code and code_verifier must both be given');
  return { code, verifier };
};

export const readRecovery = (body: unknown) => {
  const fields = fieldsOf(body, ['email']);
  return { email: emailIn(fields), codeChallenge: challengeIn(fields) };
};

export const readResend = (body: unknown) => {
  const fields = fieldsOf(body, ['type', 'email']);
  if (fields['type'] !== 'signup') throw badInput('type must be signup');
  return { email: emailIn(fields), codeChallenge: challengeIn(fields) };
};

/** Undefined for kinds of links that we don't send. */
export const linkKindOf = (type: unknown) => linkKinds.find((kind) => kind === type);

/** The token of a mailed link, either alone or with the address that the link was mailed to. */
export const readLink = (body: unknown) => {
  const { type, token, token_hash, email } = fieldsOf(body, ['type', 'token', 'token_hash', 'email']);
  const kind = linkKindOf(type);
  if (!kind) throw badInput(`type must be ${linkKinds.join(' or ')}`);
  if (isText(token_hash)) return { kind, token: token_hash };
  if (!isText(token) || !isText(email)) throw badInput('token_hash, or token and email, must be given');
  return { kind, token, email };
};

/** A new password or the client's own metadata; the client can change neither the role nor the email address. */
export const readUserChange = (body: unknown) => {
  const fields = fieldsOf(body, ['password', 'current_password', 'nonce', 'data']);
  const { password, current_password: current, nonce, data: metadata } = fields;
  if (password === undefined && metadata === undefined) throw badInput('password or data must be given');
  for (const [name, text] of Object.entries({ password, current_password: current, nonce })) {
    if (text !== undefined && typeof text !== 'string') throw badInput(`${name} must be a string`);
  }
  const proof = { current, nonce } as { readonly current?: string; readonly nonce?: string };
  return { password: password as string | undefined, proof, metadata };
};

const factorKinds = ['totp', 'webauthn'] as const;
const nameMaxCharacters = 100;
const codeMaxCharacters = 40;

const textIn = (value: unknown, field: string, maxCharacters: number): string => {
  if (typeof value !== 'string' || value.length > maxCharacters) {
    throw badInput(`${field} must be a string of at most ${maxCharacters} characters`);
  }
  return oneLine(value);
};

/** The kind and name of a new factor; the client's `issuer` is ignored. */
export const readEnrollment = (body: unknown) => {
  const { factor_type, friendly_name = '' } = fieldsOf(body, ['factor_type', 'friendly_name', 'issuer']);
  const kind = factorKinds.find((known) => known === factor_type);
  if (!kind) throw factorKindUnknown();
  return { kind, name: textIn(friendly_name ?? '', 'friendly_name', nameMaxCharacters) };
};

/**
 * An app's code, or the browser's answer for a passkey. That answer is verified against our challenge; what else the
 * client says about the site or the kind of challenge is ignored.
 */
export const readFactorAnswer = (body: unknown) => {
  const { challenge_id, code, webauthn } = fieldsOf(body, ['challenge_id', 'code', 'webauthn']);
  const challengeId = textIn(challenge_id, 'challenge_id', codeMaxCharacters);
  if (webauthn === undefined)
    return { challengeId, given: { code: plainCode(textIn(code, 'code', codeMaxCharacters)) } };
  if (!isFields(webauthn)) throw badInput('webauthn must be a JSON object');
  return { challengeId, given: { credential: webauthn['credential_response'] } };
};

const signOutScopes = ['global', 'local', 'others'] as const;

export const readSignOutScope = (scope: unknown) => {
  const known = signOutScopes.find((each) => each === (scope ?? 'global'));
  if (!known) throw badInput('scope must be global, local or others');
  return known;
};
