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
  /** The store's address, unless it is Amazon's. */
  readonly endpoint: string | null;
  /** From the bucket's address; null if the AWS SDK should find them in its environment. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
  /** Whether originals are downloaded straight from the store, through an address signed for each download. */
  readonly presignsOriginals: boolean;
}

export interface StripeAccount {
  readonly engine: 'stripe';
  readonly secretKey: string;
  /** Stripe signs what it sends to the webhook with this. */
  readonly webhookSecret: string;
  /** The origin of a fake Stripe API in tests; null for the real one. */
  readonly apiHost: string | null;
}

/** A setting that the product can't start with. The message names the variable and what is expected, never the value. */
export class BadConfig extends Error {
  override readonly name = 'BadConfig';
}

type Environment = Readonly<Record<string, string | undefined>>;

const refuse = (name: SettingName, expected = aboutOf(name).expected): never => {
  throw new BadConfig(`${name} is invalid or missing. Expected: ${expected.replaceAll('`', "'")}.`);
};

const fileVariable = (name: SettingName) => `${name}_FILE`;

/** Reads a secret from the file that `NAME_FILE` names, as containers provide it, without its final line break. */
const secretIn = (name: SettingName, file: string, valueInEnv: string | undefined): string => {
  try {
    if (!valueInEnv) return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch {
    // Refused below, without the reason: it could reveal what the file contains.
  }
  const expected = `the path of a readable file that contains ${name}, while ${name} itself is not set`;
  throw new BadConfig(`${fileVariable(name)} is invalid. Expected: ${expected}.`);
};

const withSecretFiles = (env: Environment): Environment => {
  const secrets = (Object.keys(settings.entries) as SettingName[]).filter((name) => aboutOf(name).isSecret);
  const fromFiles = secrets.flatMap((name) => {
    const file = env[fileVariable(name)];
    return file ? [[name, secretIn(name, file, env[name])] as const] : [];
  });
  return { ...env, ...Object.fromEntries(fromFiles) };
};

const settingsOf = (env: Environment): Settings => {
  const read = v.safeParse(settings, env, { abortEarly: true });
  if (!read.success) return refuse(read.issues[0].path?.[0].key as SettingName);
  const broken = rules.find(({ isMet }) => !isMet(read.output));
  return broken ? refuse(broken.setting, broken.expected) : read.output;
};

/** Secrets that a development machine may leave out: generated once, and kept with the data. */
const generators = {
  JWT_SECRET: () => randomBytes(32).toString('hex'),
  MASTER_KEY: () => randomBytes(32).toString('hex'),
  ADMIN_PASSWORD: () => randomBytes(12).toString('base64url'),
} as const;

const secretFileOf = (dataDir: string, name: string) => join(dataDir, 'secrets', name.toLowerCase());

const keptSecret = (dataDir: string, name: keyof typeof generators, generated: string) => {
  const file = secretFileOf(dataDir, name);
  if (!existsSync(file)) {
    if (name === 'MASTER_KEY' && existsSync(join(dataDir, 'vault.db'))) {
      refuse(name, `the key that the data in ${dataDir} was written with`);
    }
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, generated, { mode: 0o600 });
  }
  return readFileSync(file, 'utf8').trim();
};

const developmentSettings = (env: Environment): Settings => {
  const names = (Object.keys(generators) as (keyof typeof generators)[]).filter((name) => !env[name]);
  const secretsBy = (valueOf: (name: keyof typeof generators) => string) =>
    Object.fromEntries(names.map((name) => [name, valueOf(name)]));
  const given = { ...env, ADMIN_EMAIL: env['ADMIN_EMAIL'] || 'admin@localhost' };
  // Validated with throwaway secrets first, so that refused settings leave no files behind.
  const { DATA_DIR } = settingsOf({ ...given, ...secretsBy((name) => generators[name]()) });
  return settingsOf({ ...given, ...secretsBy((name) => keptSecret(DATA_DIR, name, generators[name]())) });
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

/** Without `from`, the sender is at the host of `publicUrl`; people may reply to it. */
const mailOf = (url: string | null, publicUrl: string) => {
  if (url === null) return 'development mailbox' as const;
  const from = new URL(url).searchParams.get('from') ?? `support@${new URL(publicUrl).hostname}`;
  return { engine: 'smtp', url, from } as const;
};

const paymentsOf = (all: Settings): 'sandbox' | StripeAccount => {
  const { PAYMENTS, STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = all;
  if (PAYMENTS === 'sandbox' || secretKey === null || webhookSecret === null) return 'sandbox';
  return { engine: 'stripe', secretKey, webhookSecret, apiHost: all.STRIPE_API_HOST };
};

const megabyte = 1024 * 1024;
/** The memory that the service may grow to, and that of one decoding process; measured, see ADR 0016. */
const serviceMegabytes = 420;
const pictureMegabytes = 560;

/** As many as fit in the memory of this machine or its container, but at most two: more would only wait for processors. */
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
    /** The origin at which browsers reach the product; links in mails and redirects are built only from it. */
    publicUrl,
    publicHost: all.PUBLIC_HOST,
    jwtSecret: all.JWT_SECRET,
    otherJwtSecrets: all.JWT_SECRET_OTHERS,
    masterKey: all.MASTER_KEY,
    otherMasterKeys: all.MASTER_KEY_OTHERS,
    /** A file that outlives the data, kept with the backups: it tells whom to forget again after a restore. */
    forgottenList: all.FORGOTTEN_LIST,
    adminEmail: all.ADMIN_EMAIL,
    adminPassword: all.ADMIN_PASSWORD,
    payments: paymentsOf(all),
    payouts: all.PAYOUTS,
    /** The days on which payout runs are prepared; none if an admin does it. */
    payoutRunDays: all.PAYOUT_RUN_DAYS,
    /** The seller as named on invoices, line by line. */
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
    /** The address at which a CDN serves the bucket's previews, without a trailing slash; null if this service does. */
    mediaCdnUrl: all.MEDIA_CDN_URL?.replace(/[/]+$/, '') ?? null,
    /** The path of the program that makes the posters and clips of videos, or its name in PATH, where it may be missing. */
    ffmpeg: all.FFMPEG ?? 'ffmpeg',
    /** How many pictures are decoded at the same time, each in a process of up to 560 MB. */
    picturesAtOnce: all.PICTURES_AT_ONCE ?? picturesByMemory(),
    /** How many edits, and how many uploads, an account may make in a minute; a fifth as many orders. */
    writesPerMinute: all.WRITES_PER_MINUTE,
    /** How many searches, and how many suggestions, a network address may ask for in a minute. */
    searchesPerMinute: all.SEARCHES_PER_MINUTE,
    /** How much one creator may have in the media store, whether in items or not. */
    mediaQuota: { files: all.MEDIA_QUOTA_FILES, bytes: all.MEDIA_QUOTA_MB * megabyte },
    /** How much space uploads leave free on the disk of the embedded media store, in bytes. */
    mediaFreeSpaceFloor: all.MEDIA_FREE_SPACE_FLOOR_MB * megabyte,
    /** Shares live messages and counts of attempts between nodes; null for a single node. */
    redisUrl: all.REDIS_URL,
    /** Addresses and networks (CIDR) of the proxies whose `X-Forwarded-For` is trusted. */
    trustedProxies: all.TRUST_PROXY,
    /** Whether pages under /dev are open to other machines. */
    openDeveloperPages: all.OPEN_DEVELOPER_PAGES,
    /** The token with which other machines may read /metrics; null if none may. */
    metricsToken: all.METRICS_TOKEN,
    leaseMs: all.LEASE_SECONDS * 1_000,
    /** The time between a stop signal and refusing new connections. A projector needs none: nobody sends it requests. */
    drainMs: all.ROLE === 'projector' ? 0 : all.DRAIN_SECONDS * 1_000,
    logLevel: all.LOG_LEVEL,
    sendsTraces: all.OTEL_EXPORTER_OTLP_ENDPOINT !== null,
  } as const;
};

/** The operator's settings, read once at the start. Secrets are never logged. */
export type Config = KernelConfig &
  ReturnType<typeof configOf> & {
    /** The file with the generated admin password, for the start to print; null if the password was set. */
    readonly adminPasswordFile: string | null;
  };

/**
 * Reads the settings. A secret may come from the file that `NAME_FILE` names; on a development machine, missing secrets
 * are generated and kept.
 * @throws BadConfig for the first setting that is invalid or missing
 */
export const readConfig = (environment: Environment): Config => {
  const env = withSecretFiles(environment);
  const all = env['NODE_ENV'] === 'production' ? settingsOf(env) : developmentSettings(env);
  const adminPasswordFile = env['ADMIN_PASSWORD'] ? null : secretFileOf(all.DATA_DIR, 'ADMIN_PASSWORD');
  return { ...configOf(all), adminPasswordFile };
};
