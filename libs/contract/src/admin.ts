import { taskCountMax } from '@tessera/domain/admin/counts';
import type { PlatformCounts as Counts } from '@tessera/domain/admin/counts';
import { AdminUserForm, TeamForm } from '@tessera/domain/admin/automation';
import { Page } from './kernel/answers.ts';
import { QueryMatch, QueryText, QueryTime, PageQuery } from './kernel/queries.ts';
import { Flag, Instant, Json, Nullable, OneOf, Row, Rows, Text, Texts, Integer } from './kernel/fields.ts';

export class AdminSession {
  @Text()
  readonly access_token!: string;

  @Integer('Seconds since 1970.')
  readonly expires_at!: number;
}

/** One event of the log as the admin sees it in the list. */
export class EventSummary {
  @Integer('The position in the log.')
  readonly position!: number;

  @Text()
  readonly id!: string;

  @Text()
  readonly type!: string;

  @Text()
  readonly stream!: string;

  @Integer('The revision in its stream.')
  readonly revision!: number;

  @Instant()
  readonly recorded_at!: string;

  @Text()
  readonly actor!: string;

  @Text('The id that it shares with the request that caused it.')
  readonly correlation!: string;

  @Text('What happened, as one plain sentence.')
  readonly sentence!: string;
}

/** What watching `event-log` tells. Without events, anything may have happened up to its position. */
export class LiveEvents {
  @Rows(() => EventSummary, 'Newest first.')
  readonly items!: readonly EventSummary[];
}

export class EventPage extends Page {
  @Rows(() => EventSummary, 'Newest first.')
  readonly items!: readonly EventSummary[];

  @Texts('All event types.')
  readonly types!: readonly string[];
}

export class EventOrigin {
  @Text()
  readonly actor!: string;

  @Text()
  readonly correlation!: string;

  @Nullable()
  @Text('The id of the event that caused it.')
  readonly causation!: string | null;
}

export class EventDetails extends EventSummary {
  @Integer('The version of its type.')
  readonly version!: number;

  @Row(() => EventOrigin)
  readonly metadata!: EventOrigin;

  @Json('The event’s data, with personal fields masked.')
  readonly data!: unknown;
}

export class PlatformCounts implements Counts {
  @Integer()
  readonly creators!: number;

  @Integer()
  readonly brands!: number;

  @Integer()
  readonly content!: number;

  @Integer()
  readonly licenses!: number;
}

/** The tasks of one kind that wait for the operator. */
export class TaskQueue {
  @Integer(`How many there are; counting ends at ${taskCountMax}.`)
  readonly count!: number;

  @Nullable()
  @Instant('Since when the first of them has been waiting; null if there is none.')
  readonly since!: string | null;
}

/** Everything that waits for the operator. */
export class AdminTasks {
  @Row(() => TaskQueue, 'Requested refunds, to make or decline.')
  readonly refunds!: TaskQueue;

  @Row(() => TaskQueue, 'Refunds that a bank returned, to pay in another way.')
  readonly returned_refunds!: TaskQueue;

  @Row(() => TaskQueue, 'Open disputes, for which the bank takes evidence.')
  readonly disputes!: TaskQueue;

  @Row(() => TaskQueue, 'Reports of items, to close.')
  readonly reports!: TaskQueue;

  @Row(() => TaskQueue, 'Held referrals, to approve or reject.')
  readonly referrals!: TaskQueue;

  @Row(() => TaskQueue, 'Creators who have to be paid within three days, or should have been.')
  readonly payouts!: TaskQueue;
}

const replayStates = ['running', 'switching', 'done', 'failed'] as const;

/** The progress or the result of a view's latest replay. */
export class ReplayRow {
  @Integer('The position in the log that the replay has reached.')
  readonly position!: number;

  @Integer('The position of the last event in the log.')
  readonly head!: number;

  @Integer()
  readonly events_per_second!: number;

  @OneOf(replayStates)
  readonly state!: (typeof replayStates)[number];

  @Instant()
  readonly started_at!: string;

  @Nullable()
  @Instant('Null until it has ended.')
  readonly finished_at!: string | null;
}

const consumerKinds = ['view', 'workflow'] as const;
const consumerStates = ['live', 'catching-up', 'replaying'] as const;

/** How far a view or a workflow has read the log. */
export class ViewRow {
  @Text()
  readonly view!: string;

  @OneOf(consumerKinds, 'A workflow is never replayed.')
  readonly kind!: (typeof consumerKinds)[number];

  @Integer('The position in the log that it has reached.')
  readonly position!: number;

  @Integer('The position of the last event in the log.')
  readonly head!: number;

  @Integer('How far it is behind: in events on the embedded engine, in bytes of the log on EventStoreDB.')
  readonly lag!: number;

  @OneOf(consumerStates)
  readonly state!: (typeof consumerStates)[number];

  @Integer('Events set aside because they could not be folded or delivered.')
  readonly parked!: number;

  @Nullable()
  @Row(() => ReplayRow, 'Null if this process knows of none.')
  readonly replay!: ReplayRow | null;
}

export class ViewList {
  @Rows(() => ViewRow)
  readonly items!: readonly ViewRow[];
}

export class ReplayStarted {
  @Flag()
  readonly started!: boolean;
}

/** A parked event, or a later one of its stream. */
export class ParkedRow {
  @Integer()
  readonly position!: number;

  @Text()
  readonly stream!: string;

  @Text()
  readonly type!: string;

  @Text('The error’s message.')
  readonly error!: string;

  @Instant()
  readonly at!: string;
}

export class ParkedList {
  @Rows(() => ParkedRow)
  readonly items!: readonly ParkedRow[];
}

export class ParkedLeft {
  @Integer('How many events are still parked.')
  readonly parked!: number;
}

const tokenStates = ['missing', 'configured'] as const;

/** The status of the automation service; the token itself never leaves the server. */
export class AutomationStatus {
  @OneOf(tokenStates)
  readonly token!: (typeof tokenStates)[number];

  @Nullable()
  @Text('Null if no team is connected.')
  readonly team_id!: string | null;
}

const teamActions = ['test-connection', 'store-credentials'] as const;

export class TeamRequest extends TeamForm {
  @OneOf(teamActions)
  readonly action!: (typeof teamActions)[number];
}

export class AdminUserRequest extends AdminUserForm {
  @OneOf(['create-admin-user'])
  readonly action!: 'create-admin-user';
}

export class TeamConnected {
  @Flag()
  readonly connected!: boolean;
}

export class TeamStored {
  @Flag()
  readonly stored!: boolean;
}

export class AdminUserCreated {
  @Text()
  readonly admin_id!: string;
}

/** The log is read backward: the cursor is a position, and a page starts just before it. */
export class EventsQuery extends PageQuery {
  @QueryMatch(/^\d{1,15}$/, 'a position')
  override readonly cursor?: string;

  @QueryText()
  readonly type?: string;

  @QueryText()
  readonly stream?: string;

  @QueryText()
  readonly actor?: string;

  @QueryText()
  readonly correlation?: string;

  @QueryTime()
  readonly from?: string;

  @QueryTime()
  readonly to?: string;
}
