import type { Address } from './address.ts';
import { AppendCall } from './appends.ts';
import {
  type BatchAppendCall,
  type CallOptions,
  type ChannelClient,
  isReady,
  LogClient,
  type ReadCall,
} from './client.ts';
import type { StoredEvent } from './envelope.ts';
import { GrpcError, grpcCode, grpcErrorOf, isNoLeader } from './failure.ts';
import { leaderOf } from './leader.ts';
import type { ReadAnswer } from './reads.ts';

/** How long a channel may take to become ready: the system accepts connections even for a process that is suspended. */
const connectMaxMs = 1_000;
/** How long one node may take to say who leads. */
const memberAnswersMs = 1_000;

const unavailable = (why: string) => new GrpcError(grpcCode.unavailable, why);

/** The official client's connection to the leader, and the calls on it. */
export class LeaderConnection {
  readonly #address: Address;
  readonly #discoveryMaxMs: number;
  readonly #client: LogClient;
  /** Calls under way, each with its channel. */
  readonly #calls = new Map<ReadCall | BatchAppendCall, ChannelClient>();
  #channel: ChannelClient | null = null;
  #appends: AppendCall | null = null;
  #openingAppends: Promise<AppendCall> | null = null;
  #closed = false;

  /**
   * @param discoveryMaxMs the longest search for the leader, however many nodes are silent
   * @throws if the address can't be parsed
   */
  constructor(address: Address, discoveryMaxMs: number) {
    this.#address = address;
    this.#discoveryMaxMs = discoveryMaxMs;
    this.#client = LogClient.connect(address, (left) => this.#endCalls(left));
  }

  /** Everything that the server sends in answer to one read. @throws GrpcError */
  async read(request: Buffer, deadlineMs: number): Promise<ReadAnswer[]> {
    const call = await this.follow(request, deadlineMs);
    return new Promise((resolve, reject) => {
      const answers: ReadAnswer[] = [];
      call.on('data', (answer: ReadAnswer) => void answers.push(answer));
      call.on('error', (error) => reject(grpcErrorOf(error)));
      call.on('end', () => resolve(answers));
    });
  }

  /** A read whose answers are streamed. @throws GrpcError if no leader is found */
  follow(request: Buffer, deadlineMs?: number): Promise<ReadCall> {
    return this.#open((options) => this.#client.read(request, options), deadlineMs);
  }

  /**
   * Returns the position of the last event; -1 if the server does not report it.
   * @throws RevisionConflict, or GrpcError: if the connection was lost or a deadline passed, it may have been stored
   */
  async append(stream: string, expected: number, events: readonly StoredEvent[], deadlineMs: number): Promise<number> {
    const appends = this.#appends?.isOpen ? this.#appends : await this.#openAppends();
    try {
      return await appends.append(stream, expected, events, deadlineMs);
    } catch (error) {
      // The client itself notices when the whole call ends.
      if (error instanceof GrpcError && appends.isOpen) this.#failed(appends.channel, error);
      throw error;
    }
  }

  /** The node that a majority of the cluster names as leader; null if there is none. @throws GrpcError */
  async leader(): Promise<string | null> {
    const members = await this.#client.members(memberAnswersMs);
    return leaderOf(this.#address, members, memberAnswersMs);
  }

  /** Switches to this node, unless it is already connected to it. */
  moveTo(node: string): void {
    const channel = this.#channel;
    if (channel && !channel.getChannel().getTarget().endsWith(`:${node}`)) void this.#client.moveTo(channel, node);
  }

  close(): void {
    this.#closed = true;
    if (this.#channel) this.#client.disconnect();
  }

  #openAppends(): Promise<AppendCall> {
    const open = async () => {
      const call = await this.#open((options) => this.#client.batchAppend(options));
      const channel = this.#calls.get(call)!;
      // A server that answers keepalive signals but no appends is no better than a lost connection.
      this.#appends = new AppendCall(call, channel, () => this.#leave(channel, 'an append got no answer'));
      return this.#appends;
    };
    this.#openingAppends ??= open().finally(() => (this.#openingAppends = null));
    return this.#openingAppends;
  }

  async #open<Call extends ReadCall | BatchAppendCall>(
    open: (options: CallOptions) => Promise<Call>,
    deadlineMs?: number,
  ): Promise<Call> {
    let channel: ChannelClient | null = null;
    let isLate = false;
    const begin = (on: ChannelClient) => {
      if (isLate || this.#closed) throw unavailable('it is closed');
      channel = on;
      this.#channel = on;
    };
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      isLate = true;
      late.reject(unavailable(`no leader was found within ${this.#discoveryMaxMs} ms`));
    }, this.#discoveryMaxMs);
    try {
      const { credentials } = this.#address;
      const call = await Promise.race([open({ credentials, deadlineMs, begin }), late.promise]);
      this.#watch(call, channel!);
      return call;
    } catch (error) {
      throw grpcErrorOf(error as Error);
    } finally {
      clearTimeout(timer);
    }
  }

  #watch(call: ReadCall | BatchAppendCall, channel: ChannelClient): void {
    const leaveIfSilent = () => isReady(channel) || this.#leave(channel, `no connection within ${connectMaxMs} ms`);
    const timer = isReady(channel) ? undefined : setTimeout(leaveIfSilent, connectMaxMs);
    this.#calls.set(call, channel);
    call.on('error', (error) => isNoLeader(grpcErrorOf(error)) && this.#leave(channel, error.message));
    call.on('status', () => {
      clearTimeout(timer);
      this.#calls.delete(call);
    });
  }

  #failed(channel: ChannelClient, error: GrpcError): void {
    if (error.code === grpcCode.unavailable || isNoLeader(error)) this.#leave(channel, error.details);
  }

  #leave(channel: ChannelClient, why: string): void {
    void this.#client.leave(channel, unavailable(why));
  }

  /** Otherwise they would run until their node ends them. */
  #endCalls(left: ChannelClient): void {
    for (const [call, channel] of this.#calls) if (channel.getChannel() === left.getChannel()) call.cancel();
  }
}
