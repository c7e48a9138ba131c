import { moneyAtScale } from '../bench/money-at-scale.ts';
import { bestOfThree } from '../support/best-of-three.ts';
import { howMany, isDrawn } from '../support/sample.ts';

const creators = howMany({ usual: 500, full: 10_000 });
/** As many as in a shop with 100,000 creators and a million postings. */
const salesOfEach = 3;
const runMaxSeconds = 60;
const memoryMaxMegabytes = 512;
const statementLines = howMany({ usual: 1_500, full: 20_000 });

describe('money at scale', () => {
  (isDrawn('money at scale', 3) ? it : it.skip)(
    `[PAY-34] [PAY-07] [PAY-32] ${creators} creators are paid in a run during live sales, each gets what is due, and a statement is complete`,
    async () => {
      const seconds = await bestOfThree(async () => {
        const { run, due, board_ms, statements } = await moneyAtScale({
          creators,
          sales: creators * salesOfEach,
          statementLines,
          salesPerSecond: 5,
          reads: 20,
          log: () => undefined,
        });
        console.log(
          `run of ${run.count}: ${run.run_seconds.toFixed(1)} s, ${run.own_megabytes} MB; sale to browser p99 ` +
            `${run.beside.sale_to_browser_ms.p99.toFixed(0)} ms; board p99 ${board_ms.p99.toFixed(0)} ms`,
        );
        // Everyone, and the creator whose statement is read.
        expect(run.count + run.left_out).toBe(creators + 1);
        expect(run.total_cents).toBeGreaterThanOrEqual([...due.values()].reduce((sum, cents) => sum + cents, 0));
        expect(run.own_megabytes).toBeLessThan(memoryMaxMegabytes);
        expect(statements.map(({ lines }) => lines)).toEqual(
          statements.map(() => statementLines + 'head, opening, payout, closing'.split(', ').length),
        );
        return run.run_seconds;
      }, runMaxSeconds);
      expect(seconds).toBeLessThan(runMaxSeconds);
    },
    1_800_000,
  );
});
