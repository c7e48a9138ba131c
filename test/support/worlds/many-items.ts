import { join } from 'node:path';
import { systemClock } from '../../../apps/api/src/kernel/clock.ts';
import { noStream } from '../../../apps/api/src/kernel/log/port.ts';
import { openSqliteEventStore } from '../../../apps/api/src/kernel/log/sqlite/engine.ts';

const appendsInFlight = 256;
const minuteMs = 60_000;

/**
 * Copies the only item of a product that is not running, with new ids and older dates, until its creator has `count`
 * items. The copies are titled `title` with a number.
 * @throws if the log has no item
 */
export const multiplyItem = async (dataDir: string, count: number, title: string) => {
  const store = await openSqliteEventStore({ file: join(dataDir, 'events.db') });
  try {
    const [first] = await store.readAll({ after: -1, limit: 1, types: ['ContentPublished'] });
    if (!first) throw new Error('There is no item to copy');
    const item = first.data as { readonly published_at: string };
    const copy = (number: number) => {
      const id = systemClock.newId();
      const published_at = new Date(Date.parse(item.published_at) - number * minuteMs).toISOString();
      const data = { ...item, content_id: id, title: `${title} ${number}`, published_at };
      const { type, version, metadata } = first;
      return store.append(`content-${id}`, noStream, [{ id: systemClock.newId(), type, version, data, metadata }]);
    };
    for (let next = 1; next < count; next += appendsInFlight) {
      const numbers = Array.from({ length: Math.min(appendsInFlight, count - next) }, (_, index) => next + index);
      await Promise.all(numbers.map(copy));
    }
  } finally {
    await store.close();
  }
};
