import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { daysBetweenRunsMax, longestGap, weekdays } from '@tessera/domain/payouts/promise/schedule';
import * as v from 'valibot';
import { standardAppendMaxBytes } from './kernel/log/append-size.ts';

/** What operators read about a setting: in the table of docs/operations.md, and when a value is refused. */
interface About {
  /** A noun phrase: follows 'Expected:' in a refusal. */
  readonly expected: string;
  /** The value if the setting is left out, and where it is required. */
  readonly default: string;
  /** Never part of a shared file or of a message. */
  readonly isSecret: boolean;
}

type Text = v.GenericSchema<string, unknown>;
type Given = v.GenericSchema<string | undefined, unknown>;

const setting = <Schema extends Given>(expected: string, fallback: string, schema: Schema) =>
  v.pipe(schema, v.metadata({ expected, default: fallback, isSecret: false } satisfies About));
const secret = <Schema extends Given>(expected: string, fallback: string, schema: Schema) =>
  v.pipe(schema, v.metadata({ expected, default: fallback, isSecret: true } satisfies About));

const emptyOr = <Schema extends v.GenericSchema<string | null, unknown>>(schema: Schema, empty = '') =>
  v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => (text === empty ? null : text || null)),
    schema,
  );
/** Null if the setting is left out or empty. */
const orNull = <Schema extends Text>(schema: Schema) => emptyOr(v.nullable(schema));

const listOf = <Schema extends Text>(each: Schema) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => text.split(',').flatMap((part) => part.trim() || [])),
    v.array(each),
  );

const eitherOf = new Intl.ListFormat('en', { type: 'disjunction' });
const oneOf = <const Values extends readonly string[]>(about: string, values: Values, fallback: Values[number]) =>
  setting(
    `${eitherOf.format(values.map((value) => `\`${value}\``))}${about}`,
    `\`${fallback}\``,
    v.optional(v.picklist(values), fallback),
  );
const flag = (about: string) =>
  v.pipe(
    oneOf(`: ${about}`, ['true', 'false'], 'false'),
    v.transform((text) => text === 'true'),
  );

const numberMax = 1_000_000_000;
const wholeNumber = (about: string, fallback: number, min: number) =>
  setting(
    `a whole number of at least ${min}: ${about}`,
    String(fallback),
    v.pipe(
      v.optional(v.string(), ''),
      v.transform((text) => Number(text || fallback)),
      v.integer(),
      v.minValue(min),
      v.maxValue(numberMax),
    ),
  );

const seconds = (about: string, fallback: number, min: number) =>
  setting(
    `seconds, from ${min} to 60: ${about}`,
    String(fallback),
    v.pipe(v.optional(v.string(), String(fallback)), v.transform(Number), v.minValue(min), v.maxValue(60)),
  );

const matching = (pattern: RegExp) => v.pipe(v.string(), v.regex(pattern));
export const address = (pattern: RegExp) => v.pipe(v.string(), v.url(), v.regex(pattern));

/** The address of an outside engine, or null for the embedded one. It may name several hosts, so it isn't always a URL. */
const engine = (embedded: string, pattern: RegExp, example: string) =>
  secret(
    `\`${embedded}\` (the embedded engine under \`DATA_DIR\`) or an address such as \`${example}\``,
    `\`${embedded}\``,
    emptyOr(v.nullable(matching(pattern)), embedded),
  );

const jwtSecret = v.pipe(v.string(), v.minLength(32));
const masterKey = v.pipe(
  matching(/^[0-9a-f]{64}$/i),
  v.transform((text) => Buffer.from(text, 'hex')),
);

const bitsMaxOf = (ip: string) => ({ 4: 32, 6: 128 })[isIP(ip)] ?? -1;
const network = v.pipe(
  v.string(),
  v.check((text) => {
    const [, ip = '', bits = '0'] = /^([^/]+)(?:[/](\d{1,3}))?$/.exec(text) ?? [];
    return Number(bits) <= bitsMaxOf(ip);
  }),
);

const mailServer = v.pipe(
  address(/^smtps?:\/\/([^/?@\s]+@)?[^/?@\s]+\/?(\?from=\S+)?$/),
  v.check((text) => {
    const from = new URL(text).searchParams.get('from');
    return from === null || /^[^\s@<>]+@[^\s@<>]+$/.test(from);
  }),
);

const generated = 'generated and kept under `DATA_DIR`; required in production';
export const onlyWhenAllowed = 'only with `ALLOW_SANDBOX_PAYMENTS=true`';

/** Everything that an operator can set, by environment variable. `npm run settings` writes the table of them. */
export const settings = v.object({
  NODE_ENV: setting('`production` or anything else', 'development', v.optional(v.string(), '')),
  ROLE: oneOf(
    '; the last two need `EVENT_STORE_URL`, `READ_STORE_URL` and `REDIS_URL`',
    ['all', 'api', 'projector'],
    'all',
  ),
  PORT: setting(
    'a port from 0 to 65535',
    '3000',
    v.pipe(v.optional(v.string(), '3000'), v.regex(/^\d+$/), v.transform(Number), v.maxValue(65_535)),
  ),
  DATA_DIR: setting(
    'the path of a writable folder, which all nodes share',
    '`.data`; in the image `/data`',
    v.pipe(v.optional(v.string(), '.data'), v.regex(/\S/)),
  ),
  PUBLIC_URL: setting(
    'the http or https origin that browsers use, without a path, such as `https://tessera.example`',
    '`http://localhost:PORT`',
    v.optional(
      v.pipe(
        address(/^https?:/i),
        v.check((text) => new URL(text).pathname === '/'),
        v.transform((text) => new URL(text).origin),
      ),
    ),
  ),
  PUBLIC_HOST: setting('the host name of the production service', 'none', v.optional(v.string(), '')),
  JWT_SECRET: secret('at least 32 random characters, the same on all nodes', generated, jwtSecret),
  MASTER_KEY: secret('64 hexadecimal digits, the same on all nodes', generated, masterKey),
  JWT_SECRET_OTHERS: secret(
    'secrets of at least 32 characters, separated by commas: also accepted while `JWT_SECRET` is being changed',
    'none',
    listOf(jwtSecret),
  ),
  MASTER_KEY_OTHERS: secret(
    'keys of 64 hexadecimal digits, separated by commas: also accepted while `MASTER_KEY` is being changed',
    'none',
    listOf(masterKey),
  ),
  FORGOTTEN_LIST: setting(
    'the path of a file, kept with the backups, for the ids of forgotten accounts',
    'none: only `DATA_DIR/forgotten.txt`',
    orNull(v.string()),
  ),
  ADMIN_EMAIL: setting(
    'the email address that signs in at `/admin`',
    '`admin@localhost`; required in production',
    v.pipe(v.string(), v.nonEmpty()),
  ),
  ADMIN_PASSWORD: secret('at least 12 characters', generated, v.pipe(v.string(), v.minLength(12))),
  EVENT_STORE_URL: engine('sqlite:', /^esdb(\+discover)?:\/\/\S+$/, 'esdb://one:2113,two:2113?tls=false'),
  READ_STORE_URL: engine('sqlite:', /^mongodb(\+srv)?:\/\/\S+$/, 'mongodb://host:27017/tessera?replicaSet=rs0'),
  REDIS_URL: secret(
    'an address such as `redis://host:6379` or `rediss://…`',
    'none: a single node',
    orNull(matching(/^rediss?:\/\/\S+$/)),
  ),
  MEDIA_STORE_URL: engine(
    'file:',
    /^s3:\/\/[^/?\s]+(\?\S+)?$/,
    's3://KEY:SECRET@bucket?endpoint=https://host&region=eu-central-1',
  ),
  MEDIA_CDN_URL: setting(
    'the http or https address at which a CDN serves the bucket’s folder `previews`, such as `https://cdn.example`',
    'none: the nodes serve previews',
    orNull(address(/^https?:[/][/][^?#\s]+$/)),
  ),
  MEDIA_PRESIGNED_ORIGINALS: flag(
    'whether originals are downloaded straight from the bucket, which browsers must be able to reach',
  ),
  FFMPEG: setting(
    'the path of ffmpeg (on `all` and `projector` nodes)',
    'the one in `PATH`; the image includes it',
    orNull(
      v.pipe(
        v.string(),
        v.check((path) => existsSync(path)),
        v.transform((path) => resolve(path)),
      ),
    ),
  ),
  PICTURES_AT_ONCE: setting(
    'a whole number from 1 to 8: how many pictures are decoded at the same time, at up to 560 MB each',
    'by memory: 1 in 1 GiB, otherwise 2',
    orNull(v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1), v.maxValue(8))),
  ),
  WRITES_PER_MINUTE: wholeNumber(
    'how many edits, and how many uploads, one account may make in a minute; a fifth as many orders',
    300,
    1,
  ),
  SEARCHES_PER_MINUTE: wholeNumber(
    'how many searches, and how many suggestions while typing, one network address may ask for in a minute',
    600,
    1,
  ),
  MEDIA_QUOTA_FILES: wholeNumber('how many files one creator may store, whether in items or not', 5_000, 1),
  MEDIA_QUOTA_MB: wholeNumber('how many megabytes these files may take up', 50_000, 1),
  MEDIA_FREE_SPACE_FLOOR_MB: wholeNumber(
    'how many megabytes uploads leave free on the disks of `DATA_DIR` and of embedded media',
    1_000,
    0,
  ),
  APPEND_MAX_BYTES: wholeNumber(
    'how many bytes an append may have; EventStoreDB must accept at least as many',
    standardAppendMaxBytes,
    65_536,
  ),
  LEASE_SECONDS: seconds(
    'a projector that is silent for this long loses its views; below 20, a MongoDB election is enough for that',
    20,
    1,
  ),
  DRAIN_SECONDS: seconds(
    'how long a node that was asked to stop announces that, and still answers, before it closes',
    0,
    0,
  ),
  MAIL_URL: secret(
    'the address of a mail server, such as `smtp://USER:PASSWORD@host:587?from=support@tessera.example` or `smtps://…`',
    'the page `/dev/mailbox`; required in production',
    orNull(mailServer),
  ),
  REQUIRE_EMAIL_CONFIRMATION: flag('whether an account opens only once its owner has followed the link in an email'),
  PAYMENTS: oneOf('', ['sandbox', 'stripe'], 'sandbox'),
  STRIPE_SECRET_KEY: secret(
    `Stripe’s secret or restricted key, \`sk_live_…\` or \`rk_live_…\` (in production, a test key ${onlyWhenAllowed})`,
    'required for `stripe`',
    orNull(v.string()),
  ),
  STRIPE_WEBHOOK_SECRET: secret(
    'the signing secret of the webhook at `/api/webhooks/stripe`, `whsec_…`',
    'required for `stripe`',
    orNull(v.string()),
  ),
  STRIPE_API_HOST: setting(
    `an http or https origin that stands in for Stripe in tests (in production, ${onlyWhenAllowed})`,
    'Stripe’s own',
    orNull(v.string()),
  ),
  PAYOUTS: oneOf(
    ': how payouts reach creators, through files that an admin takes to the bank or through a simulated bank',
    ['manual', 'sandbox'],
    'manual',
  ),
  PAYOUT_RUN_DAYS: setting(
    `the days on which payout runs are prepared, at 9:00 AM UTC, at most ${daysBetweenRunsMax} days apart; or \`none\`: an admin prepares them that often`,
    '`mon,thu`',
    v.pipe(
      v.optional(v.string(), 'mon,thu'),
      v.transform((text) => (text === 'none' ? '' : text || 'mon,thu').split(',').flatMap((day) => day.trim() || [])),
      v.array(v.picklist(weekdays)),
      v.check((days) => longestGap(days) <= daysBetweenRunsMax),
    ),
  ),
  ALLOW_SANDBOX_PAYMENTS: setting(
    '`true`: production may use the sandboxes, or Stripe’s test keys',
    'not allowed in production',
    v.pipe(
      v.optional(v.string(), ''),
      v.transform((text) => text === 'true'),
    ),
  ),
  INVOICE_SELLER: setting(
    'the seller as named on invoices, in lines separated by `;`, such as `Tessera Inc.; 1 Main Street; Springfield; Tax number 12-3456789`',
    '`Tessera`',
    v.pipe(
      v.optional(v.string(), ''),
      v.transform((text) => (text || 'Tessera').split(';').flatMap((line) => line.trim() || [])),
      v.minLength(1),
    ),
  ),
  AUTOMATION_URL: setting(
    'the http or https address of the automation service that an admin may connect; also set `AUTOMATION_TOKEN`',
    'none',
    orNull(address(/^https?:[/][/]\S+$/)),
  ),
  AUTOMATION_TOKEN: secret('the API token of the service at `AUTOMATION_URL`', 'none', orNull(v.string())),
  TRUST_PROXY: setting(
    'addresses or networks separated by commas, such as `10.0.0.7,172.30.86.0/24`',
    'none: only the address of the connection counts',
    listOf(network),
  ),
  OPEN_DEVELOPER_PAGES: flag('whether pages under `/dev` (with all captured emails!) are open to other machines'),
  METRICS_TOKEN: secret(
    'at least 16 characters without spaces, with which other machines may read `/metrics` (`Authorization: Bearer …`)',
    'none: only this machine may',
    orNull(matching(/^\S{16,}$/)),
  ),
  LOG_LEVEL: oneOf('', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'warn'),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    'the address of a trace collector, such as `http://collector:4318`',
    'none: no traces',
    orNull(address(/^https?:/i)),
  ),
});

export type SettingName = keyof typeof settings.entries;
export type Settings = Readonly<v.InferOutput<typeof settings>>;

export const aboutOf = (name: SettingName) => v.getMetadata(settings.entries[name]) as unknown as About;
