import { linesOf, succeeded } from './trace-file.ts';
import type { TraceLine } from './trace-file.ts';

const frameHeaderBytes = 24;

const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/**
 * A byte as strace prints it: with all three digits if another digit follows, so that `\0022` is a 2 and the digit 2.
 */
const byte = String.raw`(?:\\[0-7]{3}|\\[0-7]{1,2}(?![0-7])|\\[^0-7]|[^\\"])`;
const zero = String.raw`(?:\\000|\\0(?![0-7]))`;
/** Bytes 4 to 7 of a frame's header: the size of the database after a commit, zero for a frame within a transaction. */
const isWithin = new RegExp(`^"${byte}{4}${zero}{4}`);

/** Follows the log's file and the answers, line by line, and knows which ids are on the disk. */
class Witness {
  /** Maps an id to the second when the first sync that covers it returned. */
  readonly synced = new Map<string, number>();
  /**
   * Maps an id to the seconds between that return and the first answer with it; a negative value is a broken promise.
   */
  readonly answered = new Map<string, number>();
  readonly #written = new Set<string>();
  /** Ids in a transaction whose commit frame is not complete. */
  #within = new Set<string>();
  #isCommitFrame = false;
  readonly #syncing = new Map<string, readonly string[]>();
  failedSyncs = 0;

  /** @param log the file name of the log's own write-ahead log */
  see(line: TraceLine, log: string): void {
    const { call, target } = line;
    if (target.startsWith('TCP')) return line.begins ? this.#answer(line) : undefined;
    if (target !== log) return;
    if (call === 'pwrite64' && line.begins) this.#write(line.rest);
    if (call === 'fsync' || call === 'fdatasync') this.#sync(line);
  }

  #write(rest: string): void {
    if (rest.includes(`, ${frameHeaderBytes}, `) && rest.length < 20 * frameHeaderBytes) {
      this.#isCommitFrame = !isWithin.test(rest);
      return;
    }
    for (const [id] of rest.matchAll(ids)) if (!this.#written.has(id)) this.#within.add(id);
    if (!this.#isCommitFrame) return;
    for (const id of this.#within) this.#written.add(id);
    this.#within = new Set();
  }

  #sync(line: TraceLine): void {
    if (line.begins)
      this.#syncing.set(
        line.thread,
        [...this.#written].filter((id) => !this.synced.has(id)),
      );
    if (!line.ends) return;
    if (!succeeded(line)) this.failedSyncs += 1;
    else for (const id of this.#syncing.get(line.thread) ?? []) this.synced.set(id, line.at);
  }

  #answer({ rest, at }: TraceLine): void {
    if (!rest.includes('HTTP/1.1 2')) return;
    for (const [id] of rest.matchAll(ids)) {
      if (!this.answered.has(id)) this.answered.set(id, at - (this.synced.get(id) ?? Infinity));
    }
  }
}

/**
 * @param file as `linesOf` reads it, with times
 * @param log the file name of the log's own write-ahead log
 */
export const witnessOf = async (file: string, log: string): Promise<Witness> => {
  const witness = new Witness();
  for await (const line of linesOf(file)) witness.see(line, log);
  return witness;
};
