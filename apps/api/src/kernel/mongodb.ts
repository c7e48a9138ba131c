import {
  type ClientSessionOptions,
  type CollectionOptions,
  type Db,
  MongoClient,
  type MongoClientOptions,
  MongoError,
  MongoServerSelectionError,
  type Timestamp,
} from 'mongodb';

/** Used for each option that the address does not set itself (`mongodb://host/tessera?maxPoolSize=50`). */
const standardOptions = {
  // Short, so that a request fails at once instead of piling up, and whoever follows the log tries again.
  serverSelectionTimeoutMS: 2_000,
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
export const settled = { readConcern: { level: 'majority' } } satisfies CollectionOptions;

/** After no server was found, so long none is looked for: an outage costs one wait, not one for each request. */
const restAfterNoServerMs = 1_000;

const standardDatabase = 'tessera';

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

/**
 * That a key is taken, for good. Where a majority has not confirmed the other document yet, which an election may take
 * back, the driver throws the error of the write concern instead, with a code of its own.
 */
export const isDuplicate = (error: unknown) => error instanceof MongoError && error.code === duplicateKey;

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

export class MongoConnection {
  readonly database: Db;
  readonly #client: CausalClient;
  readonly #hosts: string;
  readonly #unavailable: Unavailable;
  #restUntilMs = 0;

  /** @throws when the address can't be read. */
  constructor(url: string, unavailable: Unavailable) {
    this.#hosts = hostsOf(url);
    this.#unavailable = unavailable;
    try {
      this.#client = new CausalClient(url, optionsOf(url));
    } catch {
      // The driver's own message may repeat the address.
      throw this.failure('read the address', 'it is not of the form mongodb://host:27017/database?option=value');
    }
    this.database = this.#client.db(databaseOf(url));
  }

  /** @throws the port's error when MongoDB can't do it; all other errors stay as they are. */
  async attempt<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    if (performance.now() < this.#restUntilMs) throw this.failure(what, 'no server was found a moment ago');
    try {
      return await work();
    } catch (error) {
      if (error instanceof MongoServerSelectionError) this.#restUntilMs = performance.now() + restAfterNoServerMs;
      if (error instanceof MongoError) throw this.failure(what, error.message, error);
      throw error;
    }
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
}
