import type { ReplayRow } from '@tessera/contract/admin';
import type { Progress } from './progress.ts';

/** A replay's progress in the form that the admin's page reads. */
export const replayRow = (progress: Progress): ReplayRow => ({
  position: progress.position,
  head: progress.head,
  events_per_second: progress.eventsPerSecond,
  state: progress.state,
  started_at: progress.startedAt,
  finished_at: progress.finishedAt ?? null,
});
