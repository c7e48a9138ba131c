import type { ReplayRow, ViewList, ViewRow } from '@tessera/contract/admin';
import type { Projections, ReportedStatus } from '../kernel/projecting/projections.ts';
import type { Progress } from '../kernel/replaying/progress.ts';

const replayRow = (progress: Progress): ReplayRow => ({
  position: progress.position,
  head: progress.head,
  events_per_second: progress.eventsPerSecond,
  state: progress.state,
  started_at: progress.startedAt,
  finished_at: progress.finishedAt ?? null,
});

const viewRow = (status: ReportedStatus): ViewRow => ({
  ...status,
  replay: status.replay && replayRow(status.replay),
});

/** How far each view and workflow is, as admins see it. */
export const viewList = async (projections: Projections): Promise<ViewList> => {
  const statuses = await projections.status();
  return { items: statuses.map(viewRow) };
};
