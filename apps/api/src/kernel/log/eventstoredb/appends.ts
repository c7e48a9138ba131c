import { randomUUID } from 'node:crypto';
import { type AppendAnswer, appendError, appendRequest } from './append-messages.ts';
import type { StoredEvent } from './envelope.ts';
import type { BatchAppendCall, ChannelClient } from './client.ts';
import { GrpcError, grpcCode, grpcErrorOf } from './failure.ts';

/** Beyond this the server isn't keeping up, and callers are better off with an error than with a longer wait. */
const waitingMaxAppends = 10_000;

interface Waiting {
  readonly stream: string;
  readonly expected: number;
  readonly resolve: (position: number) => void;
  readonly reject: (error: Error) => void;
  readonly deadline: NodeJS.Timeout;
}

/**
 * The appends of one channel: a single call carries all of them, and answers each as it is stored, in any order. Each
 * channel has its own table of pending answers, so that when one ends, the appends of others are unaffected.
 */
export class AppendCall {
  readonly channel: ChannelClient;
  readonly #call: BatchAppendCall;
  readonly #onSilence: () => void;
  readonly #waiting = new Map<string, Waiting>();
  #ended: GrpcError | null = null;

  /** @param onSilence called when an append was not answered in time */
  constructor(call: BatchAppendCall, channel: ChannelClient, onSilence: () => void) {
    this.channel = channel;
    this.#call = call;
    this.#onSilence = onSilence;
    call.on('data', (answer: AppendAnswer) => this.#answered(answer));
    call.on('error', (error) => this.#end(grpcErrorOf(error)));
    call.on('end', () => this.#end(new GrpcError(grpcCode.unavailable, 'the server ended the call')));
  }

  /** Whether it still accepts appends. */
  get isOpen(): boolean {
    return this.#ended === null;
  }

  /**
   * Returns the position of the last event; -1 if the server does not report it.
   * @throws RevisionConflict, or GrpcError: if the connection was lost or a deadline passed, it may have been stored
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
    // An answer that came after its deadline is ignored.
    const waiting = this.#settle(id);
    if (failure) waiting?.reject(appendError(failure, waiting.stream, waiting.expected));
    else waiting?.resolve(position);
  }

  #end(error: GrpcError): void {
    this.#ended ??= error;
    for (const id of [...this.#waiting.keys()]) this.#settle(id)?.reject(this.#ended);
  }
}
