import { once } from 'node:events';
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

/** Used for each option that the address does not set itself (`mongodb://host/tessera?maxPoolSize=50`). */
const standardOptions = {
  // For the next primary: an election takes up to 12 s, and what was asked before it is answered after it.
  serverSelectionTimeoutMS: 15_000,
  connectTimeoutMS: 2_000,
  socketTimeoutMS: 10_000,
  waitQueueTimeoutMS: 2_000,
  maxPoolSize: 20,
  appName: 'tessera',
} satisfies MongoClientOptions;

/** Not for the address to decide: an answered write survives the loss of a member, and everyone reads what was written. */
const durability = {
  writeConcern: { w: 'majority', journal: true, wtimeoutMS: 10_000 },
  readPreference: 'primary',
} satisfies MongoClientOptions;

/** For reads on which something is decided: an election takes nothing of what they answer back. */
export const majorityRead = { readConcern: { level: 'majority' } } satisfies CollectionOptions;

/** While no server can be reached there is no election to wait for: a request fails soon instead of piling up. */
const unreachableMaxMs = 2_000;
/** After no server was found, so long none is looked for: an outage costs one wait, not one for each request. */
const searchPauseMs = 1_000;

const standardDatabase = 'tessera';

/** Servers that write. */
const writableTypes = new Set<ServerType>([
  ServerType.RSPrimary,
  ServerType.Standalone,
  ServerType.Mongos,
  ServerType.LoadBalancer,
]);

/** An error's class: which port can't be served. */
type Unavailable = new (message: string, options?: ErrorOptions) => Error;

const optionsOf = (url: string): MongoClientOptions => {
  const given = new Set([...new URLSearchParams(url.split('?')[1] ?? '').keys()].map((name) => name.toLowerCase()));
  const standards = Object.entries(standardOptions).filter(([name]) => !given.has(name.toLowerCase()));
  return { ...Object.fromEntries(standards), ...durability };
};

const databaseOf = (url: string) => /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(url)?.[1] ?? standardDatabase;

/** The hosts alone: an address may hold a password. */
const hostsOf = (url: string) =>
  /^mongodb(?:\+srv)?:\/\/(?:[^/?]*@)?([^/?]*)/.exec(url)?.[1] ?? 'an unreadable address';

/** Of the MongoDB protocol. */
const duplicateKey = 11_000;
const notImplemented = 238;

/**
 * That a key is taken, for good. Where a majority has not confirmed the other document yet, which an election may take
 * back, the driver throws the error of the write concern instead, with a code of its own.
 */
export const isDuplicate = (error: unknown) => error instanceof MongoError && error.code === duplicateKey;
export const isNotImplemented = (error: unknown) => error instanceof MongoError && error.code === notImplemented;

/**
 * Each operation sees at least what was answered to those before it, whichever member leads by then: a primary that was
 * just elected may not know yet that a majority has what the one before has confirmed.
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

/** A pool of connections of its own. */
export class MongoConnection {
  readonly database: Db;
  readonly #client: CausalClient;
  readonly #url: string;
  readonly #hosts: string;
  readonly #unavailable: Unavailable;
  #searchAgainAtMs = 0;
  /** What the driver knows of the servers. */
  #topology = { isLed: false, isReached: false, lack: '' };
  #search: Promise<void> | null = null;
  /** Ends each read under way, by the error that it then has. */
  readonly #reads = new Set<(error: Error) => void>();

  /** @throws when the address can't be read. */
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

  /** @throws the port's error when MongoDB can't do it; all other errors stay as they are. */
  async attempt<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    try {
      if (!this.#topology.isLed) await this.#findServer(what);
      return await work();
    } catch (error) {
      if (error instanceof MongoServerSelectionError) this.#pauseSearching();
      if (error instanceof MongoError) throw this.failure(what, error.message, error);
      throw error;
    }
  }

  /** As `attempt`, for what changes nothing: it fails soon after no server can be reached anymore. */
  async read<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    const { promise: ended, reject } = Promise.withResolvers<never>();
    this.#reads.add(reject);
    try {
      return await Promise.race([this.attempt(what, work), ended]);
    } finally {
      this.#reads.delete(reject);
    }
  }

  /** Over a connection of its own, whose answer may take hours, as those that make an index of many documents do. */
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

  async ping() {
    await this.attempt('connect', () => this.database.command({ ping: 1 }));
  }

  close() {
    return this.#client.close();
  }

  /** Resolves once a server is reached; where that one does not lead, the driver waits for the election. */
  async #findServer(what: string) {
    if (performance.now() < this.#searchAgainAtMs) throw this.failure(what, 'no server was found a moment ago');
    if (this.#topology.isReached) return;
    this.#search ??= this.#searchServer().finally(() => (this.#search = null));
    await this.#search;
    if (this.#topology.isReached) return;
    this.#pauseSearching();
    throw this.failure(what, this.#topology.lack);
  }

  /** The driver goes on waiting for one. A write is left to that: given up, it might still be carried out later. */
  async #endReadsWithoutServer() {
    try {
      await this.#findServer('read');
    } catch (error) {
      for (const end of this.#reads) end(error as Error);
    }
  }

  async #searchServer() {
    const outOfTime = AbortSignal.timeout(Math.min(unreachableMaxMs, this.#client.options.serverSelectionTimeoutMS));
    // While the driver waits for an answer it asks the servers more often; it may wait for longer than who looks here.
    this.database.command({ ping: 1 }).catch(() => undefined);
    while (!this.#topology.isReached && !outOfTime.aborted) {
      await once(this.#client, 'topologyDescriptionChanged', { signal: outOfTime }).catch(() => undefined);
    }
  }

  #pauseSearching() {
    this.#searchAgainAtMs = performance.now() + searchPauseMs;
  }
}
