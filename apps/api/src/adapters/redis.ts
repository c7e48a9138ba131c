import { setImmediate as eventLoopTurn, setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

/** A command that takes longer counts as failed, so that no person waits for Redis. */
export const commandTimeoutMs = 250;
/** After a timeout, no command is sent for this long: a server that hangs costs one wait, not one per command. */
const pauseAfterTimeoutMs = 1_000;
/** How long startup waits for the first connection before it continues without one. */
const firstConnectionMaxMs = 2_000;
const connectTimeoutMs = 2_000;
const pingEveryMs = 1_000;
/** A connection without traffic for this long is considered dead. */
const silenceMaxMs = 5_000;
const reconnectFirstPauseMs = 50;
const reconnectPauseMaxMs = 2_000;
const reconnectJitterMs = 100;
const pendingCommandsMax = 10_000;

const reconnectPauseMs = (failures: number) =>
  Math.min(reconnectFirstPauseMs * 2 ** Math.min(failures, 10), reconnectPauseMaxMs) +
  Math.floor(Math.random() * reconnectJitterMs);

/** Imports the library only when it is needed: a single process runs without Redis. */
const clientOf = async (url: string) => {
  const { createClient } = await import('@redis/client');
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: pendingCommandsMax,
    pingInterval: pingEveryMs,
    socket: { connectTimeout: connectTimeoutMs, socketTimeout: silenceMaxMs, reconnectStrategy: reconnectPauseMs },
  });
  const duplicate = client.duplicate.bind(client);
  client.duplicate = (overrides) => duplicate({ disableOfflineQueue: false, ...overrides });
  return client;
};
export type RedisClient = Awaited<ReturnType<typeof clientOf>>;

/** The command failed or got no answer. Redis may still have carried it out. */
export class RedisUnavailable extends Error {
  override readonly name = 'RedisUnavailable';
}

/** A connection to Redis that survives every outage: it reconnects forever, and never fails the process. */
export interface Redis {
  /**
   * Its commands fail immediately while Redis is down, but otherwise have no time limit. Duplicates of it queue their
   * commands until the connection is back.
   */
  readonly client: RedisClient;
  isReady(): boolean;
  /** Calls the listener now and at each change. Returns a function that stops it. */
  onStatus(listener: (ready: boolean) => void): () => void;
  /** @throws RedisUnavailable immediately while Redis is down, and after `limitMs` otherwise */
  run<Result>(what: string, command: (client: RedisClient) => Promise<Result>, limitMs?: number): Promise<Result>;
  close(): void;
}

/** The timer stops when the promise settles, and doesn't keep the process alive. */
const within = async <Result>(limitMs: number, promise: Promise<Result>): Promise<Result | 'too late'> => {
  const ended = new AbortController();
  const limit = async () => {
    await delay(limitMs, undefined, { signal: ended.signal, ref: false });
    // An answer that arrived while this process was busy must be read first.
    await eventLoopTurn();
    return 'too late' as const;
  };
  try {
    return await Promise.race([promise, limit()]);
  } finally {
    ended.abort();
  }
};

/** Returns `host:port`, without the user and password that a URL may contain. */
const hostOf = (url: string) => new URL(url).host;

class Connection implements Redis {
  readonly client: RedisClient;
  readonly #host: string;
  readonly #listeners = new Set<(ready: boolean) => void>();
  #ready = false;
  #outageLogged = false;
  #closed = false;
  #pausedUntilMs = 0;

  constructor(client: RedisClient, host: string, logger: Logger) {
    this.#host = host;
    this.client = client;
    this.client.on('error', (error: Error) => {
      this.#setReady(false);
      if (this.#outageLogged || this.#closed) return;
      this.#outageLogged = true;
      const reason = error.message || (error as NodeJS.ErrnoException).code;
      logger.error(
        { redis: this.#host },
        `Redis at ${this.#host} is unreachable (${reason}); trying again until it answers`,
      );
    });
    this.client.on('ready', () => {
      if (this.#outageLogged) logger.info({ redis: this.#host }, `Redis at ${this.#host} answers again`);
      this.#outageLogged = false;
      this.#pausedUntilMs = 0;
      this.#setReady(true);
    });
  }

  async open() {
    // Resolves with the first connection, or when the client is closed.
    const connected = this.client.connect().catch(() => undefined);
    await within(firstConnectionMaxMs, connected);
  }

  isReady() {
    return this.#ready && !this.#closed;
  }

  onStatus(listener: (ready: boolean) => void) {
    this.#listeners.add(listener);
    listener(this.isReady());
    return () => void this.#listeners.delete(listener);
  }

  async run<Result>(
    what: string,
    command: (client: RedisClient) => Promise<Result>,
    limitMs = commandTimeoutMs,
  ): Promise<Result> {
    if (!this.isReady() || performance.now() < this.#pausedUntilMs) throw this.#unavailable(what, 'it is down');
    const running = command(this.client).catch((error: Error) => {
      throw this.#unavailable(what, error.message, error);
    });
    // A late failure is ignored: the caller has its answer already.
    running.catch(() => undefined);
    const result = await within(limitMs, running);
    if (result !== 'too late') return result;
    this.#pausedUntilMs = performance.now() + pauseAfterTimeoutMs;
    throw this.#unavailable(what, `no answer within ${limitMs} ms`);
  }

  close() {
    if (this.#closed) return;
    this.#closed = true;
    this.#setReady(false);
    if (this.client.isOpen) this.client.destroy();
  }

  #setReady(ready: boolean) {
    if (ready === this.#ready) return;
    this.#ready = ready;
    for (const listener of this.#listeners) listener(ready);
  }

  #unavailable(what: string, reason: string, cause?: Error) {
    const message = `Redis at ${this.#host}: could not ${what}: ${reason}. Check that it runs and that REDIS_URL names it.`;
    return new RedisUnavailable(message, { cause });
  }
}

/** Resolves once connected, or after a moment without a connection. It keeps trying either way. */
export const connectRedis = async (url: string, logger: Logger): Promise<Redis> => {
  const connection = new Connection(await clientOf(url), hostOf(url), logger);
  await connection.open();
  return connection;
};

/** Injects a `Redis`, or null without `REDIS_URL`. */
export const redisToken = Symbol('Redis');
