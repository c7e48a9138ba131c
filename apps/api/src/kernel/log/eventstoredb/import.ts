import type { RecordedEvent } from '@tessera/domain/kernel/event';
import type { ReadAll } from '../port.ts';
import { relaxedTiming } from './bounds.ts';
import { openEventStoreDb } from './engine.ts';

/** Small enough for a migration to stop soon: each stream's run is a request of its own, one after another. */
const batchMaxEvents = 200;
/** The most data in one request: by default, the server refuses more than a megabyte. */
const appendMaxBytes = 500_000;

/** Splits events into runs of one stream each, which can be appended together without changing the order of the log. */
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
 * Opens a log that accepts another log's events with their original times. Requests are sent one after another, because
 * the server preserves the order only within a stream.
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
