import { ticksUpTo } from './days.ts';

describe('the scale of a money chart', () => {
  it.each([0, 1, 99, 2_500, 25_000, 137_500, 9_999_999])('fits %i cents below its highest tick', (highest) => {
    const ticks = ticksUpTo(highest);
    const steps = ticks.slice(1).map((tick, index) => tick - (ticks[index] ?? 0));
    expect(ticks[0]).toBe(0);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest);
    expect(new Set(steps).size).toBe(1);
    expect(ticks.length).toBeLessThanOrEqual(6);
  });
});
