import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What an operator sets, read once at start. Secrets are never logged. */
export interface Config {
  readonly production: boolean;
  readonly port: number;
  readonly dataDir: string;
  /** The origin under which browsers reach the product; addresses in mails and redirects are made from it alone. */
  readonly publicUrl: string;
  readonly publicHost: string;
  readonly jwtSecret: string;
  /** 32 bytes: wraps the keys of personal data. */
  readonly masterKey: Buffer;
  readonly adminEmail: string;
  readonly adminPassword: string;
  /** True when the password was made just now or in an earlier development start; where it stands is printed. */
  readonly adminPasswordFile: string | null;
  readonly payments: 'sandbox';
}

/** A value that the product can't start with; the message names the variable and what it takes. */
export class BadConfig extends Error {
  override readonly name = 'BadConfig';
}

type Environment = Readonly<Record<string, string | undefined>>;

const refuse = (variable: string, takes: string): never => {
  throw new BadConfig(`${variable} is wrong or missing: it takes ${takes}.`);
};

const portOf = (env: Environment): number => {
  const text = env['PORT'] ?? '3000';
  const port = Number(text);
  return /^\d+$/.test(text) && port <= 65_535 ? port : refuse('PORT', 'a number from 0 to 65535');
};

const publicUrlOf = (env: Environment, port: number): string => {
  const text = env['PUBLIC_URL'] ?? `http://localhost:${port}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/') {
    return refuse('PUBLIC_URL', 'an http or https origin without a path, such as https://tessera.example');
  }
  return url.origin;
};

const oneOf = <Value extends string>(env: Environment, variable: string, values: readonly Value[], standard: Value) => {
  const value = env[variable] ?? standard;
  return values.find((known) => known === value) ?? refuse(variable, values.map((known) => `'${known}'`).join(' or '));
};

const embeddedOnly = (env: Environment, variable: string, scheme: string) => {
  const value = env[variable] ?? scheme;
  if (value !== scheme) refuse(variable, `'${scheme}' (the embedded engine under DATA_DIR)`);
};

/** In development a secret is made once and kept beside the data; production must bring its own. */
const keptSecret = (dataDir: string, name: string, make: () => string) => {
  const file = join(dataDir, 'secrets', name);
  if (!existsSync(file)) {
    mkdirSync(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 });
    writeFileSync(file, make(), { mode: 0o600 });
  }
  return { file, value: readFileSync(file, 'utf8').trim() };
};

const secretBytes = 32;

export const readConfig = (env: Environment): Config => {
  const production = env['NODE_ENV'] === 'production';
  const port = portOf(env);
  const dataDir = env['DATA_DIR'] ?? '.data';
  if (dataDir.trim() === '') refuse('DATA_DIR', 'the path of a folder that can be written');
  const publicUrl = publicUrlOf(env, port);
  oneOf(env, 'ROLE', ['all'], 'all');
  embeddedOnly(env, 'EVENT_STORE_URL', 'sqlite:');
  embeddedOnly(env, 'READ_STORE_URL', 'sqlite:');
  embeddedOnly(env, 'MEDIA_STORE_URL', 'file:');
  const payments = oneOf(env, 'PAYMENTS', ['sandbox'], 'sandbox');
  if (production && env['ALLOW_SANDBOX_PAYMENTS'] !== 'true') {
    refuse('PAYMENTS', "a real gateway in production ('sandbox' only with ALLOW_SANDBOX_PAYMENTS=true)");
  }

  const secret = (variable: string, takes: string, make: () => string) => {
    const given = env[variable];
    if (given) return { file: null, value: given };
    return production ? refuse(variable, takes) : keptSecret(dataDir, variable.toLowerCase(), make);
  };
  const hex = () => randomBytes(secretBytes).toString('hex');
  const jwtSecret = secret('JWT_SECRET', 'at least 32 random characters', hex).value;
  if (jwtSecret.length < secretBytes) refuse('JWT_SECRET', 'at least 32 random characters');
  const masterKey = Buffer.from(secret('MASTER_KEY', '64 hexadecimal digits', hex).value, 'hex');
  if (masterKey.length !== secretBytes) refuse('MASTER_KEY', '64 hexadecimal digits');
  const adminEmail = env['ADMIN_EMAIL'] ?? (production ? refuse('ADMIN_EMAIL', 'an email address') : 'admin@localhost');
  const adminPassword = secret('ADMIN_PASSWORD', 'at least 12 characters', () => randomBytes(12).toString('base64url'));
  if (adminPassword.value.length < 12) refuse('ADMIN_PASSWORD', 'at least 12 characters');

  return {
    production,
    port,
    dataDir,
    publicUrl,
    publicHost: env['PUBLIC_HOST'] ?? '',
    jwtSecret,
    masterKey,
    adminEmail,
    adminPassword: adminPassword.value,
    adminPasswordFile: adminPassword.file,
    payments,
  };
};
