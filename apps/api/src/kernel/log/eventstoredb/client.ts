import { EventStoreDBClient, NotLeaderError } from '@eventstore/db-client';
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import grpc, { type StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { type Address, textOf } from './address.ts';
import { appendAnswer, appendPath } from './append-messages.ts';
import { grpcCode } from './failure.ts';
import { readAnswer, readPath } from './reads.ts';

/** As gRPC numbers the states of channels. */
const [ready, shutDown] = [2, 4] as const;

const identity = (bytes: Buffer) => bytes;

/** The client of one channel, which the official client replaces with its channel. */
export type ChannelClient = Pick<StreamsClient, 'getChannel'>;

const stateOf = (on: ChannelClient): number => on.getChannel().getConnectivityState(false);

/** Whether calls go out, not only wait. */
export const isReady = (on: ChannelClient) => stateOf(on) === ready;

export interface CallOptions {
  readonly credentials: Address['credentials'];
  /** Without one the call goes on until it is canceled or the connection is lost. */
  readonly deadlineMs?: number | undefined;
  /** Called before the call begins; it does not if this throws. */
  readonly begin: (on: StreamsClient) => void;
}

/** A node of a cluster, as `host:port`. */
export interface Member {
  readonly node: string;
  readonly isLeader: boolean;
}

/**
 * The official client with its addresses, connections and discovery, and two calls of its own protocol: reads that are not
 * decoded by generated classes, and appends without its table of waiting answers. Both ask the leader alone, so that what
 * is read is never old.
 */
export class LogClient extends EventStoreDBClient {
  /**
   * @param onLeft is told when the client has left a channel, whose calls it lets go on
   * @throws when the address can't be read
   */
  static connect(address: Address, onLeft: (left: ChannelClient) => void = () => {}): LogClient {
    // The client makes itself from an address, and only itself.
    const client = Object.setPrototypeOf(
      EventStoreDBClient.connectionString(textOf(address)),
      LogClient.prototype,
    ) as LogClient;
    const { handleError } = client;
    client.handleError = async (failed, error) => {
      // It does not wait for this: a call that fails while the cluster is looked for in vain would end the process.
      await handleError(failed, error).catch(() => undefined);
      if (stateOf(failed) === shutDown) onLeft(failed);
    };
    return client;
  }

  read(request: Buffer, options: CallOptions) {
    const open = this.GRPCStreamCreator(grpc.StreamsClient, 'read', (on) => {
      options.begin(on);
      return on.makeServerStreamRequest(readPath, identity, readAnswer, request, ...this.argumentsOf(options));
    });
    return open();
  }

  batchAppend(options: CallOptions) {
    const open = this.GRPCStreamCreator(grpc.StreamsClient, 'batchAppend', (on) => {
      options.begin(on);
      return on.makeBidiStreamRequest(appendPath, identity, appendAnswer, ...this.argumentsOf(options));
    });
    return open();
  }

  /** The members of its cluster as a node knows them, also those that it can't reach. */
  async members(deadlineMs: number): Promise<Member[]> {
    const options = this.callArguments({}, { deadline: Date.now() + deadlineMs });
    const known = await this.execute(gossipGrpc.GossipClient, 'gossip', (on) => {
      const { promise, resolve, reject } = Promise.withResolvers<gossip.ClusterInfo>();
      on.read(new shared.Empty(), ...options, (error, info) => (error ? reject(error) : resolve(info)));
      return promise;
    });
    return known.getMembersList().flatMap((member) => {
      const endpoint = member.getHttpEndPoint();
      if (!endpoint) return [];
      const isLeader = member.getIsAlive() && member.getState() === gossip.MemberInfo.VNodeState.LEADER;
      return [{ node: `${endpoint.getAddress()}:${endpoint.getPort()}`, isLeader }];
    });
  }

  /** Takes a channel for lost, so that the leader is looked for again. Nothing happens to one that was left before. */
  async leave(channel: ChannelClient, error: Error): Promise<void> {
    await this.handleError(channel as StreamsClient, error);
  }

  /** Leaves a channel for a node that leads by the word of others, as if the one that was left had named it. */
  async moveTo(channel: ChannelClient, node: string): Promise<void> {
    const [host = '', port = ''] = node.split(':');
    const [metadata] = this.callArguments({});
    metadata.set('leader-endpoint-host', host);
    metadata.set('leader-endpoint-port', port);
    const details = `${node} leads`;
    const told = { name: 'NotLeader', message: details, code: grpcCode.unavailable, details, metadata };
    await this.leave(channel, new NotLeaderError(told));
  }

  /** Ends all calls, and the connection as soon as it is known. */
  disconnect(): void {
    void this.dispose();
    void this.getChannel().then(
      (channel) => channel.close(),
      () => undefined,
    );
  }

  protected argumentsOf({ credentials, deadlineMs = Infinity }: CallOptions) {
    const base = { requiresLeader: true, ...(credentials && { credentials }) };
    return this.callArguments(base, { deadline: Date.now() + deadlineMs });
  }
}

export type ReadCall = Awaited<ReturnType<LogClient['read']>>;
export type BatchAppendCall = Awaited<ReturnType<LogClient['batchAppend']>>;
