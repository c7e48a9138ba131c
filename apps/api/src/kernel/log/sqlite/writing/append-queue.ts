import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  type Appended,
  EventStoreRefused,
  EventStoreUnavailable,
  type NewEvent,
  noStream,
  RevisionConflict,
} from '../../port.ts';
import { bytesOf, refuseTooLarge } from '../../append-size.ts';
import { characterMaxBytes, exceeds } from '../../../utf8.ts';
import { encodeHeader } from '../event-header.ts';
import type { FromWriter, Outcome, ToWriter } from './messages.ts';

/** Appends that may wait for the disk; more are refused. */
const queueMaxAppends = 10_000;
/** The most data of waiting appends. */
const queueMaxChars = 64 * 1024 * 1024;
/** The most that an event's metadata takes as JSON, not counting its type. */
const metadataMaxBytes = 1_024;
const appendMaxEvents = 10_000;
/** As soon as this many appends are gathered they are sent, so that the writer works while others still encode. */
const handOverAppends = 16;
/** The largest data of one event, as JSON. */
const eventDataMaxBytes = 1024 * 1024;
/**
 * For the writer thread, where committed data becomes garbage immediately. By default it would keep three times as
 * much.
 */
const maxYoungGenerationSizeMb = 16;

interface Waiting {
  readonly stream: string;
  readonly expected: number;
  readonly chars: number;
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: Error) => void;
}

const encodeData = ({ id, type, data }: NewEvent): string => {
  const json: string | undefined = JSON.stringify(data);
  if (json === undefined) throw new Error(`Event ${id} (${type}): its data can't be written as JSON`);
  if (exceeds(json, eventDataMaxBytes)) {
    throw new EventStoreRefused(
      `Event ${id} (${type}): its data takes more than ${eventDataMaxBytes} bytes; store large media elsewhere`,
    );
  }
  return json;
};

/** Sends appends to the writer thread. Settles each exactly once, in order, when it is durable or the thread dies. */
export class AppendQueue {
  /** Position of the last event known to be durable; -1 if there is none. */
  head = -1;
  /** All unanswered appends, in order; the last `#gatheredAppends` of them have not been sent yet. */
  #waiting: Waiting[] = [];
  #waitingChars = 0;
  #gathered: (string | number)[] = [];
  #gatheredAppends = 0;
  #handOverScheduled = false;
  #closed: string | null = null;
  readonly appendMaxBytes: number;
  readonly #file: string;
  readonly #worker: Worker;
  readonly #onCommitted: () => void;
  readonly #idle: (() => void)[] = [];
  readonly #exited: Promise<void>;
  /** Rejects with EventStoreUnavailable if the file can't be opened. */
  readonly opened: Promise<void>;

  /** @param onCommitted called after every commit, once `head` is updated */
  constructor(file: string, appendMaxBytes: number, onCommitted: () => void) {
    this.#file = file;
    this.appendMaxBytes = appendMaxBytes;
    this.#onCommitted = onCommitted;
    this.#worker = new Worker(new URL(`./writer.worker${extname(import.meta.url)}`, import.meta.url), {
      workerData: { file },
      resourceLimits: { maxYoungGenerationSizeMb },
    });
    this.opened = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: FromWriter) => {
        // Node's watch mode sends messages of its own from every thread.
        if (!('kind' in message)) return;
        if (message.kind === 'damaged') {
          const reason = `the log is damaged: ${message.damage}; restore it from a backup, see docs/operations.md`;
          this.#end(reason);
          reject(this.#unavailable('opening', reason));
          return;
        }
        this.#receive(message);
        if (message.kind === 'open') resolve();
      });
      this.#worker.once('error', ({ message }) => {
        const reason = `its writer failed (${message}); check the file, its folder and the disk, then restart`;
        this.#end(reason);
        reject(this.#unavailable('opening', reason));
      });
    });
    this.#exited = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#end('its writer has ended; restart');
        resolve();
      });
    });
  }

  append(stream: string, expected: number, events: readonly NewEvent[]): Promise<Appended> {
    if (events.length === 0) throw new Error(`${stream}: an append needs at least one event`);
    if (events.length > appendMaxEvents)
      throw new Error(`${stream}: more than ${appendMaxEvents} events in one append`);
    return this.#enter(stream, expected, events);
  }

  /** Takes the path of an append, without events: its transaction writes to the file, and the result has no meaning. */
  tryWrite(): Promise<Appended> {
    return this.#enter('a trial', noStream, []);
  }

  #enter(stream: string, expected: number, events: readonly NewEvent[]): Promise<Appended> {
    if (this.#closed !== null) throw this.#unavailable(`appending to ${stream}`, this.#closed);
    if (this.#waiting.length >= queueMaxAppends || this.#waitingChars >= queueMaxChars) {
      const reason = `${this.#waiting.length} appends are already waiting for the disk; try again later`;
      throw this.#unavailable(`appending to ${stream}`, reason);
    }
    let chars = 0;
    const encoded = events.flatMap((event) => {
      const data = encodeData(event);
      chars += data.length;
      return [event.type, event.version, encodeHeader(event.id, event.metadata), data];
    });
    // Counted exactly only if it might be too large: nearly every append is far below the limit.
    if (chars * characterMaxBytes + events.length * metadataMaxBytes > this.appendMaxBytes)
      refuseTooLarge(stream, bytesOf(events), this.appendMaxBytes);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ stream, expected, chars, resolve, reject });
      this.#waitingChars += chars;
      this.#gathered.push(stream, expected, events.length, ...encoded);
      this.#gatheredAppends += 1;
      if (this.#gatheredAppends >= handOverAppends) this.#handOver();
      else this.#scheduleHandOver();
    });
  }

  /** Lets waiting appends be committed, then closes the log. */
  async close(): Promise<void> {
    this.#closed ??= 'it is closed';
    while (this.#waiting.length > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
    this.#post(null);
    await this.#exited;
  }

  /** Waits until every caller has had its turn: the next tick comes when no promise is left to run. */
  #scheduleHandOver(): void {
    if (this.#handOverScheduled) return;
    this.#handOverScheduled = true;
    process.nextTick(() => {
      this.#handOverScheduled = false;
      this.#handOver();
    });
  }

  #handOver(): void {
    if (this.#gatheredAppends === 0) return;
    this.#post({ appends: this.#gatheredAppends, fields: this.#gathered });
    this.#gathered = [];
    this.#gatheredAppends = 0;
  }

  #post(message: ToWriter): void {
    this.#worker.postMessage(message);
  }

  #receive(message: Exclude<FromWriter, { kind: 'damaged' }>): void {
    if (message.kind === 'open') {
      this.head = message.head;
      return;
    }
    if (message.kind === 'failed') {
      const reason = `${message.reason}; nothing of this append is stored: check the disk's space and health, then repeat it`;
      this.#rejectAll(this.#takeAnswered(message.appends), reason);
    } else {
      this.head = message.head;
      const answered = this.#takeAnswered(message.outcomes.length);
      for (const [index, waiting] of answered.entries()) this.#settle(waiting, message.outcomes[index]);
      this.#onCommitted();
    }
    if (this.#waiting.length === 0) this.#becomeIdle();
  }

  #takeAnswered(appends: number): Waiting[] {
    const answered = this.#waiting.splice(0, appends);
    for (const { chars } of answered) this.#waitingChars -= chars;
    return answered;
  }

  #settle({ stream, expected, resolve, reject }: Waiting, outcome: Outcome | undefined): void {
    if (outcome?.[0] === 'appended') resolve({ revision: outcome[1], position: outcome[2] });
    else if (outcome?.[0] === 'conflict') reject(new RevisionConflict(stream, expected, outcome[1]));
    else reject(new Error(outcome?.[1] ?? `${stream}: the writer gave no answer`));
  }

  /** The thread is gone. Whether its last batch became durable is unknown; repeating it with the same ids is safe. */
  #end(reason: string): void {
    this.#closed ??= reason;
    this.#gathered = [];
    this.#gatheredAppends = 0;
    this.#rejectAll(this.#takeAnswered(this.#waiting.length), reason);
    this.#becomeIdle();
  }

  #becomeIdle(): void {
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  #rejectAll(rejected: readonly Waiting[], reason: string): void {
    for (const { stream, reject } of rejected) reject(this.#unavailable(`appending to ${stream}`, reason));
  }

  #unavailable(tried: string, reason: string): EventStoreUnavailable {
    return new EventStoreUnavailable(`SQLite event store ${this.#file}: ${tried} failed: ${reason}`);
  }
}
