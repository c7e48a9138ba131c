import { badInput, credentialsMissing, noPhones } from './auth-refused.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What the protocol's client sends beside the fields that are read here. */
const alwaysAllowed = ['gotrue_meta_security', 'code_challenge', 'code_challenge_method'];

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const fieldsOf = (body: unknown, known: readonly string[]): Fields => {
  const fields = body ?? {};
  if (!isFields(fields)) throw badInput('Please send a JSON object');
  const unknown = Object.keys(fields).find((field) => !known.includes(field) && !alwaysAllowed.includes(field));
  if (unknown !== undefined) throw badInput(`Unknown field: ${unknown.slice(0, 40)}`);
  return fields;
};

const credentialsIn = ({ email, phone, password }: Fields) => {
  if (!isText(password) || (!isText(email) && !isText(phone))) throw credentialsMissing();
  if (!isText(email)) throw noPhones();
  return { email, password };
};

/** @throws AuthRefused, as do the others. */
export const readSignUp = (body: unknown) => {
  const fields = fieldsOf(body, ['email', 'phone', 'password', 'data', 'channel']);
  const credentials = credentialsIn(fields);
  const data = isFields(fields['data']) ? fields['data'] : {};
  const profile = isFields(data['profile']) ? data['profile'] : {};
  return { ...credentials, userType: data['userType'], profile };
};

export const readPasswordGrant = (body: unknown) => credentialsIn(fieldsOf(body, ['email', 'phone', 'password']));

export const readRefreshGrant = (body: unknown): string => {
  const { refresh_token } = fieldsOf(body, ['refresh_token']);
  if (!isText(refresh_token)) throw badInput('refresh_token is missing');
  return refresh_token;
};

/** The password alone can be changed: the role and the address are not the client's to say. */
export const readNewPassword = (body: unknown): string => {
  const { password } = fieldsOf(body, ['password']);
  if (typeof password !== 'string') throw badInput('password is missing');
  return password;
};

const signOutScopes = ['global', 'local', 'others'] as const;

export const readSignOutScope = (scope: unknown) => {
  const known = signOutScopes.find((each) => each === (scope ?? 'global'));
  if (!known) throw badInput('scope must be global, local or others');
  return known;
};
