import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Product } from '../support/worlds/product.ts';
import type { Shop } from '../support/worlds/shop.ts';
import { nothingTold, purchases } from './buyers.ts';
import { leavingCalls, trace } from './strace.ts';
import { linesOf, succeeded } from './trace-file.ts';
import type { TraceLine } from './trace-file.ts';

const buyersAtOnce = 8;
/** Every sync begins this much later: an answer that did not wait for its sync would be seen long before it. */
const syncDelayMicros = 4_000;
/** More than a page of the log and more than any answer. */
const shownBytesMax = 20_000;
const frameHeaderBytes = 24;

const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Bytes 4 to 7 of a frame's header: the size of the database after a commit, zero for a frame within a transaction. */
const isWithin = /^"(?:\\x[0-9a-f]{2}|\\[0-7]{1,3}|\\.|[^\\"]){4}(?:\\0|\\000){4}/;

/** Follows the log's file and the answers, line by line, and knows which ids are on the disk. */
class Witness {
  /** Id to the second at which the first sync that covers it returned. */
  readonly synced = new Map<string, number>();
  /** Id to the seconds between that return and the first answer with it; negative is a broken promise. */
  readonly answered = new Map<string, number>();
  readonly #written = new Set<string>();
  /** Ids of a transaction whose commit frame is not complete. */
  #within = new Set<string>();
  #isCommitFrame = false;
  readonly #syncing = new Map<string, readonly string[]>();
  failedSyncs = 0;

  /** @param log the file name of the log's own write-ahead log. */
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
 * A run without kills under strace, in which every sync is held up: each order and each license that was answered is
 * looked for, by its id, in what was written to the log, in what a sync that had returned covered, and in the answer.
 */
export const syncedAnswers = async ({
  product,
  shop,
  purchases: total,
}: {
  product: Product;
  shop: Shop;
  purchases: number;
}) => {
  const file = join(product.dataDir, 'answers.trace');
  const told = nothingTold();
  const delay = `inject=fsync,fdatasync:delay_enter=${syncDelayMicros}`;
  const shown = ['-ttt', '-yy', '-s', String(shownBytesMax), '-e', `trace=${leavingCalls}`];
  const tracing = await trace(product.pid, [...shown, '-e', delay, '-o', file]);
  await purchases({ url: product.url, shop, count: buyersAtOnce, told }, total);
  await tracing.detach();
  const witness = new Witness();
  for await (const line of linesOf(file)) witness.see(line, join(product.dataDir, 'events.db-wal'));
  rmSync(file);
  const wanted = [...told.placed, ...[...told.paid.values()].flat()];
  const unseen = wanted.filter((id) => !witness.answered.has(id));
  const waits = wanted.flatMap((id) => witness.answered.get(id) ?? []);
  const early = waits.filter((seconds) => seconds <= 0);
  return {
    figures: {
      'answers seen in the trace': waits.length,
      'answers before their sync returned': early.length,
      'shortest time from sync to answer (ms)': Number((Math.min(...waits) * 1_000).toFixed(3)),
    },
    problems: [
      ...(early.length === 0 ? [] : [`${early.length} answers left before the sync of what they say had returned`]),
      ...(unseen.length === 0
        ? []
        : [`${unseen.length} answers were not found in the trace, so nothing is shown of them`]),
      ...(witness.failedSyncs === 0 ? [] : [`${witness.failedSyncs} syncs of the log failed`]),
    ],
  };
};
