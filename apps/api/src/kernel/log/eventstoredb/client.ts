import { EventStoreDBClient } from '@eventstore/db-client';
import grpc, { type StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';

/** The answers to a read or a subscription, one after the other. */
export type ReadCall = ReturnType<StreamsClient['read']>;

/**
 * The official client with its connections, discovery and appends; reads are its own calls with what it leaves out: a
 * server-side filter in both directions, and a deadline. Only the leader is asked, so that what is read is never old.
 */
export class LogClient extends EventStoreDBClient {
  /** @throws when the address can't be read. The message may hold its password. */
  static connect(url: string): LogClient {
    // The client makes itself from an address, and only itself.
    const client = Object.setPrototypeOf(EventStoreDBClient.connectionString(url), LogClient.prototype) as LogClient;
    // Its batched appends share one table of waiting answers in the whole process: a broken connection rejects those of
    // all others, an answer that comes after that throws where nobody catches it, and none has a deadline.
    client.supports = () => Promise.resolve(false);
    // It does not wait for this: a call that fails while the cluster is looked for in vain would end the process.
    const { handleError } = client;
    client.handleError = (failed, error) => handleError(failed, error).catch(() => undefined);
    return client;
  }

  /** Without a deadline the call goes on until it is canceled or the connection is lost. */
  read(request: ReadReq, deadlineMs?: number): Promise<ReadCall> {
    const deadline = deadlineMs === undefined ? Infinity : Date.now() + deadlineMs;
    const open = this.GRPCStreamCreator(grpc.StreamsClient, 'read', (client) =>
      client.read(request, ...this.callArguments({ requiresLeader: true }, { deadline })),
    );
    return open();
  }

  async disconnect(): Promise<void> {
    await this.dispose();
    await this.getChannel().then(
      (channel) => channel.close(),
      () => undefined,
    );
  }

  /** Whatever the address says: a refused append must never look like a stored one. */
  protected override get throwOnAppendFailure(): boolean {
    return true;
  }
}
