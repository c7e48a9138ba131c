import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { NodeMessage, OtherNodes } from '../kernel/live/other-nodes.ts';
import type { Redis, RedisClient } from './redis.ts';

const channel = 'tessera:live';
/** So often each process says how much it has told, so that what was lost is noticed. */
const beatEveryMs = 500;
/** Of the others, and of what this process says to itself: after so long without a beat, something may be missing. */
const silenceMaxMs = 1_250;
/** Who is silent for longer has ended without a word; what it told until then was looked for meanwhile. */
const forgottenAfterMs = 60_000;
/** So long a start waits until it hears itself; then it continues, and is degraded. */
const openMaxMs = 1_000;

interface Envelope {
  /** A process. */
  readonly from: string;
  /** How many messages it has told, this one included. */
  readonly told: number;
  readonly message?: NodeMessage;
  /** It ends: its silence from here on means nothing. */
  readonly leaves?: true;
}

interface Other {
  readonly told: number;
  readonly heardAtMs: number;
}

/**
 * Processes that share a Redis: what one publishes, all others hear, if they are connected at that moment. Nothing is
 * kept there, as every view can be read again; what is lost is noticed by its number, or by silence.
 */
class RedisNodes implements OtherNodes {
  readonly exist = true;
  readonly #redis: Redis;
  readonly #listening: RedisClient;
  readonly #own = randomUUID();
  readonly #others = new Map<string, Other>();
  readonly #toldListeners = new Set<(message: NodeMessage) => void>();
  readonly #hearingListeners: ((hears: boolean) => void)[] = [];
  #told = 0;
  #wasTold = false;
  #heardItselfAtMs = -Infinity;
  #lookedAtMs = -Infinity;
  #hears = false;
  #beating: NodeJS.Timeout | undefined;

  constructor(redis: Redis) {
    this.#redis = redis;
    this.#listening = redis.client.duplicate();
    // It reconnects by itself, and what it says of an outage the connection beside it has said.
    this.#listening.on('error', () => undefined);
  }

  async open(logger: Logger) {
    const heard = new AbortController();
    this.onConnectionChange((hears) => {
      if (hears) heard.abort();
    });
    this.#listening
      .connect()
      .then(() => this.#listening.subscribe(channel, (text) => this.#receive(JSON.parse(text) as Envelope)))
      .then(() => this.#beat())
      .catch((error: unknown) => logger.error({ err: error }, 'what other nodes tell can’t be heard'));
    this.#redis.onStatus(() => this.#look());
    this.#beating = setInterval(() => this.#beat(), beatEveryMs).unref();
    if (this.#redis.isReady()) await delay(openMaxMs, undefined, { signal: heard.signal }).catch(() => undefined);
  }

  send(message: NodeMessage) {
    this.#told += 1;
    void this.#publish({ message });
  }

  onMessage(listener: (message: NodeMessage) => void) {
    this.#toldListeners.add(listener);
    return () => void this.#toldListeners.delete(listener);
  }

  isReachable() {
    return this.#wasTold && this.#redis.isReady() && performance.now() - this.#heardItselfAtMs <= silenceMaxMs;
  }

  onConnectionChange(listener: (hears: boolean) => void) {
    this.#hearingListeners.push(listener);
    listener(this.#hears);
  }

  async close() {
    clearInterval(this.#beating);
    await this.#publish({ leaves: true });
    this.#listening.destroy();
  }

  #beat() {
    void this.#publish({});
    this.#look();
  }

  async #publish(what: Pick<Envelope, 'message' | 'leaves'>) {
    const text = JSON.stringify({ from: this.#own, told: this.#told, ...what } satisfies Envelope);
    try {
      await this.#redis.run('tell other nodes', (client) => client.publish(channel, text));
      this.#wasTold = true;
    } catch {
      // Its number is missing in what comes next. Of the outage itself the connection tells.
      this.#wasTold = false;
    }
    this.#look();
  }

  #receive({ from, told, message, leaves }: Envelope) {
    const heardAtMs = performance.now();
    if (from === this.#own) {
      this.#heardItselfAtMs = heardAtMs;
      return this.#look();
    }
    if (leaves) return void this.#others.delete(from);
    const before = this.#others.get(from);
    this.#others.set(from, { told, heardAtMs });
    if (message) for (const listener of this.#toldListeners) listener(message);
    if (before && told > before.told + (message ? 1 : 0)) this.#tellHearing();
    else this.#look();
  }

  /** Whether anything changed about what this process can hear. */
  #look() {
    const nowMs = performance.now();
    const wasBusyMs = nowMs - this.#lookedAtMs;
    this.#lookedAtMs = nowMs;
    // This process was held up itself, and may find what the others said when it reads on.
    if (wasBusyMs > silenceMaxMs && this.#redis.isReady()) return;
    let hears = this.isReachable();
    for (const [process, { heardAtMs }] of this.#others) {
      const silentMs = nowMs - heardAtMs;
      if (silentMs > forgottenAfterMs) this.#others.delete(process);
      else if (silentMs > silenceMaxMs) hears = false;
    }
    if (hears === this.#hears) return;
    this.#hears = hears;
    this.#tellHearing();
  }

  #tellHearing() {
    for (const listener of this.#hearingListeners) listener(this.#hears);
  }
}

/** @throws never: without Redis it hears nothing, and says so */
export const openRedisNodes = async (redis: Redis, logger: Logger) => {
  const nodes = new RedisNodes(redis);
  await nodes.open(logger);
  return nodes;
};
