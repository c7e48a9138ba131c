import type { RecordedEvent } from '@tessera/domain/kernel/event';
import type { ReadAll } from '../port.ts';
import { relaxedTiming } from './bounds.ts';
import { openEventStoreDb } from './engine.ts';

/** So few that a migration can be stopped soon: each stream's part is a request of its own, one after another. */
const batchMaxEvents = 200;
/** Of one request's data: the server refuses what is larger than a megabyte, unless it is set otherwise. */
const appendMaxBytes = 500_000;

/** Consecutive events of one stream, which can be appended together without changing the order of the log. */
function* runsOf(events: readonly RecordedEvent[]) {
  let run: [RecordedEvent, ...RecordedEvent[]] | null = null;
  let bytes = 0;
  for (const event of events) {
    const size = Buffer.byteLength(JSON.stringify(event.data));
    if (run && run[0].stream === event.stream && bytes + size <= appendMaxBytes) {
      run.push(event);
      bytes += size;
      continue;
    }
    if (run) yield run;
    run = [event];
    bytes = size;
  }
  if (run) yield run;
}

/**
 * Opens a log that takes the events of another one with the times at which that recorded them. One request follows the
 * other, as the server keeps the order of one stream alone.
 * @throws EventStoreUnavailable
 */
export const openEventStoreDbImport = async (options: { readonly url: string }) => {
  const store = await openEventStoreDb({ ...options, ...relaxedTiming });
  return {
    batchMaxEvents,
    readAll: (wanted: ReadAll) => store.readAll(wanted),
    head: () => store.head(),
    appendRecorded: async (events: readonly RecordedEvent[]) => {
      for (const run of runsOf(events)) await store.appendRecorded(run[0].stream, run[0].revision - 1, run);
    },
    close: () => store.close(),
  };
};
