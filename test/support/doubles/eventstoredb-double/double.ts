import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import {
  Metadata,
  type sendUnaryData,
  Server,
  ServerCredentials,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  status,
} from '@grpc/grpc-js';
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { AppendReq, AppendResp, ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { DoubleLog, type ProposedEvent } from './log.ts';
import { appendAnswer, nameOf, proposedOf } from './messages.ts';
import { answerRead } from './reads.ts';

const leaderState = 8;

/**
 * What a read is refused with: by a node that no longer leads, one that fails at its disk, one that is not ready, or for
 * want of rights.
 */
type RefusedRead = 'not-leader' | 'storage' | 'not-ready' | 'denied';

/** How an answer is lost: with its connection, or it just never comes. */
export type LostAnswer = 'dropped' | 'silent';

export interface EventStoreDbDouble {
  readonly url: string;
  readonly log: DoubleLog;
  /** Ends all connections at once; answers how many there were. New ones are welcome. */
  dropConnections(): number;
  /** Over the connections that are open. */
  bytesSent(): number;
  /** Stores the next append, and never answers it. */
  loseNextAnswer(how: LostAnswer): void;
  refuseNextRead(how: RefusedRead): void;
  /** Ends all connections, and every new one until `welcome`. */
  refuse(): void;
  welcome(): void;
  /** Lets every answer wait. */
  slowDown(answerAfterMs: number): void;
  stop(): Promise<void>;
}

interface DoubleOptions {
  /** 0 for any that is free. */
  readonly port?: number;
  /** Whether events that are read from their stream bring their position, as they do from newer servers. */
  readonly positionsInStreams?: boolean;
  /** Of the leader, for a node that is a follower: it sends everyone there. */
  readonly leaderPort?: number;
}

/**
 * A stand-in for an EventStoreDB that speaks its protocol through the client's own generated stubs: appends, reads and
 * subscriptions, gossip of one node. It keeps its log in memory; it is no proof of durability, only of the protocol.
 */
export const startEventStoreDbDouble = async (options: DoubleOptions = {}): Promise<EventStoreDbDouble> => {
  const { port = 0, positionsInStreams = false, leaderPort } = options;
  const log = new DoubleLog();
  const sockets = new Set<Socket>();
  const answersToLose: LostAnswer[] = [];
  const readsToRefuse: RefusedRead[] = [];
  let answerAfterMs = 0;
  let refusing = false;

  const dropConnections = () => {
    const dropped = sockets.size;
    for (const socket of sockets) socket.destroy();
    return dropped;
  };
  const answerLater = (answer: () => void) => void (answerAfterMs > 0 ? setTimeout(answer, answerAfterMs) : answer());

  const append = (call: ServerReadableStream<AppendReq, AppendResp>, answer: sendUnaryData<AppendResp>) => {
    let asked: AppendReq.Options | undefined;
    const events: ProposedEvent[] = [];
    call.on('data', (part: AppendReq) => {
      const message = part.getProposedMessage();
      if (message) events.push(proposedOf(message));
      else asked = part.getOptions();
    });
    // A request that is cut off ends as well; that it was, is known a moment later.
    call.on('end', () => setImmediate(store));
    const store = () => {
      if (call.cancelled) return;
      if (leaderPort !== undefined) return answer(notLeader(leaderPort));
      if (sizeOf(events) > appendMaxBytes) return answer(tooLarge);
      const expected = asked?.hasNoStream() ? -1 : Number(asked?.getRevision());
      const outcome = log.append(nameOf(asked?.getStreamIdentifier()), expected, events);
      const lost = answersToLose.shift();
      if (lost === 'dropped') dropConnections();
      if (lost === undefined) answerLater(() => answer(null, appendAnswer(outcome, expected)));
    };
  };
  const read = (call: ServerWritableStream<ReadReq, ReadResp>) => {
    const refused = readsToRefuse.shift();
    if (refused) call.emit('error', refusalOf(refused, bound()));
    else if (leaderPort !== undefined) call.emit('error', notLeader(leaderPort));
    else answerLater(() => answerRead(log, call, positionsInStreams));
  };

  const server = new Server();
  server.addService(streamsGrpc.StreamsService, { append, read });
  server.addService(gossipGrpc.GossipService, {
    read: (_: ServerUnaryCall<unknown, unknown>, answer: sendUnaryData<ClusterInfo>) => answer(null, oneNode(bound())),
  });
  const connections = server.createConnectionInjector(ServerCredentials.createInsecure());
  const listener = createServer((socket) => {
    if (refusing) return void socket.destroy();
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    connections.injectConnection(socket);
  });
  const bound = () => (listener.address() as AddressInfo).port;
  listener.listen(port, '127.0.0.1');
  await once(listener, 'listening');

  return {
    url: `esdb://127.0.0.1:${bound()}?tls=false`,
    log,
    dropConnections,
    bytesSent: () => [...sockets].reduce((total, { bytesWritten }) => total + bytesWritten, 0),
    loseNextAnswer: (how) => void answersToLose.push(how),
    refuseNextRead: (how) => void readsToRefuse.push(how),
    refuse: () => {
      refusing = true;
      dropConnections();
    },
    welcome: () => void (refusing = false),
    slowDown: (ms) => void (answerAfterMs = ms),
    stop: async () => {
      const closed = once(listener, 'close');
      listener.close();
      dropConnections();
      connections.destroy();
      server.forceShutdown();
      await closed;
    },
  };
};

/** What the server adds to a code, so that clients can tell errors apart. */
const named = (exception: string, facts: Readonly<Record<string, string>> = {}) => {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries({ exception, ...facts })) metadata.set(name, value);
  return metadata;
};

const notLeader = (leaderPort: number) => {
  const metadata = named('not-leader', {
    'leader-endpoint-host': '127.0.0.1',
    'leader-endpoint-port': String(leaderPort),
  });
  return { code: status.NOT_FOUND, details: 'Leader info available', metadata };
};

const appendMaxBytes = 1_048_576;
/** As 24.10.4 counts it, to the byte. */
const sizeOf = (events: readonly ProposedEvent[]) =>
  events.reduce((total, { type, data, metadata }) => total + data.length + metadata.length + 2 * type.length, 0);
const tooLarge = {
  code: status.INVALID_ARGUMENT,
  details: `Maximum Append Size of ${appendMaxBytes} Exceeded.`,
  metadata: named('maximum-append-size-exceeded', { 'maximum-append-size': String(appendMaxBytes) }),
};

/** As servers of the versions 24.2 and 24.10 say it. */
const refusalOf = (how: RefusedRead, leaderPort: number) => {
  if (how === 'not-leader') return notLeader(leaderPort);
  if (how === 'not-ready') return { code: status.UNAVAILABLE, details: 'Server Is Not Ready' };
  if (how === 'denied')
    return { code: status.PERMISSION_DENIED, details: 'Access Denied', metadata: named('access-denied') };
  return { code: status.UNKNOWN, details: 'Unexpected FilteredReadAllResult: Error' };
};

const oneNode = (port: number): ClusterInfo => {
  const endPoint = new gossip.EndPoint();
  endPoint.setAddress('127.0.0.1');
  endPoint.setPort(port);
  const id = new shared.UUID();
  id.setString('00000000-0000-4000-8000-00000000000a');
  const node = new gossip.MemberInfo();
  node.setInstanceId(id);
  node.setState(leaderState);
  node.setIsAlive(true);
  node.setHttpEndPoint(endPoint);
  const cluster = new gossip.ClusterInfo();
  cluster.addMembers(node);
  return cluster;
};
