import { atom } from 'jotai';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { accessToken, sessionAtom } from './session.ts';
import { store } from './store.ts';

const answerTimeoutMs = 10_000;
const reconnectDelayMs = 1_000;
const reconnectDelayMaxMs = 10_000;
const offlineAfterMs = 15_000;

export interface LiveMessage {
  readonly position: number;
  /** null in the first answer of a view that has no document yet. */
  readonly value: unknown;
}

type Listener = (message: LiveMessage) => void;

interface Watched {
  readonly view: string;
  readonly key: string;
  readonly listeners: Set<Listener>;
  latest: LiveMessage | null;
}

type WatchAnswer = LiveMessage | { readonly error: { readonly code: string } };

export type LiveStatus = 'live' | 'reconnecting' | 'offline';

const status = atom<LiveStatus>('reconnecting');
export const liveStatusAtom = atom((get) => get(status));

/** One connection and what is watched over it. `token` is asked at each (re)connect. */
export class LiveConnection {
  private readonly watched = new Map<string, Watched>();
  private readonly socket: Socket;
  private offlineTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    token: () => Promise<string | null>,
    private readonly onStatus: (status: LiveStatus) => void,
  ) {
    this.socket = io('/live', {
      autoConnect: false,
      transports: ['websocket', 'polling'],
      timeout: answerTimeoutMs,
      reconnectionDelay: reconnectDelayMs,
      reconnectionDelayMax: reconnectDelayMaxMs,
      auth: (answer) => void token().then((current) => answer({ token: current ?? undefined })),
    });
    this.socket.on('connect', () => this.connected());
    this.socket.on('disconnect', (reason) => this.disconnected(reason));
    this.socket.on('connect_error', () => this.waiting());
    this.socket.on('view', (message: LiveMessage & { view: string; key: string }) =>
      this.apply(`${message.view}/${message.key}`, message),
    );
  }

  watch(view: string, key: string, listener: Listener): () => void {
    const name = `${view}/${key}`;
    const entry = this.watched.get(name) ?? { view, key, listeners: new Set<Listener>(), latest: null };
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
    if (!this.socket.active) return;
    for (const entry of this.watched.values()) entry.latest = null;
    this.socket.disconnect().connect();
  }

  private unwatch(name: string, listener: Listener): void {
    const entry = this.watched.get(name);
    if (!entry?.listeners.delete(listener) || entry.listeners.size > 0) return;
    this.watched.delete(name);
    if (this.socket.connected) this.socket.emit('unwatch', { view: entry.view, key: entry.key });
  }

  private connected(): void {
    clearTimeout(this.offlineTimer);
    this.offlineTimer = undefined;
    this.onStatus('live');
    for (const entry of this.watched.values()) this.ask(entry);
  }

  private disconnected(reason: string): void {
    this.waiting();
    // socket.io doesn't come back by itself when the server closed the socket, as it does when a token expires.
    if (reason === 'io server disconnect') setTimeout(() => this.socket.connect(), reconnectDelayMs);
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

  private apply(name: string, message: LiveMessage): void {
    const entry = this.watched.get(name);
    if (!entry || (entry.latest && message.position <= entry.latest.position)) return;
    entry.latest = { position: message.position, value: message.value };
    for (const listener of entry.listeners) listener(entry.latest);
  }
}

const adminToken = (): string | null => {
  try {
    const kept = JSON.parse(sessionStorage.getItem('adminSession') ?? 'null') as { access_token?: string } | null;
    return kept?.access_token ?? null;
  } catch {
    return null;
  }
};

const ownConnection = new LiveConnection(accessToken, (next) => store.set(status, next));
const adminConnection = new LiveConnection(
  async () => adminToken(),
  (next) => store.set(status, next),
);

let signedInAs = store.get(sessionAtom)?.userId;
store.sub(sessionAtom, () => {
  const userId = store.get(sessionAtom)?.userId;
  if (userId === signedInAs) return;
  signedInAs = userId;
  ownConnection.reconnect();
});

/** Hears of every newer state of a view; returns how to stop. An admin's views go over the admin's own connection. */
export const watch = (
  view: string,
  key: string,
  onMessage: Listener,
  options: { readonly admin?: boolean } = {},
): (() => void) => (options.admin ? adminConnection : ownConnection).watch(view, key, onMessage);
