import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFailure } from '../kernel/failure.ts';
import { fold } from '../kernel/decider.ts';
import { download } from './download.ts';
import type { originalDownloaded } from './download.ts';

const noon = Date.parse('2026-12-07T12:00:00.000Z');
const hourMs = 3_600_000;

test('[PAY-24] downloads of a license are recorded with their time, at most once an hour', () => {
  const times = fc.array(fc.integer({ min: 0, max: 10 * hourMs }), { minLength: 1 });
  fc.assert(
    fc.property(times, (asked) => {
      const recorded: ReturnType<typeof originalDownloaded.of>[] = [];
      for (const time of asked.toSorted((one, other) => one - other)) {
        const at = new Date(noon + time).toISOString();
        const decided = download.decide(
          { kind: 'record', license_id: 'license-1', brand_id: 'brand-1', at },
          fold(download, recorded),
        );
        if (isFailure(decided)) throw new Error(decided.message);
        recorded.push(...decided);
      }
      const at = recorded.map(({ data }) => Date.parse(data.downloaded_at) - noon);
      expect(at[0]).toBe(Math.min(...asked));
      expect(at.slice(1).every((time, index) => time - at[index]! >= hourMs)).toBe(true);
      // Every download that was not recorded followed a recorded one within an hour.
      for (const time of asked) expect(at.some((each) => each <= time && time < each + hourMs)).toBe(true);
    }),
  );
});
