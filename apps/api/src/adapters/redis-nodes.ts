import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { NodeMessage, OtherNodes } from '../kernel/live/other-nodes.ts';
import type { Redis, RedisClient } from './redis.ts';

const channel = 'tessera:live';
/** Each process says this often how many messages it has sent, so that lost ones are noticed. */
const heartbeatEveryMs = 500;
/** Without a heartbeat for this long, from another process or from itself, a message may be missing. */
const silenceMaxMs = 1_250;
/** A process that is silent for longer has ended unexpectedly. What it sent has been looked up by then. */
const forgottenAfterMs = 60_000;
/** How long startup waits until it receives its own heartbeat. After that, it continues as degraded. */
const openMaxMs = 1_000;

interface Envelope {
  /** The id of the sending process. */
  readonly from: string;
  /** How many messages it has sent, this one included. */
  readonly told: number;
  readonly message?: NodeMessage;
  /** The process is ending, so its silence from now on is expected. */
  readonly leaves?: true;
}

interface OtherNode {
  readonly sentCount: number;
  readonly receivedAtMs: number;
}

/**
 * Processes that share a Redis: what one publishes reaches all others that are connected at that moment. Nothing is
 * stored there, because every view can be read again. A lost message is noticed by its number, or by silence.
 */
class RedisNodes implements OtherNodes {
  readonly exist = true;
  readonly #redis: Redis;
  readonly #subscriber: RedisClient;
  readonly #ownId = randomUUID();
  readonly #others = new Map<string, OtherNode>();
  readonly #messageListeners = new Set<(message: NodeMessage) => void>();
  readonly #connectionListeners: ((isComplete: boolean) => void)[] = [];
  #sentCount = 0;
  #lastPublishSucceeded = false;
  #receivedFromItselfAtMs = -Infinity;
  #checkedAtMs = -Infinity;
  #receivesEverything = false;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(redis: Redis) {
    this.#redis = redis;
    this.#subscriber = redis.client.duplicate();
    // It reconnects on its own, and the main connection logs the outage.
    this.#subscriber.on('error', () => undefined);
  }

  async open(logger: Logger) {
    const connected = new AbortController();
    this.onConnectionChange((isComplete) => {
      if (isComplete) connected.abort();
    });
    this.#subscriber
      .connect()
      .then(() => this.#subscriber.subscribe(channel, (text) => this.#receive(JSON.parse(text) as Envelope)))
      .then(() => this.#beat())
      .catch((error: unknown) => logger.error({ err: error }, 'messages of other nodes can’t be received'));
    this.#redis.onStatus(() => this.#check());
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatEveryMs).unref();
    if (this.#redis.isReady()) await delay(openMaxMs, undefined, { signal: connected.signal }).catch(() => undefined);
  }

  send(message: NodeMessage) {
    this.#sentCount += 1;
    void this.#publish({ message });
  }

  onMessage(listener: (message: NodeMessage) => void) {
    this.#messageListeners.add(listener);
    return () => void this.#messageListeners.delete(listener);
  }

  isReachable() {
    return (
      this.#lastPublishSucceeded &&
      this.#redis.isReady() &&
      performance.now() - this.#receivedFromItselfAtMs <= silenceMaxMs
    );
  }

  onConnectionChange(listener: (isComplete: boolean) => void) {
    this.#connectionListeners.push(listener);
    listener(this.#receivesEverything);
  }

  async close() {
    clearInterval(this.#heartbeat);
    await this.#publish({ leaves: true });
    this.#subscriber.destroy();
  }

  #beat() {
    void this.#publish({});
    this.#check();
  }

  async #publish(content: Pick<Envelope, 'message' | 'leaves'>) {
    const text = JSON.stringify({ from: this.#ownId, told: this.#sentCount, ...content } satisfies Envelope);
    try {
      await this.#redis.run('notify other nodes', (client) => client.publish(channel, text));
      this.#lastPublishSucceeded = true;
    } catch {
      // The others notice the gap in the numbers. The connection logs the outage itself.
      this.#lastPublishSucceeded = false;
    }
    this.#check();
  }

  #receive({ from, told: sentCount, message, leaves }: Envelope) {
    const receivedAtMs = performance.now();
    if (from === this.#ownId) {
      this.#receivedFromItselfAtMs = receivedAtMs;
      return this.#check();
    }
    if (leaves) return void this.#others.delete(from);
    const before = this.#others.get(from);
    this.#others.set(from, { sentCount, receivedAtMs });
    if (message) for (const listener of this.#messageListeners) listener(message);
    if (before && sentCount > before.sentCount + (message ? 1 : 0)) this.#notifyConnection();
    else this.#check();
  }

  /** Notifies the listeners if this process began or ceased to receive everything. */
  #check() {
    const nowMs = performance.now();
    const sinceLastCheckMs = nowMs - this.#checkedAtMs;
    this.#checkedAtMs = nowMs;
    // This process itself was blocked: the heartbeats of the others may be waiting to be read.
    if (sinceLastCheckMs > silenceMaxMs && this.#redis.isReady()) return;
    let receivesEverything = this.isReachable();
    for (const [id, { receivedAtMs }] of this.#others) {
      const silentMs = nowMs - receivedAtMs;
      if (silentMs > forgottenAfterMs) this.#others.delete(id);
      else if (silentMs > silenceMaxMs) receivesEverything = false;
    }
    if (receivesEverything === this.#receivesEverything) return;
    this.#receivesEverything = receivesEverything;
    this.#notifyConnection();
  }

  #notifyConnection() {
    for (const listener of this.#connectionListeners) listener(this.#receivesEverything);
  }
}

/** Never throws: without Redis, it receives nothing and reports that. */
export const openRedisNodes = async (redis: Redis, logger: Logger) => {
  const nodes = new RedisNodes(redis);
  await nodes.open(logger);
  return nodes;
};
