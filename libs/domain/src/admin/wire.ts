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

/** An event that was set aside, or a later one of its stream. */
export interface ParkedRow {
  readonly position: number;
  readonly stream: string;
  readonly type: string;
  /** What went wrong, in the words of the error. */
  readonly error: string;
  /** ISO 8601. */
  readonly at: string;
}

/** Where a view, or a workflow, is in the log. */
export interface ViewRow {
  readonly view: string;
  /** A workflow is never replayed. */
  readonly kind: 'view' | 'workflow';
  readonly position: number;
  readonly head: number;
  /** How far the log goes beyond it, in positions: events on the embedded engine, bytes of EventStoreDB's log. */
  readonly lag: number;
  readonly state: 'live' | 'catching-up' | 'replaying';
  /** Events set aside because they could not be folded or delivered. */
  readonly parked: number;
  readonly replay: ReplayRow | null;
}
