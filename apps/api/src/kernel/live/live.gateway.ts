import { Inject } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationShutdown } from '@nestjs/common';
import { ConnectedSocket, MessageBody, SubscribeMessage, WebSocketGateway, WebSocketServer } from '@nestjs/websockets';
import type { OnGatewayConnection, OnGatewayInit } from '@nestjs/websockets';
import { WatchRequest } from '@tessera/contract/kernel/live';
import type { LiveMessage, LiveUpdate, NodeStopping, Unwatched, WatchRefused } from '@tessera/contract/kernel/live';
import { views } from '@tessera/domain/catalog';
import { isFields } from '@tessera/domain/kernel/fields';
import type { AnyView, LivePush, Reader } from '@tessera/domain/kernel/view';
import { validateSync } from 'class-validator';
import type { Logger } from 'pino';
import type { Namespace, Socket } from 'socket.io';
import type { Committed } from '../projecting/follow.ts';
import { Projections } from '../projecting/projections.ts';
import { Refused } from '../refused.ts';
import { LiveRefresh } from './live-refresh.ts';
import type { WatchedRooms } from './live-refresh.ts';
import { OtherNodes } from './other-nodes.ts';
import type { Hint, NodeMessage } from './other-nodes.ts';
import { RoomReader, roomValueOf } from './room-reader.ts';
import { ReadStore } from '../views/port.ts';
import type { Change } from '../views/port.ts';
import { loggerToken } from '../tokens.ts';
import { tracedPush } from '../observe/trace.ts';

const watchesPerSocketMax = 50;
/** The longest that Node's timers support; no token lives that long. */
const timerMaxMs = 2 ** 31 - 1;
/** The most hints per message to other nodes; one batch of events may change thousands of documents. */
const hintsPerMessageMax = 500;
/**
 * A connection with this many unsent messages isn't reading: it is closed, and its client reconnects and asks again.
 */
const waitingMessagesMax = 256;

/** The connections of a node that stops return one after the other from the first of these times to the second. */
const firstReturnMs = 1_000;
const lastReturnMs = 11_000;

/** The user of a connection, and the session that it ends with. */
interface Watcher extends Reader {
  readonly sessionId: string;
}

/** Decides who may connect, and when a connection must end. */
export abstract class LiveAccess {
  /** Null for a token that is invalid, expired, or of an ended session. @throws Refused for one that isn't valid yet */
  abstract verify(token: string): Promise<{ readonly user: Watcher; readonly expiresAtMs: number } | null>;
  abstract onSessionEnded(listener: (sessionId: string) => void): void;
}

/** Something other than the domain's views that can be watched. */
export interface LiveSource {
  readonly mayWatch: (reader: Reader, key: string) => boolean;
  readonly current: (key: string) => Promise<LiveMessage>;
}

interface SocketData {
  reader?: Reader;
}
// oxlint-disable-next-line typescript/no-explicit-any -- socket.io's event maps are not used here
type LiveSocket = Socket<any, any, any, SocketData>;

const visitor: Reader = { id: null, role: 'visitor' };
const viewRoomStart = 'view:';
const roomOf = (view: string, key: string) => `${viewRoomStart}${view}:${key}`;
/** A socket is also in a room of its own, and in that of its session. */
const watchedBy = ({ rooms }: Socket) => [...rooms].filter((room) => room.startsWith(viewRoomStart));
const roomPattern = /^view:([^:]+):(.*)$/s;
const sessionRoom = (sessionId: string) => `session:${sessionId}`;
const refusal = (message: string): WatchRefused => ({ error: { code: 'refused', message } });

const isWatch = (body: unknown): body is WatchRequest =>
  isFields(body) &&
  validateSync(Object.assign(new WatchRequest(), { view: body['view'], key: body['key'] })).length === 0;

/** The room that watches a change; null for a deleted document that is a room by itself. */
const roomOfChange = (live: LivePush<unknown>, { key, document, deleted }: Change): string | null => {
  if (document !== undefined) return live.room?.(document, key) ?? key;
  return live.room && deleted !== undefined ? live.room(deleted, key) : null;
};

/** The message that announces a change to its room. */
const messageOf = (live: LivePush<unknown>, { key, position, document }: Change): LiveMessage => {
  if (document === undefined) return { position, value: null, removed: key };
  return { position, value: roomValueOf(live, key, document) };
};

const hintOf = ({ key, position, document }: Change, view: string, room: string): Hint => ({
  ...{ view, key, room, position },
  ...(document === undefined ? { removed: true } : {}),
});

/** The interval of the server's heartbeats; clients learn it from the server. */
const heartbeatMs = 30_000;

/**
 * Pushes changed documents to those who watch them: one room per view and key. A document is sent only after it was
 * committed, with its position, so that clients can tell newer from older.
 */
@WebSocketGateway({ namespace: '/live', serveClient: false, maxHttpBufferSize: 16_384, pingInterval: heartbeatMs })
export class LiveGateway
  implements
    OnGatewayInit<Namespace>,
    OnGatewayConnection<LiveSocket>,
    BeforeApplicationShutdown,
    OnApplicationShutdown
{
  @WebSocketServer() private readonly server!: Namespace;
  private readonly sources = new Map<string, LiveSource>();
  private readonly reader: RoomReader;
  private readonly refresh: LiveRefresh;
  private stopListening = () => {};
  private readonly views: ReadonlyMap<string, AnyView> = new Map(views.map((view) => [view.name, view]));

  constructor(
    private readonly readStore: ReadStore,
    private readonly access: LiveAccess,
    private readonly projections: Projections,
    private readonly nodes: OtherNodes,
    @Inject(loggerToken) logger: Logger,
  ) {
    this.reader = new RoomReader({
      views: this.views,
      store: readStore,
      publish: (view, room, message) => this.publishHere(view, room, message),
      onDropped: () => this.refresh.missed(),
    });
    this.refresh = new LiveRefresh({
      ...{ nodes, logger, reader: this.reader },
      watched: () => this.watched(),
      checkpoint: (view) => readStore.checkpoint(view),
    });
    for (const view of views) if (view.live) this.sources.set(view.name, this.sourceOf(view));
  }

  afterInit(namespace: Namespace) {
    // Nest's guards do not run for connections, so the token is checked in socket.io's own middleware.
    namespace.use((socket: LiveSocket, next) => {
      this.admit(socket).then(
        () => next(),
        (error: unknown) => next(new Error(error instanceof Refused ? error.failure.failure : 'not_signed_in')),
      );
    });
    this.access.onSessionEnded((sessionId) => {
      this.endSession(sessionId);
      this.nodes.send({ endedSession: sessionId });
    });
    this.projections.onCommitted((committed) => this.push(committed));
    this.projections.onPromoted((view) => {
      this.refresh.promoted(view);
      this.nodes.send({ promoted: view });
    });
    this.stopListening = this.nodes.onMessage((message) => this.receive(message));
    this.refresh.start();
  }

  /** Closes only this node's connections: they never end on their own, and the server waits for each. */
  beforeApplicationShutdown() {
    const sockets = [...this.server.sockets.values()];
    const stepMs = (lastReturnMs - firstReturnMs) / sockets.length;
    for (const [place, socket] of sockets.entries()) {
      const reconnect_after_ms = Math.round(firstReturnMs + place * stepMs);
      socket.emit('stopping', { reconnect_after_ms } satisfies NodeStopping);
    }
    this.server.server.engine.close();
  }

  onApplicationShutdown() {
    this.stopListening();
    this.refresh.stop();
  }

  handleConnection({ conn }: LiveSocket) {
    let waiting = 0;
    conn.on('drain', () => (waiting = 0));
    conn.on('packetCreate', () => {
      waiting += 1;
      // This also drops the unsent messages, which are what takes up memory.
      if (waiting === waitingMessagesMax) conn.close(true);
    });
  }

  addSource(name: string, source: LiveSource) {
    this.sources.set(name, source);
  }

  /** Whether anyone is watching: nothing expensive need be made for an empty room. */
  isWatched(view: string, key: string): boolean {
    return (this.server.adapter.rooms.get(roomOf(view, key))?.size ?? 0) > 0;
  }

  /** Sends to the sockets of this node. */
  publishHere(view: string, key: string, message: LiveMessage) {
    this.server.to(roomOf(view, key)).emit('view', { view, key, ...message } satisfies LiveUpdate);
  }

  connections(): number {
    return this.server.sockets.size;
  }

  @SubscribeMessage('watch')
  async watch(
    @MessageBody() body: unknown,
    @ConnectedSocket() socket: LiveSocket,
  ): Promise<LiveMessage | WatchRefused> {
    if (!isWatch(body)) return refusal('watch needs a view and a key.');
    const source = this.sources.get(body.view);
    if (!source?.mayWatch(socket.data.reader ?? visitor, body.key)) return refusal('You may not watch this.');
    const room = roomOf(body.view, body.key);
    const watched = watchedBy(socket);
    if (watched.length >= watchesPerSocketMax && !watched.includes(room))
      return refusal(`At most ${watchesPerSocketMax} views at once.`);
    // Joins before reading: whatever is committed in between arrives twice rather than never.
    await socket.join(room);
    return source.current(body.key);
  }

  @SubscribeMessage('unwatch')
  async unwatch(@MessageBody() body: unknown, @ConnectedSocket() socket: LiveSocket): Promise<Unwatched> {
    if (isWatch(body)) await socket.leave(roomOf(body.view, body.key));
    return { ok: true };
  }

  private async admit(socket: LiveSocket) {
    const { token } = socket.handshake.auth as { token?: unknown };
    if (token === undefined || token === null) return;
    const verified = typeof token === 'string' ? await this.access.verify(token) : null;
    if (!verified) throw new Error('The token is not valid');
    socket.data.reader = verified.user;
    await socket.join(sessionRoom(verified.user.sessionId));
    const leftMs = Math.min(Math.max(0, verified.expiresAtMs - Date.now()), timerMaxMs);
    const expiry = setTimeout(() => socket.disconnect(true), leftMs);
    socket.once('disconnect', () => clearTimeout(expiry));
  }

  private sourceOf(view: AnyView): LiveSource {
    const { live } = view;
    return {
      mayWatch: (reader, key) => live?.mayWatch(reader, key) ?? false,
      current: async (key) => {
        // A room with many documents starts without a value: its watchers read the list, and only changes arrive here.
        const stored = live?.room ? null : await this.readStore.get(view.name, key);
        const position = stored?.position ?? (await this.readStore.checkpoint(view.name));
        return { position, value: stored ? roomValueOf(live, key, stored.document) : null };
      },
    };
  }

  private push({ changes }: Committed) {
    const hints: Hint[] = [];
    for (const change of changes) {
      const live = this.views.get(change.view)?.live;
      const room = live ? roomOfChange(live, change) : null;
      if (!live || room === null) continue;
      const isWatched = this.isWatched(change.view, room);
      // Nobody here knows whether another node's sockets watch it.
      if (!isWatched && !this.nodes.exist) continue;
      tracedPush(change.view, change.position, () => {
        if (isWatched) this.publishHere(change.view, room, messageOf(live, change));
        hints.push(hintOf(change, change.view, room));
      });
    }
    for (let start = 0; start < hints.length; start += hintsPerMessageMax) {
      this.nodes.send({ changed: hints.slice(start, start + hintsPerMessageMax) });
    }
  }

  private receive(message: NodeMessage) {
    if ('changed' in message) {
      this.reader.changed(message.changed.filter(({ view, room }) => this.isWatched(view, room)));
    } else if ('promoted' in message) this.refresh.promoted(message.promoted);
    else this.endSession(message.endedSession);
  }

  private endSession(sessionId: string) {
    this.server.in(sessionRoom(sessionId)).disconnectSockets(true);
  }

  /** The watched rooms of the domain's views: each node announces other sources itself. */
  private watched(): WatchedRooms {
    const rooms = new Map<string, string[]>();
    for (const name of this.server.adapter.rooms.keys()) {
      const [, view, key] = roomPattern.exec(name) ?? [];
      if (view === undefined || key === undefined || !this.views.get(view)?.live) continue;
      const ofView = rooms.get(view) ?? [];
      ofView.push(key);
      rooms.set(view, ofView);
    }
    return rooms;
  }
}
