import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

/** What takes longer is taken for lost: nothing that a person waits for hangs on Redis. */
export const commandTimeoutMs = 250;
/** After a command that got no answer, so long none is tried; a server that hangs costs one wait, not one each. */
const restAfterTimeoutMs = 1_000;
/** So long a start waits for the first connection; then it continues without. */
const firstConnectionMaxMs = 2_000;
const connectTimeoutMs = 2_000;
const pingEveryMs = 1_000;
/** A connection on which nothing moves for this long is dead. */
const silenceMaxMs = 5_000;
const reconnectFirstPauseMs = 50;
const reconnectPauseMaxMs = 2_000;
const reconnectJitterMs = 100;
const pendingCommandsMax = 10_000;

const reconnectPauseMs = (failures: number) =>
  Math.min(reconnectFirstPauseMs * 2 ** Math.min(failures, 10), reconnectPauseMaxMs) +
  Math.floor(Math.random() * reconnectJitterMs);

/** Loaded when it is needed: a product of one process does without. */
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

/** Redis did not do it, and may have done it anyway. */
export class RedisUnavailable extends Error {
  override readonly name = 'RedisUnavailable';
}

/** One connection to Redis that outlives every outage: it reconnects for ever, and never fails the process. */
export interface Redis {
  /**
   * Its commands fail at once while Redis is down, but have no time limit otherwise. Its duplicates keep theirs until
   * the connection is back.
   */
  readonly client: RedisClient;
  isReady(): boolean;
  /** Called at each change, and once now. Answers how to stop. */
  onStatus(listener: (ready: boolean) => void): () => void;
  /** @throws RedisUnavailable at once while Redis is down, and after the limit. */
  run<Result>(what: string, command: (client: RedisClient) => Promise<Result>, limitMs?: number): Promise<Result>;
  close(): void;
}

/** Ends on its own when the promise does, and does not keep the process. */
const within = async <Result>(limitMs: number, promise: Promise<Result>): Promise<Result | 'too late'> => {
  const ended = new AbortController();
  const limit = async () => {
    await delay(limitMs, undefined, { signal: ended.signal, ref: false });
    // An answer that came while this process was busy is read first.
    await turn();
    return 'too late' as const;
  };
  try {
    return await Promise.race([promise, limit()]);
  } finally {
    ended.abort();
  }
};

/** `host:port`: never the user and password that an address may hold. */
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
      this.#become(false);
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
      this.#become(true);
    });
  }

  async open() {
    // It ends with the first connection, or when the client is closed.
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
    if (!this.isReady() || performance.now() < this.#pausedUntilMs) throw this.#unavailable(what, 'it is away');
    const running = command(this.client).catch((error: Error) => {
      throw this.#unavailable(what, error.message, error);
    });
    // A late failure is told to nobody: its caller was answered already.
    running.catch(() => undefined);
    const result = await within(limitMs, running);
    if (result !== 'too late') return result;
    this.#pausedUntilMs = performance.now() + restAfterTimeoutMs;
    throw this.#unavailable(what, `no answer within ${limitMs} ms`);
  }

  close() {
    if (this.#closed) return;
    this.#closed = true;
    this.#become(false);
    if (this.client.isOpen) this.client.destroy();
  }

  #become(ready: boolean) {
    if (ready === this.#ready) return;
    this.#ready = ready;
    for (const listener of this.#listeners) listener(ready);
  }

  #unavailable(what: string, reason: string, cause?: Error) {
    const message = `Redis at ${this.#host}: could not ${what}: ${reason}. Check that it runs and that REDIS_URL names it.`;
    return new RedisUnavailable(message, { cause });
  }
}

/** Answers when connected, or after a moment without: it keeps trying. */
export const connectRedis = async (url: string, logger: Logger): Promise<Redis> => {
  const connection = new Connection(await clientOf(url), hostOf(url), logger);
  await connection.open();
  return connection;
};

/** Of a `Redis`; null for a node that stands alone. */
export const redisToken = Symbol('Redis');
