import type { LiveMessage, LiveUpdate, NodeStopping, WatchRefused, WatchRequest } from '@tessera/contract/kernel/live';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { onWake } from '../browser/waking.ts';

const answerTimeoutMs = 10_000;
/** The delays before the first reconnection attempts; `laterReconnectMs` is for all further ones. */
const firstReconnectsMs: readonly number[] = [1_000, 2_000, 5_000];
const laterReconnectMs = 10_000;
/** Everyone watching a room of many learns of missed changes at the same moment, and would reload the list together. */
const missedLeastMs = 10_000;
const missedSpreadMs = 20_000;
const offlineAfterMs = 15_000;

export type Listener = (message: LiveMessage) => void;

interface Watched {
  readonly view: string;
  readonly key: string;
  readonly ofMany: boolean;
  readonly listeners: Set<Listener>;
  latest: LiveMessage | null;
  /** For a room of many: the timer until the list is reloaded because of missed changes. */
  missedTimer?: ReturnType<typeof setTimeout>;
}

export type LiveStatus = 'live' | 'reconnecting' | 'offline';

export interface Tokens {
  /** Called at each (re)connect; null for a visitor. */
  readonly current: () => Promise<string | null>;
  /** Called with a token that the server refused. */
  readonly refused?: (token: string) => unknown;
}

/** The server's error message for a token that it refuses. */
const notSignedIn = 'not_signed_in';

/** The client's own, for an attempt that got no answer in time. */
const timedOut = 'timeout';

/** One connection, and the views that are watched over it. */
export class LiveConnection {
  private readonly watched = new Map<string, Watched>();
  private readonly socket: Socket;
  private offlineTimer: ReturnType<typeof setTimeout> | undefined;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private retries = 0;
  /** How long a node that stops asked to wait before the first attempt, so that not everyone returns at once. */
  private askedWaitMs: number | undefined;
  private token: string | null = null;

  constructor(
    private readonly tokens: Tokens,
    private readonly onStatus: (status: LiveStatus) => void,
  ) {
    this.socket = io('/live', {
      autoConnect: false,
      // Some networks let no websocket through: the same is then polled over HTTP. A proxy before several nodes keeps
      // such a connection on one of them.
      transports: ['websocket', 'polling'],
      tryAllTransports: true,
      timeout: answerTimeoutMs,
      // socket.io's own reconnection doubles the delays, and gives up if the server refused or closed the connection.
      reconnection: false,
      auth: (answer) =>
        void tokens.current().then((token) => {
          this.token = token;
          answer({ token: token ?? undefined });
        }),
    });
    this.socket.on('connect', () => this.onConnect());
    this.socket.on('disconnect', (reason) => {
      if (reason !== 'io client disconnect') this.retry();
    });
    this.socket.on('stopping', ({ reconnect_after_ms }: NodeStopping) => (this.askedWaitMs = reconnect_after_ms));
    window.addEventListener('online', () => {
      if (this.retryTimer === undefined) return;
      clearTimeout(this.retryTimer);
      this.socket.connect();
    });
    // The server has given up on a device that slept, whose own side would notice only when the next ping is missing.
    onWake(() => {
      if (this.socket.connected) this.socket.disconnect().connect();
    });
    this.socket.on('connect_error', ({ message }) => {
      // Something in between took the websocket and then said nothing.
      if (message === timedOut) this.socket.io.opts.transports = ['polling', 'websocket'];
      if (message === notSignedIn && this.token) void this.tokens.refused?.(this.token);
      this.retry();
    });
    this.socket.on('view', (message: LiveUpdate) => {
      const name = `${message.view}/${message.key}`;
      if (message.value === null && message.removed === undefined) this.reportMissed(name, message);
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

  /** For when a different user signs in: access to the old rooms ends with the old token. */
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
    clearTimeout(entry.missedTimer);
    if (this.socket.connected) this.socket.emit('unwatch', { view: entry.view, key: entry.key } satisfies WatchRequest);
  }

  private onConnect(): void {
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
    this.askedWaitMs = undefined;
  }

  private retry(): void {
    this.showReconnecting();
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => this.socket.connect(), this.nextWaitMs());
  }

  private nextWaitMs(): number {
    const askedMs = this.askedWaitMs;
    this.askedWaitMs = undefined;
    if (askedMs !== undefined) return askedMs;
    const waitMs = firstReconnectsMs[this.retries] ?? laterReconnectMs;
    this.retries += 1;
    return waitMs;
  }

  private showReconnecting(): void {
    if (this.offlineTimer !== undefined) return;
    this.onStatus('reconnecting');
    this.offlineTimer = setTimeout(() => this.onStatus('offline'), offlineAfterMs);
  }

  private ask({ view, key }: Watched): void {
    this.socket
      .timeout(answerTimeoutMs)
      .emitWithAck('watch', { view, key } satisfies WatchRequest)
      .then((answer: LiveMessage | WatchRefused) => {
        if (!('error' in answer)) this.apply(`${view}/${key}`, answer);
      })
      .catch(() => {
        // No answer in time: the connection itself will report that it is lost, and reconnecting watches again.
      });
  }

  /** Reports missed changes at most once per delay, however many messages arrive, as each report reloads the list. */
  private reportMissed(name: string, message: LiveMessage): void {
    const entry = this.watched.get(name);
    if (!entry?.ofMany) return this.apply(name, message);
    if (entry.missedTimer !== undefined || (entry.latest && message.position <= entry.latest.position)) return;
    entry.missedTimer = setTimeout(
      () => {
        const position = Math.max(message.position, entry.latest?.position ?? message.position);
        this.apply(name, { position, value: null });
      },
      missedLeastMs + Math.random() * missedSpreadMs,
    );
  }

  private apply(name: string, message: LiveMessage): void {
    const entry = this.watched.get(name);
    if (!entry) return;
    // The list is about to be reloaded, as on each (re)connection, which covers whatever was missed before.
    if (message.value === null && message.removed === undefined) {
      clearTimeout(entry.missedTimer);
      delete entry.missedTimer;
    }
    // An equal position counts as newer: a replay may have corrected the document that is known.
    const isNewer = !entry.latest || message.position >= entry.latest.position;
    if (!isNewer && !entry.ofMany) return;
    const { position, value, removed } = message;
    const change = removed === undefined ? { position, value } : { position, value, removed };
    if (isNewer) entry.latest = change;
    for (const listener of entry.listeners) listener(change);
  }
}
