import type { LiveMessage, LiveUpdate, WatchRefused, WatchRequest } from '@tessera/contract/kernel/live';
import { act } from '@testing-library/react';
import { pass, settled } from './user.test-kit.ts';

/** A client waits this long before it connects again. */
const reconnectMs = 1_000;

type Handler = (...values: never[]) => void;
type Auth = (answer: (credentials: { token?: string }) => void) => void;

const nameOf = ({ view, key }: WatchRequest) => `${view}/${key}`;

const sockets = new Set<FakeSocket>();
let answers = new Map<string, LiveMessage | WatchRefused>();

/** The part of a socket.io client that the product uses; `liveServer` is at its other end. */
class FakeSocket {
  active = false;
  connected = false;
  token: string | undefined;
  readonly watched = new Set<string>();
  readonly io: { readonly opts: { transports?: readonly string[] } } = { opts: {} };
  private readonly handlers = new Map<string, Handler>();

  constructor(private readonly auth: Auth) {}

  on(event: string, handler: Handler): this {
    this.handlers.set(event, handler);
    return this;
  }

  connect(): this {
    if (this.active) return this;
    this.active = true;
    sockets.add(this);
    this.auth(({ token }) => {
      if (!this.active) return;
      this.token = token;
      this.connected = true;
      this.receive('connect');
    });
    return this;
  }

  disconnect(reason = 'io client disconnect'): this {
    if (!this.active) return this;
    this.active = false;
    this.connected = false;
    this.watched.clear();
    sockets.delete(this);
    this.receive('disconnect', reason);
    return this;
  }

  timeout(_ms: number): this {
    return this;
  }

  async emitWithAck(_event: 'watch', request: WatchRequest): Promise<LiveMessage | WatchRefused> {
    this.watched.add(nameOf(request));
    const answer = answers.get(nameOf(request)) ?? answers.get(`${request.view}/*`);
    return answer ?? new Promise(() => undefined);
  }

  emit(_event: 'unwatch', request: WatchRequest): void {
    this.watched.delete(nameOf(request));
  }

  receive(event: string, ...values: readonly unknown[]): void {
    (this.handlers.get(event) as ((...values: readonly unknown[]) => void) | undefined)?.(...values);
  }
}

/** Takes the place of socket.io-client's function. */
export const io = (_address: string, { auth }: { readonly auth: Auth }) => new FakeSocket(auth);

/** Stands in for the product's server at the other end of the live connection. */
export const liveServer = {
  reset: () => {
    answers = new Map();
    for (const { watched } of sockets) watched.clear();
  },

  /** What a client is told when it begins to watch; `*` as the key is for all keys. Without one, no answer arrives. */
  answer: (view: string, key: string, message: LiveMessage | WatchRefused) => {
    answers.set(`${view}/${key}`, message);
  },

  /** Which views are watched now, as `view/key`. */
  watched: (): readonly string[] => [...sockets].flatMap(({ watched }) => [...watched]),

  /** Sends a change to everyone who watches this view; it is an error if nobody does. */
  push: async (view: string, key: string, message: LiveMessage) => {
    const watching = [...sockets].filter(({ watched }) => watched.has(`${view}/${key}`));
    if (watching.length === 0) throw new Error(`Nobody watches ${view}/${key}, but ${liveServer.watched().join(', ')}`);
    const update: LiveUpdate = { view, key, ...message };
    act(() => watching.forEach((socket) => socket.receive('view', update)));
    await settled();
  },

  /** Ends every connection, as if the network were gone. */
  disconnect: async (reason = 'transport close') => {
    act(() => sockets.forEach((socket) => socket.disconnect(reason)));
    await settled();
  },

  /** Ends every connection, and returns once the clients are connected again. */
  reconnect: async () => {
    await liveServer.disconnect();
    await pass(reconnectMs);
  },
};
