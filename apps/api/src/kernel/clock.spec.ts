import { systemClock } from './clock.ts';

describe('the system clock', () => {
  it('creates ids that are UUIDv7, unique, and ordered by time', () => {
    const ids = Array.from({ length: 5_000 }, () => systemClock.newId());
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const times = ids.map((id) => id.slice(0, 13));
    expect(times).toEqual(times.toSorted());
  });
});
