import { EventStoreRefused, EventStoreUnavailable, RevisionConflict } from '../log/port.ts';
import type { EventStore, NewEvent } from '../log/port.ts';
import type { FollowerParts } from '../projecting/follow.ts';
import type { Leases } from '../work/lease.ts';
import type { Measures } from './measures.ts';
import { traced, tracedFolds } from './trace.ts';

const outcomeOf = (error: unknown) => {
  if (error instanceof RevisionConflict) return 'conflict';
  if (error instanceof EventStoreRefused) return 'refused';
  return error instanceof EventStoreUnavailable ? 'unavailable' : 'error';
};

/** Wraps a log so that each append is measured and traced. */
export const observedEventStore = (store: EventStore, engine: string, measures: Measures): EventStore => {
  const measured = async (stream: string, expected: number, events: readonly NewEvent[]) => {
    const end = measures.appends.startTimer({ engine });
    measures.appendQueue.inc();
    try {
      const appended = await store.append(stream, expected, events);
      end({ outcome: 'ok' });
      return appended;
    } catch (error) {
      end({ outcome: outcomeOf(error) });
      throw error;
    } finally {
      measures.appendQueue.dec();
    }
  };
  return {
    counts: store.counts,
    appendMaxBytes: store.appendMaxBytes,
    append: (stream, expected, events) =>
      traced(
        'append',
        { 'tessera.stream': stream, 'tessera.events': events.length },
        () => measured(stream, expected, events),
        events[0]?.metadata.correlation,
      ),
    readStream: (stream, from) => store.readStream(stream, from),
    readAll: (options) => store.readAll(options),
    at: (position) => store.at(position),
    follow: (options, onBatch) => store.follow(options, onBatch),
    head: () => store.head(),
    tryWrite: () => store.tryWrite(),
    close: () => store.close(),
  };
};

/** Wraps leases so that those held are counted. */
export const observedLeases = (leases: Leases, { leasesHeld }: Measures): Leases => ({
  keep: (name, signal, work) =>
    leases.keep(name, signal, async (tenure) => {
      leasesHeld.inc();
      await work(tenure).finally(() => leasesHeld.dec());
    }),
});

/** Creates the callback that a follower calls after each batch. */
export const observedFolds =
  ({ folds, foldedEvents }: Measures): NonNullable<FollowerParts['onFolded']> =>
  ({ folded, tookMs }, announce) => {
    folds.observe(tookMs / 1_000);
    for (const { view, definition, events } of folded) {
      let handled = 0;
      for (const { type } of events) if (definition.handlers.has(type)) handled += 1;
      if (handled > 0) foldedEvents.inc({ view }, handled);
    }
    tracedFolds(folded, tookMs, announce);
  };
