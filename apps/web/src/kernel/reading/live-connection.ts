import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';

const answerTimeoutMs = 10_000;
interface Delay {
  readonly leastMs: number;
  readonly spreadMs: number;
}

/**
 * Before the first attempts to connect again, and before all further ones. A node that ends leaves thousands at the same
 * moment: each of them adds its own part of the spread.
 */
const firstReconnects: readonly Delay[] = [
  { leastMs: 1_000, spreadMs: 10_000 },
  { leastMs: 2_000, spreadMs: 10_000 },
  { leastMs: 5_000, spreadMs: 20_000 },
];
const laterReconnects: Delay = { leastMs: 10_000, spreadMs: 20_000 };
/** All who watch a room of many learn at the same moment that something was missed, and read the list again. */
const missedDelay: Delay = { leastMs: 10_000, spreadMs: 20_000 };
const offlineAfterMs = 15_000;
/** The server closed this one connection, as when its session ends: nobody else comes back at the same moment. */
const closedAlone = 'io server disconnect';

const spread = ({ leastMs, spreadMs }: Delay) => leastMs + Math.random() * spreadMs;

export interface LiveMessage {
  readonly position: number;
  /** null in the first answer of a view that has no document yet, and when a document of a room of many is gone. */
  readonly value: unknown;
  /** The id of the document that is gone from a room of many. */
  readonly removed?: string;
}

export type Listener = (message: LiveMessage) => void;

interface Watched {
  readonly view: string;
  readonly key: string;
  readonly ofMany: boolean;
  readonly listeners: Set<Listener>;
  latest: LiveMessage | null;
  /** Of a room of many: until the list is read again for what was missed. */
  missed?: ReturnType<typeof setTimeout>;
}

type WatchAnswer = LiveMessage | { readonly error: { readonly code: string } };

export type LiveStatus = 'live' | 'reconnecting' | 'offline';

export interface Tokens {
  /** Asked at each (re)connect; null for a visitor. */
  readonly current: () => Promise<string | null>;
  /** Is told of one that the server refused. */
  readonly refused?: (token: string) => unknown;
}

/** What the server's own check of a token says. */
const notSignedIn = 'not_signed_in';

/** One connection and what is watched over it. */
export class LiveConnection {
  private readonly watched = new Map<string, Watched>();
  private readonly socket: Socket;
  private offlineTimer: ReturnType<typeof setTimeout> | undefined;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private retries = 0;
  private token: string | null = null;

  constructor(
    private readonly tokens: Tokens,
    private readonly onStatus: (status: LiveStatus) => void,
  ) {
    this.socket = io('/live', {
      autoConnect: false,
      // Each request of long-polling could reach another node behind the proxy; a websocket stays with one.
      transports: ['websocket'],
      timeout: answerTimeoutMs,
      // Its own doubles the delays, and gives up on a server that refused or closed the connection.
      reconnection: false,
      auth: (answer) =>
        void tokens.current().then((token) => {
          this.token = token;
          answer({ token: token ?? undefined });
        }),
    });
    this.socket.on('connect', () => this.connected());
    this.socket.on('disconnect', (reason) => this.disconnected(reason));
    this.socket.on('connect_error', ({ message }) => {
      if (message === notSignedIn && this.token) void this.tokens.refused?.(this.token);
      this.retry();
    });
    this.socket.on('view', (message: LiveMessage & { view: string; key: string }) => {
      const name = `${message.view}/${message.key}`;
      if (message.value === null && message.removed === undefined) this.missed(name, message);
      else this.apply(name, message);
    });
  }

  watch(view: string, key: string, listener: Listener, ofMany = false): () => void {
    const name = `${view}/${key}`;
    const entry = this.watched.get(name) ?? { view, key, ofMany, listeners: new Set<Listener>(), latest: null };
    const isNew = entry.listeners.size === 0;
    entry.listeners.add(listener);
    this.watched.set(name, entry);
    if (entry.latest) listener(entry.latest);
    if (!this.socket.active) this.socket.connect();
    else if (isNew && this.socket.connected) this.ask(entry);
    return () => this.unwatch(name, listener);
  }

  /** After a change of who is signed in: the old room's rights end with the old token. */
  reconnect(): void {
    if (!this.socket.active && this.retryTimer === undefined) return;
    this.endRetries();
    for (const entry of this.watched.values()) entry.latest = null;
    this.socket.disconnect().connect();
  }

  private unwatch(name: string, listener: Listener): void {
    const entry = this.watched.get(name);
    if (!entry?.listeners.delete(listener) || entry.listeners.size > 0) return;
    this.watched.delete(name);
    clearTimeout(entry.missed);
    if (this.socket.connected) this.socket.emit('unwatch', { view: entry.view, key: entry.key });
  }

  private connected(): void {
    clearTimeout(this.offlineTimer);
    this.offlineTimer = undefined;
    this.endRetries();
    this.onStatus('live');
    for (const entry of this.watched.values()) this.ask(entry);
  }

  private endRetries(): void {
    clearTimeout(this.retryTimer);
    this.retryTimer = undefined;
    this.retries = 0;
  }

  private disconnected(reason: string): void {
    if (reason !== 'io client disconnect') this.retry(reason === closedAlone);
  }

  private retry(isAlone = false): void {
    this.waiting();
    const delay = firstReconnects[this.retries] ?? laterReconnects;
    const delayMs = isAlone ? delay.leastMs : spread(delay);
    this.retries += 1;
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => this.socket.connect(), delayMs);
  }

  private waiting(): void {
    if (this.offlineTimer !== undefined) return;
    this.onStatus('reconnecting');
    this.offlineTimer = setTimeout(() => this.onStatus('offline'), offlineAfterMs);
  }

  private ask({ view, key }: Watched): void {
    this.socket
      .timeout(answerTimeoutMs)
      .emitWithAck('watch', { view, key })
      .then((answer: WatchAnswer) => {
        if (!('error' in answer)) this.apply(`${view}/${key}`, answer);
      })
      .catch(() => {
        // No answer in time: the connection itself will report its end, and watching starts again with it.
      });
  }

  /** However often it is told: whoever watches a room of many reads its list at most once in that time. */
  private missed(name: string, message: LiveMessage): void {
    const entry = this.watched.get(name);
    if (!entry?.ofMany) return this.apply(name, message);
    if (entry.missed !== undefined || (entry.latest && message.position <= entry.latest.position)) return;
    entry.missed = setTimeout(() => {
      const position = Math.max(message.position, entry.latest?.position ?? message.position);
      this.apply(name, { position, value: null });
    }, spread(missedDelay));
  }

  private apply(name: string, message: LiveMessage): void {
    const entry = this.watched.get(name);
    if (!entry) return;
    // Read anew, as with each connection: nothing more is missed.
    if (message.value === null && message.removed === undefined) {
      clearTimeout(entry.missed);
      delete entry.missed;
    }
    // At the same position a replay may have put a corrected document in the place of the one that is known.
    const isNewer = !entry.latest || message.position >= entry.latest.position;
    if (!isNewer && !entry.ofMany) return;
    const { position, value, removed } = message;
    const told = removed === undefined ? { position, value } : { position, value, removed };
    if (isNewer) entry.latest = told;
    for (const listener of entry.listeners) listener(told);
  }
}
