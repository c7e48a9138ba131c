import { randomUUID } from 'node:crypto';
import { type AppendAnswer, appendError, appendRequest } from './append-messages.ts';
import type { StoredEvent } from './envelope.ts';
import type { BatchAppendCall, ChannelClient } from './client.ts';
import { GrpcError, grpcCode, grpcErrorOf } from './failure.ts';

/** Beyond it, the server does not keep up; a caller is better told so than kept. */
const waitingMaxAppends = 10_000;

interface Waiting {
  readonly stream: string;
  readonly expected: number;
  readonly resolve: (position: number) => void;
  readonly reject: (error: Error) => void;
  readonly deadline: NodeJS.Timeout;
}

/**
 * The appends of one channel: one call takes all of them, and answers each as it is stored, in whatever order. Its table
 * of waiting answers is its own, so that one channel's end concerns nobody else's appends.
 */
export class AppendCall {
  readonly channel: ChannelClient;
  readonly #call: BatchAppendCall;
  readonly #onSilence: () => void;
  readonly #waiting = new Map<string, Waiting>();
  #ended: GrpcError | null = null;

  /** @param onSilence is called when an append got no answer in its time */
  constructor(call: BatchAppendCall, channel: ChannelClient, onSilence: () => void) {
    this.channel = channel;
    this.#call = call;
    this.#onSilence = onSilence;
    call.on('data', (answer: AppendAnswer) => this.#answered(answer));
    call.on('error', (error) => this.#end(grpcErrorOf(error)));
    call.on('end', () => this.#end(new GrpcError(grpcCode.unavailable, 'the server ended the call')));
  }

  /** Takes appends. */
  get isOpen(): boolean {
    return this.#ended === null;
  }

  /**
   * Answers the position of the last event; -1 where the server does not tell it.
   * @throws RevisionConflict, or GrpcError: it may have been stored where the connection was lost or a deadline passed
   */
  append(stream: string, expected: number, events: readonly StoredEvent[], deadlineMs: number): Promise<number> {
    if (this.#ended) return Promise.reject(this.#ended);
    if (this.#waiting.size >= waitingMaxAppends)
      return Promise.reject(new GrpcError(grpcCode.exhausted, `${waitingMaxAppends} appends wait already`));
    const id = randomUUID();
    return new Promise((resolve, reject) => {
      const deadline = setTimeout(() => this.#expire(id, deadlineMs), deadlineMs);
      this.#waiting.set(id, { stream, expected, resolve, reject, deadline });
      this.#call.write(appendRequest(id, stream, expected, events, deadlineMs));
    });
  }

  #expire(id: string, deadlineMs: number): void {
    this.#settle(id)?.reject(new GrpcError(grpcCode.deadlineExceeded, `Deadline of ${deadlineMs} ms exceeded`));
    this.#onSilence();
  }

  #settle(id: string): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (waiting) clearTimeout(waiting.deadline);
    return waiting;
  }

  #answered({ id, position, failure }: AppendAnswer): void {
    // Nobody waits for what came after its deadline.
    const waiting = this.#settle(id);
    if (failure) waiting?.reject(appendError(failure, waiting.stream, waiting.expected));
    else waiting?.resolve(position);
  }

  #end(error: GrpcError): void {
    this.#ended ??= error;
    for (const id of [...this.#waiting.keys()]) this.#settle(id)?.reject(this.#ended);
  }
}
