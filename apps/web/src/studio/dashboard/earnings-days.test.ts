import { chartDays, lastDays, totalsOf } from './earnings-days.ts';

const saturdayNoon = Date.parse('2026-11-21T12:00:00Z');
const day = (name: string, gross_cents: number) => ({
  day: name,
  licenses: 1,
  gross_cents,
  net_cents: gross_cents * 0.8,
  reward_cents: 0,
});

describe('the thirty days of the earnings chart', () => {
  it('end today, begin 29 days ago, and are zero where nothing was earned', () => {
    const days = lastDays([day('2026-11-20', 25_000)], saturdayNoon);
    expect(days).toHaveLength(chartDays);
    expect(days[0]?.day).toBe('2026-10-23');
    expect(days.at(-1)?.day).toBe('2026-11-21');
    expect(days.at(-1)?.gross_cents).toBe(0);
    expect(days.at(-2)?.gross_cents).toBe(25_000);
  });

  it('leave out earlier earnings', () => {
    const days = lastDays([day('2026-10-22', 99_900), day('2026-10-23', 10_000)], saturdayNoon);
    expect(totalsOf(days)).toEqual({ licenses: 1, gross_cents: 10_000, net_cents: 8_000, reward_cents: 0 });
  });

  it('mark Saturdays and Sundays', () => {
    const weekend = lastDays([], saturdayNoon).filter((entry) => entry.weekend);
    expect(weekend.map((entry) => entry.day)).toEqual([
      '2026-10-24',
      '2026-10-25',
      '2026-10-31',
      '2026-11-01',
      '2026-11-07',
      '2026-11-08',
      '2026-11-14',
      '2026-11-15',
      '2026-11-21',
    ]);
  });
});
