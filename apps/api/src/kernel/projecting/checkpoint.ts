import type { EventStore } from '../log/port.ts';

/**
 * Refuses a checkpoint where this log has no event: one past its end, or between two events. A server asked to continue
 * there reports no error, and never delivers what is appended before that position.
 * @param consumer a readable name, such as 'view brand-licenses'
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
