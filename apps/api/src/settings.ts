import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import * as v from 'valibot';
import { standardAppendMaxBytes } from './kernel/log/append-size.ts';

/** What an operator reads about a setting: in the table of docs/operations.md, and where its value is refused. */
interface About {
  /** Follows 'it takes'. */
  readonly takes: string;
  /** What stands where it is left out, and where it can't be. */
  readonly standard: string;
  /** Stands in no file that is shared, and in no message. */
  readonly isSecret: boolean;
}

type Text = v.GenericSchema<string, unknown>;
type Given = v.GenericSchema<string | undefined, unknown>;

const setting = <Schema extends Given>(takes: string, standard: string, schema: Schema) =>
  v.pipe(schema, v.metadata({ takes, standard, isSecret: false } satisfies About));
const secret = <Schema extends Given>(takes: string, standard: string, schema: Schema) =>
  v.pipe(schema, v.metadata({ takes, standard, isSecret: true } satisfies About));

const emptyOr = <Schema extends v.GenericSchema<string | null, unknown>>(schema: Schema, empty = '') =>
  v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => (text === empty ? null : text || null)),
    schema,
  );
/** Null where it is left out or empty. */
const orNull = <Schema extends Text>(schema: Schema) => emptyOr(v.nullable(schema));

const listOf = <Schema extends Text>(each: Schema) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => text.split(',').flatMap((part) => part.trim() || [])),
    v.array(each),
  );

const eitherOf = new Intl.ListFormat('en', { type: 'disjunction' });
const oneOf = <const Values extends readonly string[]>(about: string, values: Values, standard: Values[number]) =>
  setting(
    `${eitherOf.format(values.map((value) => `\`${value}\``))}${about}`,
    `\`${standard}\``,
    v.optional(v.picklist(values), standard),
  );
const flag = (about: string) =>
  v.pipe(
    oneOf(`: ${about}`, ['true', 'false'], 'false'),
    v.transform((text) => text === 'true'),
  );

const numberMax = 1_000_000_000;
const wholeNumber = (about: string, standard: number, min: number) =>
  setting(
    `a whole number of at least ${min}: ${about}`,
    String(standard),
    v.pipe(
      v.optional(v.string(), ''),
      v.transform((text) => Number(text || standard)),
      v.integer(),
      v.minValue(min),
      v.maxValue(numberMax),
    ),
  );

const matching = (pattern: RegExp) => v.pipe(v.string(), v.regex(pattern));
export const address = (pattern: RegExp) => v.pipe(v.string(), v.url(), v.regex(pattern));

/** The address of an outside engine, which may name several hosts and then is no URL; null for the embedded one. */
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

const kept = 'made and kept under `DATA_DIR`; required in production';
export const onlyWhenAllowed = 'only with `ALLOW_SANDBOX_PAYMENTS=true`';

/** All that an operator can set, by the names of the environment's variables. `npm run settings` writes their table. */
export const settings = v.object({
  NODE_ENV: setting('`production` or anything else', 'development', v.optional(v.string(), '')),
  ROLE: oneOf('; the last two need all outside engines', ['all', 'api', 'projector'], 'all'),
  PORT: setting(
    'a port from 0 to 65535',
    '3000',
    v.pipe(v.optional(v.string(), '3000'), v.regex(/^\d+$/), v.transform(Number), v.maxValue(65_535)),
  ),
  DATA_DIR: setting(
    'the path of a folder that can be written; with several nodes one that all of them see',
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
  PUBLIC_HOST: setting('the production host’s name', 'none', v.optional(v.string(), '')),
  JWT_SECRET: secret('at least 32 random characters, the same on all nodes', kept, jwtSecret),
  MASTER_KEY: secret('64 hexadecimal digits, the same on all nodes', kept, masterKey),
  JWT_SECRET_OTHERS: secret(
    'secrets of at least 32 characters, with commas between: believed beside `JWT_SECRET` while it is changed',
    'none',
    listOf(jwtSecret),
  ),
  MASTER_KEY_OTHERS: secret(
    'keys of 64 hexadecimal digits, with commas between: opened beside `MASTER_KEY` while it is changed',
    'none',
    listOf(masterKey),
  ),
  FORGOTTEN_LIST: setting(
    'a file beside the backups: ids of forgotten accounts',
    'none: `DATA_DIR/forgotten.txt` alone',
    orNull(v.string()),
  ),
  ADMIN_EMAIL: setting(
    'an email address, which signs in at `/admin`',
    '`admin@localhost`; required in production',
    v.pipe(v.string(), v.nonEmpty()),
  ),
  ADMIN_PASSWORD: secret('at least 12 characters', kept, v.pipe(v.string(), v.minLength(12))),
  EVENT_STORE_URL: engine('sqlite:', /^esdb(\+discover)?:\/\/\S+$/, 'esdb://one:2113,two:2113?tls=false'),
  READ_STORE_URL: engine('sqlite:', /^mongodb(\+srv)?:\/\/\S+$/, 'mongodb://host:27017/tessera?replicaSet=rs0'),
  REDIS_URL: secret(
    'an address such as `redis://host:6379` or `rediss://…`',
    'none: a node that stands alone',
    orNull(matching(/^rediss?:\/\/\S+$/)),
  ),
  MEDIA_STORE_URL: engine(
    'file:',
    /^s3:\/\/[^/?\s]+(\?\S+)?$/,
    's3://KEY:SECRET@bucket?endpoint=https://host&region=eu-central-1',
  ),
  MEDIA_CDN_URL: setting(
    'the http or https address at which a CDN serves the folder `previews` of the bucket, such as `https://cdn.example`',
    'none: the nodes serve previews',
    orNull(address(/^https?:[/][/][^?#\s]+$/)),
  ),
  MEDIA_PRESIGNED_ORIGINALS: flag('originals are downloaded from the bucket itself, which browsers must reach'),
  FFMPEG: setting(
    'the path of an ffmpeg (of `all` and `projector` nodes)',
    'the one in `PATH`; in the image',
    orNull(
      v.pipe(
        v.string(),
        v.check((path) => existsSync(path)),
        v.transform((path) => resolve(path)),
      ),
    ),
  ),
  PICTURES_AT_ONCE: setting(
    'a whole number from 1 to 8: pictures decoded at the same time, up to 560 MB each',
    'by memory: 1 in 1 GiB, else 2',
    orNull(v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1), v.maxValue(8))),
  ),
  WRITES_PER_MINUTE: wholeNumber('edits and uploads that one account may make, each; of orders a fifth', 300, 1),
  MEDIA_QUOTA_FILES: wholeNumber('files that one creator may have stored, in items or not', 5_000, 1),
  MEDIA_QUOTA_MB: wholeNumber('megabytes that these files may have', 50_000, 1),
  MEDIA_FREE_SPACE_FLOOR_MB: wholeNumber(
    'free megabytes that uploads leave on the disks of `DATA_DIR` and of embedded media',
    1_000,
    0,
  ),
  APPEND_MAX_BYTES: wholeNumber(
    'bytes that an append may have; EventStoreDB must take at least as many',
    standardAppendMaxBytes,
    65_536,
  ),
  LEASE_SECONDS: setting(
    'seconds, from 1 to 60: a projector that is silent for this long loses its views; under 20, also in an election of MongoDB',
    '20',
    v.pipe(v.optional(v.string(), '20'), v.transform(Number), v.minValue(1), v.maxValue(60)),
  ),
  DRAIN_SECONDS: setting(
    'seconds, from 0 to 60: a node that is asked to stop says so for this long, and still answers, before it closes',
    '0',
    v.pipe(v.optional(v.string(), '0'), v.transform(Number), v.minValue(0), v.maxValue(60)),
  ),
  MAIL_URL: secret(
    'the address of a mail server, such as `smtp://USER:PASSWORD@host:587?from=no-reply@tessera.example` or `smtps://…`',
    'the page `/dev/mailbox`; required in production',
    orNull(mailServer),
  ),
  REQUIRE_EMAIL_CONFIRMATION: flag('an account opens only after the link in an email was followed'),
  PAYMENTS: oneOf('', ['sandbox', 'stripe'], 'sandbox'),
  STRIPE_SECRET_KEY: secret(
    `Stripe’s secret or restricted key, \`sk_live_…\` or \`rk_live_…\` (in production a test key ${onlyWhenAllowed})`,
    'required by `stripe`',
    orNull(v.string()),
  ),
  STRIPE_WEBHOOK_SECRET: secret(
    'the signing secret of the webhook at `/api/webhooks/stripe`, `whsec_…`',
    'required by `stripe`',
    orNull(v.string()),
  ),
  STRIPE_API_HOST: setting(
    `an http or https origin that stands in for Stripe in tests (in production ${onlyWhenAllowed})`,
    'Stripe’s own',
    orNull(v.string()),
  ),
  PAYOUTS: oneOf(
    ': how payouts reach creators, by files that an admin takes to the bank or by a stand-in for one',
    ['manual', 'sandbox'],
    'manual',
  ),
  ALLOW_SANDBOX_PAYMENTS: setting(
    '`true`: production may run on the sandboxes, or on Stripe’s test keys',
    'not allowed in production',
    v.pipe(
      v.optional(v.string(), ''),
      v.transform((text) => text === 'true'),
    ),
  ),
  INVOICE_SELLER: setting(
    'who sells, as invoices name it: lines with `;` between, such as `Tessera Inc.; 1 Main Street; Springfield; Tax number 12-3456789`',
    '`Tessera`',
    v.pipe(
      v.optional(v.string(), ''),
      v.transform((text) => (text || 'Tessera').split(';').flatMap((line) => line.trim() || [])),
      v.minLength(1),
    ),
  ),
  AUTOMATION_URL: setting(
    'the http or https address of the automation service that an admin may connect, together with `AUTOMATION_TOKEN`',
    'none',
    orNull(address(/^https?:[/][/]\S+$/)),
  ),
  AUTOMATION_TOKEN: secret('the API token of the service at `AUTOMATION_URL`', 'none', orNull(v.string())),
  TRUST_PROXY: setting(
    'addresses or networks with commas between, such as `10.0.0.7,172.30.86.0/24`',
    'none: every connection counts as its own address',
    listOf(network),
  ),
  OPEN_DEVELOPER_PAGES: flag('pages under `/dev` (the caught mails!) answer other machines too'),
  METRICS_TOKEN: secret(
    'at least 16 characters without spaces: other machines read `/metrics` with `Authorization: Bearer …`',
    'none: this machine alone',
    orNull(matching(/^\S{16,}$/)),
  ),
  LOG_LEVEL: oneOf('', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'warn'),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    'the collector of traces, such as `http://collector:4318`',
    'none: no traces',
    orNull(address(/^https?:/i)),
  ),
});

export type SettingName = keyof typeof settings.entries;
export type Settings = Readonly<v.InferOutput<typeof settings>>;

export const aboutOf = (name: SettingName) => v.getMetadata(settings.entries[name]) as unknown as About;
