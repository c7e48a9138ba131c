import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import type { KernelConfig } from './kernel/config.ts';
import { rules } from './setting-rules.ts';
import { aboutOf, settings } from './settings.ts';
import type { SettingName, Settings } from './settings.ts';

export interface S3Bucket {
  readonly engine: 's3';
  readonly bucket: string;
  readonly region: string;
  /** Of a store that is not Amazon's. */
  readonly endpoint: string | null;
  /** From the address; null leaves them to the environment, as Amazon's own tools read them. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
  /** Whether originals are downloaded from the store itself, by addresses that are signed for each download. */
  readonly presignsOriginals: boolean;
}

export interface StripeAccount {
  readonly engine: 'stripe';
  readonly secretKey: string;
  /** With which Stripe signs what it sends to the webhook. */
  readonly webhookSecret: string;
  /** The origin of what stands in for Stripe's API in tests; null for Stripe's own. */
  readonly apiHost: string | null;
}

/** A value that the product can't start with; the message names the variable and what it takes, never the value. */
export class BadConfig extends Error {
  override readonly name = 'BadConfig';
}

type Environment = Readonly<Record<string, string | undefined>>;

const refuse = (name: SettingName, takes = aboutOf(name).takes): never => {
  throw new BadConfig(`${name} is wrong or missing: it takes ${takes.replaceAll('`', "'")}.`);
};

const fileOf = (name: SettingName) => `${name}_FILE`;

/** A secret from the file that `NAME_FILE` names, as containers bring it: without the line break at its end. */
const secretIn = (name: SettingName, file: string, beside: string | undefined): string => {
  const takes = `the path of a file that can be read and holds ${name}, which is not set beside it`;
  try {
    if (!beside) return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch {
    // Said below: neither why nor what it holds.
  }
  throw new BadConfig(`${fileOf(name)} is wrong: it takes ${takes}.`);
};

const withSecretFiles = (env: Environment): Environment => {
  const secrets = (Object.keys(settings.entries) as SettingName[]).filter((name) => aboutOf(name).isSecret);
  const fromFiles = secrets.flatMap((name) => {
    const file = env[fileOf(name)];
    return file ? [[name, secretIn(name, file, env[name])] as const] : [];
  });
  return { ...env, ...Object.fromEntries(fromFiles) };
};

const settingsOf = (env: Environment): Settings => {
  const read = v.safeParse(settings, env, { abortEarly: true });
  if (!read.success) return refuse(read.issues[0].path?.[0].key as SettingName);
  const broken = rules.find(({ holds }) => !holds(read.output));
  return broken ? refuse(broken.setting, broken.takes) : read.output;
};

/** What a development machine need not bring: made once, and kept beside the data. */
const makers = {
  JWT_SECRET: () => randomBytes(32).toString('hex'),
  MASTER_KEY: () => randomBytes(32).toString('hex'),
  ADMIN_PASSWORD: () => randomBytes(12).toString('base64url'),
} as const;

const secretFileOf = (dataDir: string, name: string) => join(dataDir, 'secrets', name.toLowerCase());

const keptSecret = (dataDir: string, name: keyof typeof makers, made: string) => {
  const file = secretFileOf(dataDir, name);
  if (!existsSync(file)) {
    if (name === 'MASTER_KEY' && existsSync(join(dataDir, 'vault.db'))) {
      refuse(name, `the key that the data in ${dataDir} were written with`);
    }
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, made, { mode: 0o600 });
  }
  return readFileSync(file, 'utf8').trim();
};

const developmentSettings = (env: Environment): Settings => {
  const names = (Object.keys(makers) as (keyof typeof makers)[]).filter((name) => !env[name]);
  const secretsBy = (valueOf: (name: keyof typeof makers) => string) =>
    Object.fromEntries(names.map((name) => [name, valueOf(name)]));
  const given = { ...env, ADMIN_EMAIL: env['ADMIN_EMAIL'] || 'admin@localhost' };
  // Nothing is kept for settings that are refused.
  const { DATA_DIR } = settingsOf({ ...given, ...secretsBy((name) => makers[name]()) });
  return settingsOf({ ...given, ...secretsBy((name) => keptSecret(DATA_DIR, name, makers[name]())) });
};

const bucketOf = (text: string, presignsOriginals: boolean): S3Bucket => {
  const url = new URL(text);
  const endpoint = url.searchParams.get('endpoint');
  const credentials = url.username
    ? { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) }
    : null;
  const region = url.searchParams.get('region') ?? 'us-east-1';
  return { engine: 's3', bucket: url.hostname, region, endpoint, credentials, presignsOriginals };
};

/** Without `from`, emails come from this origin's own host. */
const mailOf = (url: string | null, publicUrl: string) => {
  if (url === null) return 'development mailbox' as const;
  const from = new URL(url).searchParams.get('from') ?? `no-reply@${new URL(publicUrl).hostname}`;
  return { engine: 'smtp', url, from } as const;
};

const paymentsOf = (all: Settings): 'sandbox' | StripeAccount => {
  const { PAYMENTS, STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = all;
  if (PAYMENTS === 'sandbox' || secretKey === null || webhookSecret === null) return 'sandbox';
  return { engine: 'stripe', secretKey, webhookSecret, apiHost: all.STRIPE_API_HOST };
};

const megabyte = 1024 * 1024;
/** What the service itself may grow to, and one process that decodes; measured, see ADR 0016. */
const serviceMegabytes = 420;
const pictureMegabytes = 560;

/** As many as the memory of this machine, or of its container, has room for; more than two would only wait for processors. */
const picturesByMemory = () => {
  const megabytes = Math.min(totalmem(), process.constrainedMemory() || Infinity) / megabyte;
  return Math.min(2, Math.max(1, Math.floor((megabytes - serviceMegabytes) / pictureMegabytes)));
};

const configOf = (all: Settings) => {
  const publicUrl = all.PUBLIC_URL ?? `http://localhost:${all.PORT}`;
  const { EVENT_STORE_URL: events, READ_STORE_URL: views, MEDIA_STORE_URL: media } = all;
  const { AUTOMATION_URL: url, AUTOMATION_TOKEN: token } = all;
  return {
    production: all.NODE_ENV === 'production',
    port: all.PORT,
    dataDir: all.DATA_DIR,
    /** The origin under which browsers reach the product; addresses in mails and redirects are made from it alone. */
    publicUrl,
    publicHost: all.PUBLIC_HOST,
    jwtSecret: all.JWT_SECRET,
    otherJwtSecrets: all.JWT_SECRET_OTHERS,
    masterKey: all.MASTER_KEY,
    otherMasterKeys: all.MASTER_KEY_OTHERS,
    /** A file beside the backups, which outlives the data: whom to forget again after a restore. */
    forgottenList: all.FORGOTTEN_LIST,
    adminEmail: all.ADMIN_EMAIL,
    adminPassword: all.ADMIN_PASSWORD,
    payments: paymentsOf(all),
    payouts: all.PAYOUTS,
    /** Lines: who sells, as invoices name it. */
    invoiceSeller: all.INVOICE_SELLER,
    mail: mailOf(all.MAIL_URL, publicUrl),
    requireEmailConfirmation: all.REQUIRE_EMAIL_CONFIRMATION,
    /** The operator's automation service; null without one. */
    automation: url && token ? { url, token } : null,
    role: all.ROLE,
    eventStore: events === null ? 'embedded' : { engine: 'eventstoredb' as const, url: events },
    appendMaxBytes: all.APPEND_MAX_BYTES,
    readStore: views === null ? 'embedded' : { engine: 'mongodb' as const, url: views },
    mediaStore: media === null ? 'embedded' : bucketOf(media, all.MEDIA_PRESIGNED_ORIGINALS),
    /** Where a CDN serves the previews of the bucket, without a slash at its end; null for this service itself. */
    mediaCdnUrl: all.MEDIA_CDN_URL?.replace(/[/]+$/, '') ?? null,
    /** What makes the pictures and short films of videos: its path, or its name in PATH, where it may be missing. */
    ffmpeg: all.FFMPEG ?? 'ffmpeg',
    /** How many pictures are decoded at the same time, each in a process of up to 560 MB. */
    picturesAtOnce: all.PICTURES_AT_ONCE ?? picturesByMemory(),
    /** Edits and uploads that an account may make in a minute, each; of orders a fifth. */
    writesPerMinute: all.WRITES_PER_MINUTE,
    /** What one creator may have in the media store, in items or not. */
    mediaQuota: { files: all.MEDIA_QUOTA_FILES, bytes: all.MEDIA_QUOTA_MB * megabyte },
    /** Free space on the disk of the embedded media store, in bytes, that uploads leave to everything else. */
    mediaFreeSpaceFloor: all.MEDIA_FREE_SPACE_FLOOR_MB * megabyte,
    /** What several nodes share at once: live messages and counts of attempts. Null for a node that stands alone. */
    redisUrl: all.REDIS_URL,
    /** Addresses and networks (CIDR) of proxies that are believed about whom they hand on. */
    trustedProxies: all.TRUST_PROXY,
    /** Whether pages under /dev answer other machines than this one. */
    openDeveloperPages: all.OPEN_DEVELOPER_PAGES,
    /** With which other machines may read /metrics; null: none may. */
    metricsToken: all.METRICS_TOKEN,
    leaseMs: all.LEASE_SECONDS * 1_000,
    /** Between the request to stop and the end of new connections; nobody sends requests to a node that folds. */
    drainMs: all.ROLE === 'projector' ? 0 : all.DRAIN_SECONDS * 1_000,
    logLevel: all.LOG_LEVEL,
    sendsTraces: all.OTEL_EXPORTER_OTLP_ENDPOINT !== null,
  } as const;
};

/** What an operator sets, read once at start. Secrets are never logged. */
export type Config = KernelConfig &
  ReturnType<typeof configOf> & {
    /** Where a password that was made by the product stands, which is printed; null for one that was set. */
    readonly adminPasswordFile: string | null;
  };

/**
 * Reads the settings, secrets from files where `NAME_FILE` names one, and on a development machine makes and keeps the
 * secrets that are left out.
 * @throws BadConfig for the first that is wrong or missing
 */
export const readConfig = (environment: Environment): Config => {
  const env = withSecretFiles(environment);
  const all = env['NODE_ENV'] === 'production' ? settingsOf(env) : developmentSettings(env);
  const adminPasswordFile = env['ADMIN_PASSWORD'] ? null : secretFileOf(all.DATA_DIR, 'ADMIN_PASSWORD');
  return { ...configOf(all), adminPasswordFile };
};
