import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from './config.ts';
import { aboutOf, settings } from './settings.ts';
import type { SettingName } from './settings.ts';

const names = Object.keys(settings.entries) as SettingName[];

describe('the configuration', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'tessera-config-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  const production = () => ({
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    PUBLIC_URL: 'https://tessera.example',
    JWT_SECRET: 'a'.repeat(32),
    MASTER_KEY: 'ab'.repeat(32),
    ADMIN_EMAIL: 'ops@tessera.example',
    ADMIN_PASSWORD: 'long enough to keep',
    ALLOW_SANDBOX_PAYMENTS: 'true',
    MAIL_URL: 'smtp://mail.example:2525',
  });

  it('needs no settings in development, and keeps the secrets it generates', () => {
    const first = readConfig({ DATA_DIR: dataDir });
    expect(first).toMatchObject({ port: 3000, publicUrl: 'http://localhost:3000', production: false });
    expect(first.masterKey).toHaveLength(32);
    const second = readConfig({ DATA_DIR: dataDir });
    expect(second.jwtSecret).toBe(first.jwtSecret);
    expect(second.masterKey.equals(first.masterKey)).toBe(true);
  });

  it('accepts a CDN address, with or without a trailing slash, and presigned originals, with a bucket', () => {
    const bucket = { ...production(), MEDIA_STORE_URL: 's3://key:secret@bucket' };
    expect(readConfig(bucket)).toMatchObject({ mediaCdnUrl: null, mediaStore: { presignsOriginals: false } });
    const set = { ...bucket, MEDIA_CDN_URL: 'https://cdn.example/previews/', MEDIA_PRESIGNED_ORIGINALS: 'true' };
    expect(readConfig(set)).toMatchObject({
      mediaCdnUrl: 'https://cdn.example/previews',
      mediaStore: { presignsOriginals: true },
    });
  });

  it('reads a secret from the file that its variable names, without the final line break', () => {
    const file = join(dataDir, 'secret');
    for (const end of ['', '\n', '\r\n']) {
      writeFileSync(file, `${'b'.repeat(40)}${end}`);
      const { JWT_SECRET: _secret, ...others } = production();
      expect(readConfig({ ...others, JWT_SECRET: '', JWT_SECRET_FILE: file }).jwtSecret).toBe('b'.repeat(40));
    }
    writeFileSync(file, 'redis://:word@redis:6379\n');
    expect(readConfig({ ...production(), REDIS_URL_FILE: file }).redisUrl).toBe('redis://:word@redis:6379');
  });

  it('refuses a secret that is set twice, or whose file is unreadable or holds something else, and reveals no secret', () => {
    const file = join(dataDir, 'secret');
    writeFileSync(file, 'too short');
    const { JWT_SECRET: _secret, ...others } = production();
    const wrong = /^JWT_SECRET_FILE is invalid. Expected: the path of a readable file that contains JWT_SECRET, .*\.$/;
    expect(() => readConfig({ ...production(), JWT_SECRET_FILE: file })).toThrow(wrong);
    expect(() => readConfig({ ...others, JWT_SECRET_FILE: join(dataDir, 'none') })).toThrow(wrong);
    const readShort = () => readConfig({ ...others, JWT_SECRET_FILE: file });
    expect(readShort).toThrow(/^JWT_SECRET is invalid or missing. Expected: [^\n]+\.$/);
    expect(readShort).not.toThrow(/too short/);
  });

  it('[ADM-14] takes the admin from the settings, or generates a password and says which file has it', () => {
    const made = readConfig({ DATA_DIR: dataDir });
    expect(readFileSync(made.adminPasswordFile ?? '', 'utf8')).toBe(made.adminPassword);
    expect(made.adminPassword.length).toBeGreaterThanOrEqual(12);
    expect(readConfig(production())).toMatchObject({ adminEmail: 'ops@tessera.example', adminPasswordFile: null });
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['TRUST_PROXY', 'everybody'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['METRICS_TOKEN', 'short'],
    ['PUBLIC_URL', 'tessera.example'],
    ['PUBLIC_URL', 'https://tessera.example/shop'],
    ['DATA_DIR', ' '],
    ['MASTER_KEY', 'abc'],
    ['JWT_SECRET', 'short'],
    ['ADMIN_PASSWORD', 'short'],
    ['PAYMENTS', 'cash'],
    ['ROLE', 'king'],
    ['LEASE_SECONDS', '0'],
    ['DRAIN_SECONDS', '61'],
    ['DRAIN_SECONDS', 'soon'],
    ['PICTURES_AT_ONCE', '0'],
    ['PICTURES_AT_ONCE', 'two'],
    ['WRITES_PER_MINUTE', '0'],
    ['WRITES_PER_MINUTE', 'many'],
    ['SEARCHES_PER_MINUTE', '0'],
    ['MEDIA_QUOTA_FILES', '0'],
    ['MEDIA_QUOTA_MB', '1.5'],
    ['MEDIA_FREE_SPACE_FLOOR_MB', '-1'],
    ['EVENT_STORE_URL', 'mysql://'],
    ['READ_STORE_URL', 'postgres://host/tessera'],
    ['MEDIA_STORE_URL', 's3://bucket/folder'],
    ['MEDIA_CDN_URL', 'cdn.example'],
    ['MEDIA_CDN_URL', 'https://cdn.example'],
    ['MEDIA_PRESIGNED_ORIGINALS', 'true'],
    ['REDIS_URL', 'localhost:6379'],
    ['MAIL_URL', 'mail.example:25'],
    ['MAIL_URL', 'https://mail.example'],
    ['MAIL_URL', 'smtp://mail.example:port'],
    ['MAIL_URL', 'smtp://mail.example?from=somebody'],
    ['REQUIRE_EMAIL_CONFIRMATION', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector'],
  ])('refuses %s=%s in one line that names it', (variable, value) => {
    const read = () => readConfig({ DATA_DIR: dataDir, [variable]: value });
    expect(read).toThrow(new RegExp(`^${variable} is invalid or missing. Expected: [^\\n]+\\.$`));
  });

  it('keeps no generated secrets if it refuses the settings', () => {
    expect(() => readConfig({ DATA_DIR: dataDir, AUTOMATION_TOKEN: 'alone' })).toThrow('AUTOMATION_URL');
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('refuses production without any one of the settings that are documented as required there', () => {
    const required = names.filter((name) => aboutOf(name).default.includes('required in production'));
    expect(required).toEqual(['JWT_SECRET', 'MASTER_KEY', 'ADMIN_EMAIL', 'ADMIN_PASSWORD', 'MAIL_URL']);
    for (const name of required) {
      expect(() => readConfig({ ...production(), [name]: undefined })).toThrow(new RegExp(`^${name} is invalid`));
    }
  });

  it('[CHK-19] refuses production on the sandbox gateway, unless that is requested', () => {
    expect(() => readConfig({ ...production(), ALLOW_SANDBOX_PAYMENTS: undefined })).toThrow('PAYMENTS');
    expect(readConfig(production()).payments).toBe('sandbox');
  });

  const stripe = {
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_live_51Abc',
    STRIPE_WEBHOOK_SECRET: 'whsec_Abc',
    ALLOW_SANDBOX_PAYMENTS: undefined,
  };

  it('[CHK-19] accepts Stripe with its key and its webhook secret, and a fake API only outside production', () => {
    expect(readConfig({ ...production(), ...stripe }).payments).toEqual({
      engine: 'stripe',
      secretKey: 'sk_live_51Abc',
      webhookSecret: 'whsec_Abc',
      apiHost: null,
    });
    const testing = {
      DATA_DIR: dataDir,
      ...stripe,
      STRIPE_SECRET_KEY: 'rk_test_51Abc',
      STRIPE_API_HOST: 'http://localhost:9',
    };
    expect(readConfig(testing).payments).toMatchObject({ secretKey: 'rk_test_51Abc', apiHost: 'http://localhost:9' });
  });

  it.each([
    ['STRIPE_SECRET_KEY', undefined],
    ['STRIPE_SECRET_KEY', 'pk_live_51Abc'],
    ['STRIPE_SECRET_KEY', 'sk_test_51Abc'],
    ['STRIPE_WEBHOOK_SECRET', undefined],
    ['STRIPE_WEBHOOK_SECRET', '51Abc'],
    ['STRIPE_API_HOST', 'http://localhost:12111'],
    ['PUBLIC_URL', 'http://tessera.example'],
  ])('refuses production on Stripe with %s=%s in one line, and reveals no secret', (variable, value) => {
    const read = () => readConfig({ ...production(), ...stripe, [variable]: value });
    expect(read).toThrow(new RegExp(`^${variable} is invalid or missing. Expected: [^\\n]+\\.$`));
    expect(read).not.toThrow('51Abc');
  });

  it.each(['localhost:12111', 'http://host/v1', 'ftp://host'])('refuses STRIPE_API_HOST=%s', (STRIPE_API_HOST) => {
    const env = { DATA_DIR: dataDir, ...stripe, STRIPE_SECRET_KEY: 'sk_test_51Abc', STRIPE_API_HOST };
    expect(() => readConfig(env)).toThrow(/^STRIPE_API_HOST is invalid/);
  });

  it('keeps emails in the development mailbox unless a mail server is set, and sends them from its own host', () => {
    expect(readConfig({ DATA_DIR: dataDir })).toMatchObject({ mail: 'development mailbox' });
    expect(readConfig(production()).mail).toEqual({
      engine: 'smtp',
      url: 'smtp://mail.example:2525',
      from: 'support@tessera.example',
    });
    const named = 'smtps://user:word@mail.example?from=hello@tessera.example';
    expect(readConfig({ ...production(), MAIL_URL: named }).mail).toMatchObject({ from: 'hello@tessera.example' });
  });

  it('[AUTH-63] requires no confirmation of email addresses unless it is set to', () => {
    expect(readConfig({ DATA_DIR: dataDir }).requireEmailConfirmation).toBe(false);
    const confirming = readConfig({ DATA_DIR: dataDir, REQUIRE_EMAIL_CONFIRMATION: 'true' });
    expect(confirming.requireEmailConfirmation).toBe(true);
  });

  const outside = {
    EVENT_STORE_URL: 'esdb+discover://one:2113,two:2113,three:2113?tls=false',
    READ_STORE_URL: 'mongodb://user:word@one:27017,two:27017/tessera?replicaSet=rs0',
    MEDIA_STORE_URL: 's3://key:se%2Fcret@media?endpoint=http://127.0.0.1:7070&region=eu-central-1',
    REDIS_URL: 'redis://127.0.0.1:6379',
  };

  it('uses the embedded engines unless addresses of others are set', () => {
    expect(readConfig({ DATA_DIR: dataDir })).toMatchObject({
      ...{ role: 'all', eventStore: 'embedded', readStore: 'embedded', mediaStore: 'embedded', redisUrl: null },
    });
    expect(readConfig({ DATA_DIR: dataDir, ...outside, ROLE: 'projector' })).toMatchObject({
      role: 'projector',
      eventStore: { engine: 'eventstoredb', url: outside.EVENT_STORE_URL },
      readStore: { engine: 'mongodb', url: outside.READ_STORE_URL },
      mediaStore: {
        bucket: 'media',
        region: 'eu-central-1',
        endpoint: 'http://127.0.0.1:7070',
        credentials: { accessKeyId: 'key', secretAccessKey: 'se/cret' },
      },
      redisUrl: outside.REDIS_URL,
    });
  });

  it.each(['EVENT_STORE_URL', 'READ_STORE_URL', 'REDIS_URL'])(
    'refuses to share the work between nodes without %s',
    (variable) => {
      const read = () => readConfig({ DATA_DIR: dataDir, ...outside, [variable]: undefined, ROLE: 'api' });
      expect(read).toThrow(/^ROLE is invalid or missing. Expected: 'all' with the embedded engines/);
    },
  );

  it.each(names)('doesn’t reveal the value of %s when it refuses it', (name) => {
    try {
      readConfig({ ...production(), ...stripe, DATA_DIR: dataDir, [name]: ' \u0007' });
    } catch (error) {
      expect((error as Error).message).toMatch(/^[A-Z_]+ is invalid or missing. Expected: [^\n]+[.]$/);
      expect((error as Error).message).not.toContain('\u0007');
    }
  });
});
