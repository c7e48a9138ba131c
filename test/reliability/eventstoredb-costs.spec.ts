import { eventStoreDbCosts } from '../bench/eventstoredb-costs.ts';
import { record } from '../support/figures.ts';
import { isDrawn } from '../support/sample.ts';

const given = process.env['EVENTSTOREDB_TEST_URL'];
const test = isDrawn('what EventStoreDB costs', 3) ? it : it.skip;

/** With the client's generated classes, a followed event would cost 0.8 of the client's time or more. */
const followedMax = 0.4;

// Both sides do the same work in the same rounds of one process, so that a busy machine slows both.
test('[PERF-09] an append costs no more processor time than the official client’s, a followed event at most 0.4 of it', async () => {
  const { append, followed } = await eventStoreDbCosts({ callers: 64, appends: 1_280, followed: 5_000 }, given);
  record('EventStoreDB: processor time by the official client’s', {
    append: append.ratio.toFixed(2),
    followed: followed.ratio.toFixed(2),
  });
  expect(append.ratio).toBeLessThanOrEqual(1);
  expect(followed.ratio).toBeLessThanOrEqual(followedMax);
}, 120_000);
