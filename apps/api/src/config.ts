import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { totalmem } from 'node:os';
import { join, resolve } from 'node:path';

/** What an operator sets, read once at start. Secrets are never logged. */
export interface Config {
  readonly production: boolean;
  readonly port: number;
  readonly dataDir: string;
  /** The origin under which browsers reach the product; addresses in mails and redirects are made from it alone. */
  readonly publicUrl: string;
  readonly publicHost: string;
  readonly jwtSecret: string;
  /** Believed, and sign nothing: the one of before, or the one to come. */
  readonly otherJwtSecrets: readonly string[];
  /** 32 bytes: wraps the keys of personal data and of tokens. */
  readonly masterKey: Buffer;
  /** Open what they wrapped, and wrap nothing: the one of before, or the one to come. */
  readonly otherMasterKeys: readonly Buffer[];
  /** A file beside the backups, which outlives the data: whom to forget again after a restore. */
  readonly forgottenList: string | null;
  readonly adminEmail: string;
  readonly adminPassword: string;
  /** True when the password was made just now or in an earlier development start; where it stands is printed. */
  readonly adminPasswordFile: string | null;
  readonly payments: 'sandbox' | StripeAccount;
  readonly mail: 'development mailbox' | { readonly engine: 'smtp'; readonly url: string; readonly from: string };
  /** Whether an account opens only after the link in a mail was followed. */
  readonly requireEmailConfirmation: boolean;
  /** The operator's automation service; null without one. */
  readonly automation: { readonly url: string; readonly token: string } | null;
  /** `api` answers browsers, `projector` folds views and runs workflows, `all` does both. */
  readonly role: 'all' | 'api' | 'projector';
  readonly eventStore: 'embedded' | { readonly engine: 'eventstoredb'; readonly url: string };
  /** Of views and vault. */
  readonly readStore: 'embedded' | { readonly engine: 'mongodb'; readonly url: string };
  readonly mediaStore: 'embedded' | S3Bucket;
  /** What makes the pictures and short films of videos: its path, or its name in PATH, where it may be missing. */
  readonly ffmpeg: string;
  /** How many pictures are decoded at the same time, each in a process of up to 560 MB. */
  readonly picturesAtOnce: number;
  /** Edits and uploads that an account may make in a minute, each; of orders a fifth. */
  readonly writesPerMinute: number;
  /** What one creator may have in the media store, in items or not. */
  readonly mediaQuota: { readonly files: number; readonly bytes: number };
  /** Free space on the disk of the embedded media store, in bytes, that uploads leave to everything else. */
  readonly mediaFreeSpaceFloor: number;
  /** What several nodes share at once: live messages and counts of attempts. Null for a node that stands alone. */
  readonly redisUrl: string | null;
  /** Addresses and networks (CIDR) of proxies that are believed about whom they hand on. */
  readonly trustedProxies: readonly string[];
  /** Whether pages under /dev answer other machines than this one. */
  readonly openDeveloperPages: boolean;
  /** With which other machines may read /metrics; null: none may. */
  readonly metricsToken: string | null;
  /** A process that gives no sign of life for so long loses what it does for all. */
  readonly leaseMs: number;
}

export interface S3Bucket {
  readonly engine: 's3';
  readonly bucket: string;
  readonly region: string;
  /** Of a store that is not Amazon's. */
  readonly endpoint: string | null;
  /** From the address; null leaves them to the environment, as Amazon's own tools read them. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

export interface StripeAccount {
  readonly engine: 'stripe';
  readonly secretKey: string;
  /** With which Stripe signs what it sends to the webhook. */
  readonly webhookSecret: string;
  /** The origin of what stands in for Stripe's API in tests; null for Stripe's own. */
  readonly apiHost: string | null;
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

const secondsOf = (env: Environment, variable: string, standard: number, min: number, max: number): number => {
  const seconds = Number(env[variable] ?? standard);
  return seconds >= min && seconds <= max ? seconds : refuse(variable, `seconds, from ${min} to ${max}`);
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

interface EngineSetting {
  readonly variable: string;
  /** Null where there is no embedded engine, and none is needed. */
  readonly embedded: string | null;
  /** Several hosts may stand in one address, so that it need not be a URL. */
  readonly pattern: RegExp;
  readonly example: string;
}

const engines = {
  events: {
    variable: 'EVENT_STORE_URL',
    embedded: 'sqlite:',
    pattern: /^esdb(\+discover)?:\/\/\S+$/,
    example: 'esdb://host:2113?tls=false',
  },
  views: {
    variable: 'READ_STORE_URL',
    embedded: 'sqlite:',
    pattern: /^mongodb(\+srv)?:\/\/\S+$/,
    example: 'mongodb://host:27017/tessera?replicaSet=rs0',
  },
  media: {
    variable: 'MEDIA_STORE_URL',
    embedded: 'file:',
    pattern: /^s3:\/\/[^/?\s]+(\?\S+)?$/,
    example: 's3://KEY:SECRET@bucket?endpoint=https://host&region=eu-central-1',
  },
  mail: {
    variable: 'MAIL_URL',
    embedded: null,
    pattern: /^smtps?:\/\/([^/?@\s]+@)?[^/?@\s]+\/?(\?from=\S+)?$/,
    example: 'smtp://USER:PASSWORD@host:587?from=no-reply@tessera.example',
  },
  redis: { variable: 'REDIS_URL', embedded: null, pattern: /^rediss?:\/\/\S+$/, example: 'redis://host:6379' },
} as const satisfies Record<string, EngineSetting>;

/** The address of an outside engine; null where none is set. */
const addressOf = (env: Environment, { variable, embedded, pattern, example }: EngineSetting): string | null => {
  const text = env[variable] || embedded;
  if (text === embedded) return null;
  if (text && pattern.test(text)) return text;
  const standard = embedded === null ? '' : `'${embedded}' (the embedded engine under DATA_DIR) or `;
  return refuse(variable, `${standard}an address such as ${example}`);
};

const bucketOf = (text: string): S3Bucket => {
  const url = new URL(text);
  const endpoint = url.searchParams.get('endpoint');
  const credentials = url.username
    ? { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) }
    : null;
  const region = url.searchParams.get('region') ?? 'us-east-1';
  return { engine: 's3', bucket: url.hostname, region, endpoint, credentials };
};

const automationOf = (env: Environment): Config['automation'] => {
  const { AUTOMATION_URL: url, AUTOMATION_TOKEN: token } = env;
  if (!url && !token) return null;
  if (!url || !/^https?:[/][/]\S+$/.test(url) || !URL.canParse(url)) {
    return refuse(
      'AUTOMATION_URL',
      'the http or https address of the automation service, together with AUTOMATION_TOKEN',
    );
  }
  return token ? { url, token } : refuse('AUTOMATION_TOKEN', 'the API token of the service at AUTOMATION_URL');
};

/** Without `from`, mails come from this origin's own host. */
const mailOf = (env: Environment, production: boolean, publicUrl: string): Config['mail'] => {
  const text = addressOf(env, engines.mail);
  if (text === null) {
    return production
      ? refuse('MAIL_URL', `the address of a mail server, such as ${engines.mail.example}`)
      : 'development mailbox';
  }
  if (!URL.canParse(text)) return refuse('MAIL_URL', `an address such as ${engines.mail.example}`);
  const from = new URL(text).searchParams.get('from') ?? `no-reply@${new URL(publicUrl).hostname}`;
  return /^[^\s@<>]+@[^\s@<>]+$/.test(from)
    ? { engine: 'smtp', url: text, from }
    : refuse('MAIL_URL', 'one email address after ?from=');
};

const notLive = 'only with ALLOW_SANDBOX_PAYMENTS=true';

/** @param moneyless whether nobody has to pay real money here */
const stripeOf = (env: Environment, publicUrl: string, moneyless: boolean): StripeAccount => {
  const { STRIPE_SECRET_KEY: secretKey = '', STRIPE_WEBHOOK_SECRET: webhookSecret = '' } = env;
  const [, mode] = /^[rs]k_(test|live)_\w+$/.exec(secretKey) ?? [];
  if (!mode || (mode === 'test' && !moneyless)) {
    refuse(
      'STRIPE_SECRET_KEY',
      `Stripe’s secret or restricted key, sk_live_… or rk_live_… (in production a test key ${notLive})`,
    );
  }
  if (!/^whsec_\S+$/.test(webhookSecret)) {
    refuse('STRIPE_WEBHOOK_SECRET', 'the signing secret of the webhook at /api/webhooks/stripe, whsec_…');
  }
  if (mode === 'live' && !publicUrl.startsWith('https:'))
    refuse('PUBLIC_URL', 'an https origin with a live key of Stripe');
  const apiHost = env['STRIPE_API_HOST'] || null;
  if (apiHost !== null && (!moneyless || !/^https?:[/][/][\w.:-]+$/.test(apiHost) || !URL.canParse(apiHost))) {
    refuse('STRIPE_API_HOST', `nothing, or an origin that stands in for Stripe in tests, in production ${notLive}`);
  }
  return { engine: 'stripe', secretKey, webhookSecret, apiHost };
};

const paymentsOf = (env: Environment, production: boolean, publicUrl: string): Config['payments'] => {
  const moneyless = !production || env['ALLOW_SANDBOX_PAYMENTS'] === 'true';
  if (oneOf(env, 'PAYMENTS', ['sandbox', 'stripe'], 'sandbox') === 'stripe') return stripeOf(env, publicUrl, moneyless);
  return moneyless ? 'sandbox' : refuse('PAYMENTS', `a real gateway in production, 'stripe' ('sandbox' ${notLive})`);
};

const ffmpegOf = (env: Environment): string => {
  const program = env['FFMPEG'];
  if (!program) return 'ffmpeg';
  return existsSync(program)
    ? resolve(program)
    : refuse('FFMPEG', 'the path of an ffmpeg; without it, the one in PATH is used');
};

const megabyte = 1024 * 1024;
/** What the service itself may grow to, and one process that decodes; measured, see ADR 0016. */
const serviceMegabytes = 420;
const pictureMegabytes = 560;

/** As many as the memory of this machine, or of its container, has room for; more than two would only wait for processors. */
const picturesAtOnceOf = (env: Environment): number => {
  const megabytes = Math.min(totalmem(), process.constrainedMemory() || Infinity) / megabyte;
  const room = Math.floor((megabytes - serviceMegabytes) / pictureMegabytes);
  const count = Number(env['PICTURES_AT_ONCE'] || Math.min(2, Math.max(1, room)));
  return Number.isInteger(count) && count >= 1 && count <= 8
    ? count
    : refuse('PICTURES_AT_ONCE', 'a whole number from 1 to 8');
};

const wholeNumberOf = (env: Environment, variable: string, standard: number, min: number, unit: string): number => {
  const number = Number(env[variable] || standard);
  return Number.isInteger(number) && number >= min && number <= 1_000_000_000
    ? number
    : refuse(variable, `a whole number of ${unit}, from ${min} on`);
};

const roleOf = (env: Environment, shared: boolean): Config['role'] => {
  const role = oneOf(env, 'ROLE', ['all', 'api', 'projector'], 'all');
  if (role !== 'all' && !shared) {
    refuse('ROLE', "'all' on the embedded engines; the others need EVENT_STORE_URL, READ_STORE_URL and REDIS_URL");
  }
  return role;
};

/** In development a secret is made once and kept beside the data; production must bring its own. */
const keptSecret = (dataDir: string, name: string, make: () => string) => {
  const file = join(dataDir, 'secrets', name);
  if (!existsSync(file)) {
    if (name === 'master_key' && existsSync(join(dataDir, 'vault.db'))) {
      refuse('MASTER_KEY', `the key that the data in ${dataDir} were written with`);
    }
    mkdirSync(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 });
    writeFileSync(file, make(), { mode: 0o600 });
  }
  return { file, value: readFileSync(file, 'utf8').trim() };
};

const secretBytes = 32;

const listOf = (env: Environment, variable: string) =>
  (env[variable] ?? '').split(',').flatMap((each) => each.trim() || []);

const masterKeyOf = (variable: string, text: string): Buffer =>
  /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : refuse(variable, '64 hexadecimal digits');

const tokenMinCharacters = 16;

const prefixMaxOf = (address: string) => ({ 4: 32, 6: 128 })[isIP(address)] ?? -1;

const trustedProxiesOf = (env: Environment): readonly string[] => {
  const proxies = listOf(env, 'TRUST_PROXY');
  for (const proxy of proxies) {
    const [, address = '', prefix = '0'] = /^([^/]+)(?:[/](\d{1,3}))?$/.exec(proxy) ?? [];
    if (Number(prefix) <= prefixMaxOf(address)) continue;
    refuse('TRUST_PROXY', 'addresses or networks with commas between, such as 10.0.0.7, 172.30.86.0/24');
  }
  return proxies;
};

const metricsTokenOf = (env: Environment): string | null => {
  const token = env['METRICS_TOKEN'];
  if (!token) return null;
  return token.length >= tokenMinCharacters && /^\S+$/.test(token)
    ? token
    : refuse('METRICS_TOKEN', `at least ${tokenMinCharacters} characters without spaces`);
};

export const readConfig = (env: Environment): Config => {
  const production = env['NODE_ENV'] === 'production';
  const port = portOf(env);
  const dataDir = env['DATA_DIR'] ?? '.data';
  if (dataDir.trim() === '') refuse('DATA_DIR', 'the path of a folder that can be written');
  const publicUrl = publicUrlOf(env, port);
  const eventsUrl = addressOf(env, engines.events);
  const viewsUrl = addressOf(env, engines.views);
  const media = addressOf(env, engines.media);
  const redisUrl = addressOf(env, engines.redis);
  const role = roleOf(env, eventsUrl !== null && viewsUrl !== null && redisUrl !== null);

  const secret = (variable: string, takes: string, make: () => string) => {
    const given = env[variable];
    if (given) return { file: null, value: given };
    return production ? refuse(variable, takes) : keptSecret(dataDir, variable.toLowerCase(), make);
  };
  const hex = () => randomBytes(secretBytes).toString('hex');
  const jwtSecret = secret('JWT_SECRET', 'at least 32 random characters', hex).value;
  if (jwtSecret.length < secretBytes) refuse('JWT_SECRET', 'at least 32 random characters');
  const otherJwtSecrets = listOf(env, 'JWT_SECRET_OTHERS');
  if (otherJwtSecrets.some((other) => other.length < secretBytes)) {
    refuse('JWT_SECRET_OTHERS', 'secrets of at least 32 characters, with commas between');
  }
  const masterKey = masterKeyOf('MASTER_KEY', secret('MASTER_KEY', '64 hexadecimal digits', hex).value);
  const otherMasterKeys = listOf(env, 'MASTER_KEY_OTHERS').map((text) => masterKeyOf('MASTER_KEY_OTHERS', text));
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
    otherJwtSecrets,
    masterKey,
    otherMasterKeys,
    forgottenList: env['FORGOTTEN_LIST'] || null,
    adminEmail,
    adminPassword: adminPassword.value,
    adminPasswordFile: adminPassword.file,
    payments: paymentsOf(env, production, publicUrl),
    mail: mailOf(env, production, publicUrl),
    requireEmailConfirmation: oneOf(env, 'REQUIRE_EMAIL_CONFIRMATION', ['true', 'false'], 'false') === 'true',
    automation: automationOf(env),
    role,
    eventStore: eventsUrl === null ? 'embedded' : { engine: 'eventstoredb', url: eventsUrl },
    readStore: viewsUrl === null ? 'embedded' : { engine: 'mongodb', url: viewsUrl },
    mediaStore: media === null ? 'embedded' : bucketOf(media),
    ffmpeg: ffmpegOf(env),
    picturesAtOnce: picturesAtOnceOf(env),
    writesPerMinute: wholeNumberOf(env, 'WRITES_PER_MINUTE', 300, 1, 'writes'),
    mediaQuota: {
      files: wholeNumberOf(env, 'MEDIA_QUOTA_FILES', 5_000, 1, 'files a creator'),
      bytes: wholeNumberOf(env, 'MEDIA_QUOTA_MB', 50_000, 1, 'megabytes a creator') * megabyte,
    },
    mediaFreeSpaceFloor: wholeNumberOf(env, 'MEDIA_FREE_SPACE_FLOOR_MB', 1_000, 0, 'megabytes') * megabyte,
    redisUrl,
    trustedProxies: trustedProxiesOf(env),
    openDeveloperPages: oneOf(env, 'OPEN_DEVELOPER_PAGES', ['true', 'false'], 'false') === 'true',
    metricsToken: metricsTokenOf(env),
    leaseMs: secondsOf(env, 'LEASE_SECONDS', 5, 1, 60) * 1_000,
  };
};
