import type { EventStore } from '../log/port.ts';

/**
 * Refuses a checkpoint that no event of this log has left: past its end, or between two events. A server that is asked to
 * continue there says nothing, and never delivers what is appended below.
 * @param consumer as a person reads it: 'view brand-licenses'
 */
export const refuseStrayCheckpoint = async (
  events: Pick<EventStore, 'at' | 'head'>,
  consumer: string,
  checkpoint: number,
) => {
  if (checkpoint < 0 || (await events.at(checkpoint))) return;
  throw new Error(
    `The ${consumer} is at position ${checkpoint}, where the log has no event; it ends at ${await events.head()}. They do ` +
      'not belong together: restore log, vault and read store from the same backup',
  );
};
