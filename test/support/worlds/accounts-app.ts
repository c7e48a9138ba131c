import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import type { ArgumentsHost, DynamicModule, ExceptionFilter } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { GoTrueClient } from '@supabase/auth-js';
import type { GoTrueClientOptions, SupportedStorage } from '@supabase/auth-js';
import { pino } from 'pino';
import { v7 } from 'uuid';
import { AccountsModule } from '../../../apps/api/src/accounts/accounts.module.ts';
import { AuthErrorsFilter } from '../../../apps/api/src/accounts/auth/auth-errors.filter.ts';
import { AccountLimits } from '../../../apps/api/src/accounts/auth/limits.ts';
import type { AccountLimitsPerMinute } from '../../../apps/api/src/accounts/auth/limits.ts';
import { Passwords } from '../../../apps/api/src/adapters/passwords.ts';
import type { HashCost } from '../../../apps/api/src/adapters/passwords.ts';
import { AdminSessionModule } from '../../../apps/api/src/admin/admin-session.module.ts';
import { readConfig } from '../../../apps/api/src/config.ts';
import type { Config } from '../../../apps/api/src/config.ts';
import { Attempts, LocalAttempts } from '../../../apps/api/src/adapters/attempts/attempts.ts';
import { describeApi } from '../../../apps/api/src/http/description/describe-api.ts';
import { correlation } from '../../../apps/api/src/http/correlation.ts';
import { ErrorsFilter } from '../../../apps/api/src/http/errors/errors.filter.ts';
import type { AppRequest } from '../../../apps/api/src/http/request.ts';
import { SigningKeys } from '../../../apps/api/src/kernel/keys/signing-keys.ts';
import { KernelModule } from '../../../apps/api/src/kernel/kernel.module.ts';
import { WorkPace } from '../../../apps/api/src/kernel/work/background-work.ts';
import * as tokens from '../../../apps/api/src/kernel/tokens.ts';
import { freePort } from '../servers/free-port.ts';
import { Clock } from '../../../apps/api/src/kernel/clock.ts';
import { EventStore } from '../../../apps/api/src/kernel/log/port.ts';
import { Projections } from '../../../apps/api/src/kernel/projecting/projections.ts';
import { ReadStore } from '../../../apps/api/src/kernel/views/port.ts';
import { Vault } from '../../../apps/api/src/kernel/records/port.ts';
import { EventCodec } from '../../../apps/api/src/kernel/log/codec.ts';

export const jwtSecret = 'a-secret-of-thirty-two-characters-and-more';
export const admin = { email: 'operator@tessera.example', password: 'correct horse battery' };

/** Tests wait for emails. */
const quickPace: WorkPace = { restMs: 20 };
const cheapHash = { memoryCost: 1_024, timeCost: 1, parallelism: 1 };
const generous: AccountLimitsPerMinute = {
  passwordsPerEmail: 1_000,
  passwordsPerAddress: 1_000,
  passwordsPerDevice: 1_000,
  signUpsPerEmail: 1_000,
  signUpsPerAddress: 1_000,
  mailsPerEmail: 1_000,
  mailsPerAddress: 1_000,
  linksPerAddress: 1_000,
  codesPerAccount: 1_000,
  codesPerAddress: 1_000,
};

/** A clock that moves only when a test moves it. It starts at the real time, which the client library checks. */
export class TestClock {
  #offsetMs = 0;
  readonly now = () => new Date(Date.now() + this.#offsetMs);
  readonly newId = () => v7();
  /** Doesn't even move with the real time. */
  readonly elapsedMs = () => this.#offsetMs;
  pass(ms: number) {
    this.#offsetMs += ms;
  }
}

/** A browser's storage for one origin, shared by all of its tabs and kept over a reload. */
export const newStorage = (): SupportedStorage => {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
};

interface Start {
  /** All other limits are generous. */
  readonly limits?: Partial<AccountLimitsPerMinute>;
  /** Cheap, unless a test is about time. */
  readonly hashCost?: HashCost;
  readonly env?: Readonly<Record<string, string>>;
}

const configOf = async (dataDir: string, env: Start['env']) => {
  const port = String(await freePort());
  return readConfig({
    ...env,
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    JWT_SECRET: jwtSecret,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  });
};

/** Any answer that the routes of accounts or of the admin's session may give. */
interface Answer {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_at: number;
  readonly code: number;
  readonly error_code: string;
  readonly msg: string;
  readonly error: { readonly code: string; readonly title: string; readonly message: string };
}

/** The claims of a token, whoever signed it. */
export const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

@Global()
@Module({})
class TestSettingsModule {
  static with(config: Config, clock: TestClock, logger: unknown): DynamicModule {
    const providers = [
      { provide: tokens.configToken, useValue: config },
      { provide: Clock, useValue: clock },
      { provide: tokens.loggerToken, useValue: logger },
    ];
    return { module: TestSettingsModule, providers, exports: providers };
  }
}

/** A function that signs any claims, with the current signing key unless another one is given. */
export const signer = async (app: Pick<NestExpressApplication, 'get'>) => {
  const { kid, privateKey } = await app.get(SigningKeys).current();
  const jwt = new JwtService();
  return (claims: object, more: { privateKey?: string; keyid?: string } = {}) =>
    jwt.sign(claims, { privateKey, keyid: kid, algorithm: 'ES256', ...more });
};

/** Malformed bodies are refused before a controller is found, so the whole application's filter handles them. */
class ByPath implements ExceptionFilter {
  readonly #auth: AuthErrorsFilter;
  readonly #api: ErrorsFilter;
  constructor(auth: AuthErrorsFilter, api: ErrorsFilter) {
    this.#auth = auth;
    this.#api = api;
  }
  catch(error: unknown, host: ArgumentsHost) {
    const { path } = host.switchToHttp().getRequest<AppRequest>();
    (path.startsWith('/auth/v1') ? this.#auth : this.#api).catch(error, host);
  }
}

/** What nodes share, and what only one of them does. */
const shared = [EventStore, ReadStore, Vault, Projections];
type Shared = (typeof shared)[number];

/** Nest starts and stops everything that it is given, but this belongs to another node. */
const keptOpen = <Store extends object>(store: Store): Store =>
  new Proxy(store, {
    get: (target, name) => {
      if (typeof name === 'string' && /^(on[A-Z]|beforeApplication)/.test(name)) return undefined;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value;
    },
  });

let writers = 0;
/** An address that no account has yet. */
export const newEmail = () => `writer${(writers += 1)}@example.com`;

/** Accounts, their emails and the admin's session over real HTTP and real SQLite files, without the rest of the product. */
export const startAccounts = async ({ limits, hashCost = cheapHash, env }: Start = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-accounts-'));
  const clock = new TestClock();
  const logged: string[] = [];
  const logger = pino({}, { write: (line: string) => logged.push(line) });
  const config = await configOf(dataDir, env);
  const attempts = new LocalAttempts(clock.elapsedMs);
  const compiled = (sharedStores: readonly Shared[] = []) => {
    const building = Test.createTestingModule({
      imports: [TestSettingsModule.with(config, clock, logger), KernelModule, AccountsModule, AdminSessionModule],
    })
      .overrideProvider(Passwords)
      .useValue(new Passwords(hashCost))
      .overrideProvider(WorkPace)
      .useValue(quickPace)
      .overrideProvider(Attempts)
      .useValue(attempts)
      .overrideProvider(AccountLimits)
      .useValue(new AccountLimits(attempts, { ...generous, ...limits }));
    for (const store of sharedStores) building.overrideProvider(store).useValue(keptOpen(app.get<object>(store)));
    return building.compile();
  };
  const module = await compiled();
  const app = module.createNestApplication<NestExpressApplication>({ logger: false });
  app.set('trust proxy', [...config.trustedProxies]);
  app.use(correlation);
  app.useGlobalFilters(new ByPath(app.get(AuthErrorsFilter), new ErrorsFilter(logger)));
  describeApi(app);
  await app.listen(config.port, '127.0.0.1');
  const url = config.publicUrl;
  const engines = {
    config,
    events: app.get<EventStore>(EventStore),
    views: app.get<ReadStore>(ReadStore),
    vault: app.get<Vault>(Vault),
    codec: app.get<EventCodec>(EventCodec),
  };

  const call = async (
    method: string,
    path: string,
    more: {
      body?: unknown;
      token?: string;
      text?: string;
      cookie?: string;
      headers?: Readonly<Record<string, string>>;
    } = {},
  ) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...more.headers,
        ...(more.cookie ? { Cookie: more.cookie } : {}),
        ...(more.token ? { Authorization: `Bearer ${more.token}` } : {}),
      },
      body: more.text ?? (more.body === undefined ? undefined : JSON.stringify(more.body)),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: (text ? JSON.parse(text) : {}) as Answer };
  };

  return {
    app,
    url,
    clock,
    engines,
    dataDir,
    logged,
    call,
    /** Another node on the same stores, without a server. Close it before this one. */
    otherNode: async () => (await compiled(shared)).init(),
    /** A published client library; each call is a browser of its own. */
    client: (options: GoTrueClientOptions = {}) =>
      new GoTrueClient({
        url: `${url}/auth/v1`,
        autoRefreshToken: false,
        persistSession: true,
        storage: newStorage(),
        ...options,
      }),
    /** The next events of an account are not recorded. */
    failToRecord: (error: Error) => {
      const { events } = engines;
      const append = events.append.bind(events);
      events.append = (stream, ...rest) => {
        if (!stream.startsWith('account-')) return append(stream, ...rest);
        events.append = append;
        return Promise.reject(error);
      };
    },
    close: async () => {
      await app.close();
      await engines.events.close();
      await engines.views.close();
      await engines.vault.close();
      await rm(dataDir, { recursive: true });
    },
  };
};
export type AccountsApp = Awaited<ReturnType<typeof startAccounts>>;

export const creatorProfile = (email: string) => ({
  name: 'Mira Lund',
  email,
  phone: '+1 415 555 0100',
  social_handle: '@miralund',
  payment_method: 'bank',
  bank_name: 'First Harbour',
  bank_account: '000123456789',
  bank_routing: '021000021',
});

export const brandProfile = (email: string) => ({
  name: 'Jonas Berg',
  email,
  phone: '+1 415 555 0199',
  brand_name: 'Northwind',
  brand_url: 'https://northwind.example',
});

export const creatorSignUp = (email: string, password = 'quiet-harbour') => ({
  email,
  password,
  data: { userType: 'creator', profile: creatorProfile(email) },
});

export const brandSignUp = (email: string, password = 'loud-harbour') => ({
  email,
  password,
  data: { userType: 'brand', profile: brandProfile(email) },
});

/** What the client library is called with. */
export const creatorSignUpCall = (email: string) => {
  const { password, data } = creatorSignUp(email);
  return { email, password, options: { data } };
};

/** Someone who has just signed up as a creator, with the browser in which they did. */
export const signedUpCreator = async (accounts: AccountsApp) => {
  const email = newEmail();
  const client = accounts.client();
  const { data, error } = await client.signUp(creatorSignUpCall(email));
  if (error || !data.session) throw error ?? new Error('no session');
  return { email, client, session: data.session };
};
