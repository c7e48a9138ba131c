import { EventStoreDBClient, NotLeaderError } from '@eventstore/db-client';
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import grpc, { type StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { type Address, textOf } from './address.ts';
import { appendAnswer, appendPath } from './append-messages.ts';
import { grpcCode } from './failure.ts';
import { readAnswer, readPath } from './reads.ts';

/** gRPC's numbers for channel states. */
const [ready, shutDown] = [2, 4] as const;

const identity = (bytes: Buffer) => bytes;

/** The client of one channel; the official client replaces it whenever it changes channels. */
export type ChannelClient = Pick<StreamsClient, 'getChannel'>;

const stateOf = (on: ChannelClient): number => on.getChannel().getConnectivityState(false);

/** Whether calls are sent immediately instead of waiting for a connection. */
export const isReady = (on: ChannelClient) => stateOf(on) === ready;

export interface CallOptions {
  readonly credentials: Address['credentials'];
  /** Without a deadline, the call continues until it is canceled or the connection is lost. */
  readonly deadlineMs?: number | undefined;
  /** Called before the call begins; if this throws, the call is not made. */
  readonly begin: (on: StreamsClient) => void;
}

/** A node of a cluster, as `host:port`. */
export interface Member {
  readonly node: string;
  readonly isLeader: boolean;
}

/**
 * The official client with its addresses, connections and discovery, plus two calls of our own: reads without the
 * generated classes' decoding, and appends without the client's table of pending answers. Both ask only the leader, so
 * that reads are never stale.
 */
export class LogClient extends EventStoreDBClient {
  /**
   * @param onLeft called when the client has abandoned a channel, whose calls it leaves running
   * @throws if the address can't be parsed
   */
  static connect(address: Address, onLeft: (left: ChannelClient) => void = () => {}): LogClient {
    // The client's factory creates only its own class, so the prototype is set afterward.
    const client = Object.setPrototypeOf(
      EventStoreDBClient.connectionString(textOf(address)),
      LogClient.prototype,
    ) as LogClient;
    const { handleError } = client;
    client.handleError = async (failed, error) => {
      // The client does not await this. A rejection, if no leader was found, would end the process.
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

  /** The cluster's members as a node knows them, including those that it can't reach. */
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

  /** Marks a channel as lost, so that the leader is discovered again. Ignores a channel that was already replaced. */
  async leave(channel: ChannelClient, error: Error): Promise<void> {
    await this.handleError(channel as StreamsClient, error);
  }

  /** Switches to a node that others name as the leader, as if the current one had redirected us there. */
  async moveTo(channel: ChannelClient, node: string): Promise<void> {
    const [host = '', port = ''] = node.split(':');
    const [metadata] = this.callArguments({});
    metadata.set('leader-endpoint-host', host);
    metadata.set('leader-endpoint-port', port);
    const details = `${node} leads`;
    const redirect = { name: 'NotLeader', message: details, code: grpcCode.unavailable, details, metadata };
    await this.leave(channel, new NotLeaderError(redirect));
  }

  /** Ends all calls, and closes the connection as soon as it is known. */
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
