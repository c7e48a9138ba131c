import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Product } from '../support/worlds/product.ts';
import type { Shop } from '../support/worlds/shop.ts';
import { nothingTold, purchases } from './buyers.ts';
import { leavingCalls, trace } from './strace.ts';
import { witnessOf } from './witness.ts';

const buyersAtOnce = 8;
/** Every sync is delayed this long: an answer that didn't wait for its sync would be seen long before it. */
const syncDelayMicros = 4_000;
/** More than a page of the log and more than any answer. */
const shownBytesMax = 20_000;

/**
 * A run under strace without kills, in which every sync is delayed. Each order and license that was answered is looked
 * up by its id in what was written to the log, in what a returned sync had covered, and in the answer.
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
  const witness = await witnessOf(file, join(product.dataDir, 'events.db-wal'));
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
