/** One event of the log as the admin's list shows it. */
export interface EventSummary {
  readonly position: number;
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  /** ISO 8601. */
  readonly recorded_at: string;
  readonly actor: string;
  readonly correlation: string;
  /** What happened, as one plain sentence. */
  readonly sentence: string;
}

/** How the latest replay of a view goes, or went. `position` of `head` events of the log are passed. */
export interface ReplayRow {
  readonly position: number;
  readonly head: number;
  readonly events_per_second: number;
  readonly state: 'running' | 'switching' | 'done' | 'failed';
  /** ISO 8601. */
  readonly started_at: string;
  readonly finished_at: string | null;
}

/** Where a view is in the log. */
export interface ViewRow {
  readonly view: string;
  readonly position: number;
  readonly head: number;
  /** Events in the log that the view has not folded yet. */
  readonly lag: number;
  readonly state: 'live' | 'catching-up' | 'replaying';
  /** Events set aside because they could not be folded. */
  readonly parked: number;
  readonly replay: ReplayRow | null;
}
