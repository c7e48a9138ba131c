import { once } from 'node:events';
import { isNativeError } from 'node:util/types';
import {
  type ClientSessionOptions,
  type CollectionOptions,
  type Db,
  MongoClient,
  type MongoClientOptions,
  MongoError,
  MongoServerSelectionError,
  ServerType,
  type Timestamp,
} from 'mongodb';

/** Defaults for options that the address does not set itself (`mongodb://host/tessera?maxPoolSize=50`). */
const standardOptions = {
  // Long enough to outlast an election, which takes up to 12 s, so that requests made before it are answered after it.
  serverSelectionTimeoutMS: 15_000,
  connectTimeoutMS: 2_000,
  socketTimeoutMS: 10_000,
  waitQueueTimeoutMS: 2_000,
  maxPoolSize: 20,
  appName: 'tessera',
} satisfies MongoClientOptions;

/** The address can't change these: acknowledged writes survive the loss of a member, and every reader sees them. */
const durability = {
  writeConcern: { w: 'majority', journal: true, wtimeoutMS: 10_000 },
  readPreference: 'primary',
} satisfies MongoClientOptions;

/** For reads that decisions rely on: an election can't roll back what they return. */
export const majorityRead = { readConcern: { level: 'majority' } } satisfies CollectionOptions;

/** While no server can be reached there is no election to wait for, so requests fail soon instead of piling up. */
const unreachableMaxMs = 2_000;
/** How long to wait after a failed search: an outage then costs one wait instead of one per request. */
const searchPauseMs = 1_000;

const standardDatabase = 'tessera';

const writableTypes = new Set<ServerType>([
  ServerType.RSPrimary,
  ServerType.Standalone,
  ServerType.Mongos,
  ServerType.LoadBalancer,
]);

/** The class of error to throw, which tells which port is unavailable. */
type Unavailable = new (message: string, options?: ErrorOptions) => Error;

const optionsOf = (url: string): MongoClientOptions => {
  const given = new Set([...new URLSearchParams(url.split('?')[1] ?? '').keys()].map((name) => name.toLowerCase()));
  const standards = Object.entries(standardOptions).filter(([name]) => !given.has(name.toLowerCase()));
  return { ...Object.fromEntries(standards), ...durability };
};

const databaseOf = (url: string) => /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(url)?.[1] ?? standardDatabase;

/** Only the hosts: the address may contain a password. */
const hostsOf = (url: string) =>
  /^mongodb(?:\+srv)?:\/\/(?:[^/?]*@)?([^/?]*)/.exec(url)?.[1] ?? 'an unreadable address';

/** Error codes of the MongoDB protocol. */
const duplicateKey = 11_000;
const notImplemented = 238;

/**
 * True if a key is taken for good. If no majority has confirmed the other document yet, an election may still roll it
 * back; the driver then throws a write concern error with a code of its own instead.
 */
export const isDuplicate = (error: unknown) => error instanceof MongoError && error.code === duplicateKey;
export const isNotImplemented = (error: unknown) => error instanceof MongoError && error.code === notImplemented;

/** What Node names a failed socket or an operation that was given up. */
const nodeErrorCode = /^(E[A-Z_]+|ABORT_ERR)$/;

/**
 * True for what the driver throws when a server is lost. That is not always an error of its own: it has passed on what a
 * socket threw, such as 'This socket has been ended by the other party'.
 */
const isFromDriver = (error: unknown): error is Error =>
  error instanceof MongoError ||
  (isNativeError(error) && nodeErrorCode.test(String((error as NodeJS.ErrnoException).code)));

/**
 * Each operation sees at least what earlier ones were answered, whichever member leads by then: a newly elected primary
 * may not know yet that a majority has what its predecessor confirmed.
 */
class CausalClient extends MongoClient {
  #seen: Timestamp | undefined;

  override startSession(options?: ClientSessionOptions) {
    const session = super.startSession({ ...options, causalConsistency: true });
    if (this.#seen) session.advanceOperationTime(this.#seen);
    session.once('ended', () => {
      const { operationTime } = session;
      if (operationTime && (!this.#seen || operationTime.greaterThan(this.#seen))) this.#seen = operationTime;
    });
    return session;
  }
}

/** A connection pool that turns the driver's errors into those of a port. */
export class MongoConnection {
  readonly database: Db;
  readonly #client: CausalClient;
  readonly #url: string;
  readonly #hosts: string;
  readonly #unavailable: Unavailable;
  #searchAgainAtMs = 0;
  /** The driver's view of the servers. */
  #topology = { isLed: false, isReached: false, lack: '' };
  #search: Promise<void> | null = null;
  /** For each read under way, a function that ends it with the given error. */
  readonly #reads = new Set<(error: Error) => void>();

  /** @throws if the address can't be parsed */
  constructor(url: string, unavailable: Unavailable) {
    this.#url = url;
    this.#hosts = hostsOf(url);
    this.#unavailable = unavailable;
    try {
      this.#client = new CausalClient(url, optionsOf(url));
    } catch {
      // The driver's own message may repeat the address.
      throw this.failure('read the address', 'it is not of the form mongodb://host:27017/database?option=value');
    }
    this.database = this.#client.db(databaseOf(url));
    this.#client.on('topologyDescriptionChanged', ({ newDescription }) => {
      const servers = [...newDescription.servers.values()];
      this.#topology = {
        isLed: servers.some(({ type }) => writableTypes.has(type)),
        isReached: servers.some(({ type }) => type !== ServerType.Unknown),
        lack: servers.find(({ error }) => error)?.error?.message ?? 'no server was found',
      };
      if (!this.#topology.isReached && this.#reads.size > 0) void this.#endReadsWithoutServer();
    });
  }

  /** Connects. @throws the port's error if MongoDB can't be reached */
  static async open(url: string, unavailable: Unavailable): Promise<MongoConnection> {
    const connection = new MongoConnection(url, unavailable);
    try {
      await connection.attempt('connect', () => connection.database.command({ ping: 1 }));
      return connection;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  /** @throws the port's error if MongoDB can't do it; any other error is passed through. */
  async attempt<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    try {
      if (!this.#topology.isLed) await this.#findServer(what);
      return await work();
    } catch (error) {
      if (error instanceof MongoServerSelectionError) this.#pauseSearching();
      if (isFromDriver(error)) throw this.failure(what, error.message, error);
      throw error;
    }
  }

  /** Like `attempt`, for operations that change nothing: they fail soon once no server can be reached. */
  async read<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    const { promise: ended, reject } = Promise.withResolvers<never>();
    this.#reads.add(reject);
    try {
      return await Promise.race([this.attempt(what, work), ended]);
    } finally {
      this.#reads.delete(reject);
    }
  }

  /** Uses a separate connection without a timeout, for commands that may take hours, such as indexing. */
  async withoutTimeout(what: string, work: (database: Db) => Promise<unknown>) {
    await this.attempt(what, async () => {
      const client = new MongoClient(this.#url, { ...optionsOf(this.#url), maxPoolSize: 1, socketTimeoutMS: 0 });
      try {
        await work(client.db(databaseOf(this.#url)));
      } finally {
        await client.close();
      }
    });
  }

  failure(what: string, reason: string, cause?: unknown) {
    return new this.#unavailable(
      `MongoDB at ${this.#hosts}: could not ${what}: ${reason}. ` +
        'Check that the server runs, has a primary and can be reached, and that the address holds the right credentials',
      { cause },
    );
  }

  close() {
    return this.#client.close();
  }

  /** Resolves once any server is reached; if it is not the primary, the driver waits for the election. */
  async #findServer(what: string) {
    if (performance.now() < this.#searchAgainAtMs) throw this.failure(what, 'no server was found a moment ago');
    if (this.#topology.isReached) return;
    this.#search ??= this.#searchServer().finally(() => (this.#search = null));
    await this.#search;
    if (this.#topology.isReached) return;
    this.#pauseSearching();
    throw this.failure(what, this.#topology.lack);
  }

  /** Ends reads while the driver keeps waiting. Writes are left to it: one given up here might still be carried out. */
  async #endReadsWithoutServer() {
    try {
      await this.#findServer('read');
    } catch (error) {
      for (const end of this.#reads) end(error as Error);
    }
  }

  async #searchServer() {
    const outOfTime = AbortSignal.timeout(Math.min(unreachableMaxMs, this.#client.options.serverSelectionTimeoutMS));
    // While the driver waits for an answer it polls the servers more often. It may wait longer than the search.
    this.database.command({ ping: 1 }).catch(() => undefined);
    while (!this.#topology.isReached && !outOfTime.aborted) {
      await once(this.#client, 'topologyDescriptionChanged', { signal: outOfTime }).catch(() => undefined);
    }
  }

  #pauseSearching() {
    this.#searchAgainAtMs = performance.now() + searchPauseMs;
  }
}
