import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type sendUnaryData, Server, ServerCredentials, type ServerUnaryCall } from '@grpc/grpc-js';
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { answerAppends, type AppendCall, type AppendFault, type SizeCount } from './appends.ts';
import { type Fault, notLeader, readRefusals } from './faults.ts';
import { DoubleLog, type Place } from './log.ts';
import { answerRead, placeAsked, type ReadCall } from './reads.ts';

const [leaderState, followerState] = [8, 6] as const;
/** Streams that one connection may carry at a time. */
const streamsMax = 100;

/** How an answer is lost: the connection drops, or the answer just never arrives. */
export type LostAnswer = 'dropped' | 'silent';

interface KnownMember {
  readonly port: number;
  readonly isLeader: boolean;
}

export interface EventStoreDbDouble {
  readonly url: string;
  readonly port: number;
  readonly log: DoubleLog;
  /** Ends all connections and returns how many there were. New ones are accepted. */
  dropConnections(): number;
  /** Connections accepted since the start. */
  accepted(): number;
  /** Bytes sent over the connections that are open now. */
  bytesSent(): number;
  /** Stores the next append, but never answers it. */
  loseNextAnswer(how: LostAnswer): void;
  refuseNextRead(how: Fault): void;
  /** Refuses the next append. The client can't know whether it was stored. */
  refuseNextAppend(how: Fault, stored?: boolean): void;
  /**
   * Becomes a follower of the node at a port, or the leader again with `null`. Clients that require the leader are
   * redirected.
   */
  follow(leaderPort: number | null): void;
  /** The members that this node names when asked about its cluster. */
  gossip(members: readonly KnownMember[]): void;
  /** Where each subscription asked to begin, in the order of the subscriptions. */
  readonly subscribedFrom: readonly Place[];
  /** Sends all live subscribers a checkpoint: the end of the log, with 0 as its second number. */
  sendCheckpoint(): void;
  /** Ends all connections, and every new one until `welcome`. */
  refuse(): void;
  welcome(): void;
  /** Delays every answer. */
  slowDown(answerAfterMs: number): void;
  stop(): Promise<void>;
}

interface DoubleOptions {
  /** 0 for any free port. */
  readonly port?: number;
  /** Whether events read from their stream include their position, as newer servers do. */
  readonly positionsInStreams?: boolean;
  readonly sizeCounts?: SizeCount;
}

/**
 * A stand-in for EventStoreDB that speaks its protocol through the official client's generated stubs, and answers like
 * the source of server 24.10.4: appends, reads, subscriptions, gossip. It keeps its log in memory, so it proves nothing
 * about durability, only about the protocol.
 */
export const startEventStoreDbDouble = async (options: DoubleOptions = {}): Promise<EventStoreDbDouble> => {
  const { port = 0, positionsInStreams = false, sizeCounts = 'everything' } = options;
  const log = new DoubleLog();
  const sockets = new Set<Socket>();
  const answersToLose: LostAnswer[] = [];
  const subscribedFrom: Place[] = [];
  const readsToRefuse: Fault[] = [];
  const appendsToRefuse: AppendFault[] = [];
  let members: readonly KnownMember[] | null = null;
  let leaderPort: number | null = null;
  let accepted = 0;
  let answerAfterMs = 0;
  let refusing = false;

  const dropConnections = () => {
    const dropped = sockets.size;
    for (const socket of sockets) socket.destroy();
    return dropped;
  };
  const answerLater = (answer: () => void) => void (answerAfterMs > 0 ? setTimeout(answer, answerAfterMs) : answer());
  const answerOrLose = (answer: () => void) => {
    const lost = answersToLose.shift();
    if (lost === 'dropped') dropConnections();
    if (lost === undefined) answerLater(answer);
  };

  const batchAppend = (call: AppendCall) =>
    answerAppends(call, {
      log,
      counts: sizeCounts,
      port: bound,
      leaderPort: () => (requiresLeader(call) ? leaderPort : null),
      nextFault: () => appendsToRefuse.shift(),
      answer: answerOrLose,
    });
  const read = (call: ReadCall) => {
    const refused = readsToRefuse.shift();
    if (refused) call.emit('error', readRefusals(bound())[refused]);
    else if (leaderPort !== null && requiresLeader(call)) call.emit('error', notLeader(leaderPort));
    else {
      if (call.request.getOptions()?.hasSubscription())
        subscribedFrom.push(placeAsked(log, call.request.getOptions()!));
      answerLater(() => answerRead(log, call, positionsInStreams));
    }
  };

  const server = new Server({ 'grpc.max_concurrent_streams': streamsMax });
  server.addService(streamsGrpc.StreamsService, { batchAppend, read });
  server.addService(gossipGrpc.GossipService, {
    read: (_: ServerUnaryCall<unknown, unknown>, answer: sendUnaryData<ClusterInfo>) =>
      answer(null, clusterOf(members ?? [{ port: bound(), isLeader: leaderPort === null }])),
  });
  server.addService(featuresGrpc.ServerFeaturesService, {
    getSupportedMethods: (_: ServerUnaryCall<unknown, unknown>, answer: sendUnaryData<SupportedMethods>) =>
      answer(null, supported()),
  });
  const connections = server.createConnectionInjector(ServerCredentials.createInsecure());
  const listener = createServer((socket) => {
    if (refusing) return void socket.destroy();
    accepted += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    connections.injectConnection(socket);
  });
  const bound = () => (listener.address() as AddressInfo).port;
  listener.listen(port, '127.0.0.1');
  await once(listener, 'listening');

  return {
    url: `esdb://127.0.0.1:${bound()}?tls=false`,
    port: bound(),
    log,
    dropConnections,
    accepted: () => accepted,
    bytesSent: () => [...sockets].reduce((total, { bytesWritten }) => total + bytesWritten, 0),
    loseNextAnswer: (how) => void answersToLose.push(how),
    refuseNextRead: (how) => void readsToRefuse.push(how),
    refuseNextAppend: (how, stored = false) => void appendsToRefuse.push({ how, stored }),
    follow: (port) => void (leaderPort = port),
    gossip: (known) => void (members = known),
    subscribedFrom,
    sendCheckpoint: () => void log.emit('atEnd'),
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

const requiresLeader = ({ metadata }: Pick<ReadCall, 'metadata'>) => metadata.get('requires-leader')[0] === 'true';

const supported = (): SupportedMethods => {
  const batches = new features.SupportedMethod();
  batches.setServiceName('event_store.client.streams.streams');
  batches.setMethodName('batchappend');
  const all = new features.SupportedMethods();
  all.setEventStoreServerVersion('24.10.4');
  all.addMethods(batches);
  return all;
};

const clusterOf = (members: readonly KnownMember[]): ClusterInfo => {
  const cluster = new gossip.ClusterInfo();
  for (const { port, isLeader } of members) {
    const endPoint = new gossip.EndPoint();
    endPoint.setAddress('127.0.0.1');
    endPoint.setPort(port);
    const id = new shared.UUID();
    id.setString(`00000000-0000-4000-8000-${String(port).padStart(12, '0')}`);
    const node = new gossip.MemberInfo();
    node.setInstanceId(id);
    node.setState(isLeader ? leaderState : followerState);
    node.setIsAlive(true);
    node.setHttpEndPoint(endPoint);
    cluster.addMembers(node);
  }
  return cluster;
};
