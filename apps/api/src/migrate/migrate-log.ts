import { createHash } from 'node:crypto';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import type { EventStore } from '../kernel/log/port.ts';
import { MigrationRefused, type OnProgress } from './migration.ts';

const pageMaxEvents = 1_000;

export type LogSource = Pick<EventStore, 'readAll' | 'head'>;

export interface LogTarget extends LogSource {
  /** The most events for one `appendRecorded`. */
  readonly batchMaxEvents: number;
  /**
   * Appends events as they were recorded elsewhere, in order, with ids, times and everything else; only positions are
   * its own. They are durable once it resolves; if it fails, the first of them may be stored.
   */
  appendRecorded(events: readonly RecordedEvent[]): Promise<void>;
}

interface LogMigration {
  readonly from: LogSource;
  readonly to: LogTarget;
  readonly onProgress: OnProgress;
  /** Aborting ends the migration between two appends; it can be started again. */
  readonly signal: AbortSignal;
}

/** The common beginning of two logs. */
interface Shared {
  readonly events: number;
  /** SHA-256 over everything except the positions. */
  readonly digest: string;
  /** The last event's position in each log; -1 if there is none. */
  readonly position: number;
  readonly targetPosition: number;
}

export interface MigratedLog extends Shared {
  /** The number of events copied by this run. */
  readonly copied: number;
  /** Whether the source has more events by now. */
  readonly grown: boolean;
}

/** Everything in an event except its position, which differs between logs. */
const meaningOf = ({ id, stream, revision, type, version, recordedAt, metadata, data }: RecordedEvent) => {
  const { actor, correlation, causation } = metadata;
  return JSON.stringify([id, stream, revision, type, version, recordedAt, actor, correlation, causation, data]);
};

async function* eventsOf(log: LogSource) {
  for (let last = -1; ;) {
    const page = await log.readAll({ after: last, limit: pageMaxEvents });
    yield* page;
    const end = page.at(-1);
    if (!end || page.length < pageMaxEvents) return;
    last = end.position;
  }
}

const shareOf = (position: number, head: number) => (head <= 0 ? 1 : Math.min(1, Math.max(0, position) / head));

const notACopy = (number: number, { type, position }: RecordedEvent, why: string) =>
  new MigrationRefused(
    `Event ${number} of the target (${type}, position ${position}) ${why}: the target is not a copy of the source. ` +
      'Use a target that is empty, or that was migrated from this source and has not been written to since',
  );

/** Compares both logs. @throws MigrationRefused if the target contains anything but a beginning of the source */
const compare = async ({ from, to, onProgress, signal }: LogMigration, step: string): Promise<Shared> => {
  const head = await from.head();
  const source = eventsOf(from);
  const digest = createHash('sha256');
  let [events, position, targetPosition] = [0, -1, -1];
  for await (const copied of eventsOf(to)) {
    const original = await source.next();
    if (original.done) throw notACopy(events + 1, copied, `comes after the last of the source, which has ${events}`);
    const meaning = meaningOf(copied);
    if (meaning !== meaningOf(original.value)) {
      const { type, position: at } = original.value;
      throw notACopy(events + 1, copied, `is not event ${events + 1} of the source (${type}, position ${at})`);
    }
    digest.update(meaning).update('\n');
    events += 1;
    ({ position } = original.value);
    targetPosition = copied.position;
    if (events % pageMaxEvents > 0) continue;
    onProgress({ step, count: events, done: shareOf(position, head) });
    signal.throwIfAborted();
  }
  onProgress({ step, count: events, done: 1 });
  return { events, digest: digest.digest('hex'), position, targetPosition };
};

/** Copies until nothing is left, including new events of the source. Returns how many events both logs then have. */
const copy = async ({ from, to, onProgress, signal }: LogMigration, { events, position }: Shared) => {
  let head = await from.head();
  for (let [count, after] = [events, position]; ;) {
    signal.throwIfAborted();
    const page = await from.readAll({ after, limit: to.batchMaxEvents });
    const last = page.at(-1);
    if (!last) return count;
    await to.appendRecorded(page);
    count += page.length;
    after = last.position;
    if (after > head) head = await from.head();
    onProgress({ step: 'copying', count, done: shareOf(after, head) });
  }
};

/**
 * Copies one log into another, event by event, in order. Existing events of the target are compared first, so that a
 * migration that was interrupted, or whose source has grown, continues where it ended. At the end both logs are
 * compared completely.
 * @throws MigrationRefused if there is nothing to copy, or the target contains anything but a beginning of the source;
 * the signal's reason if aborted
 */
export const migrateLog = async (migration: LogMigration): Promise<MigratedLog> => {
  const { from, to } = migration;
  if ((await from.head()) === -1) throw new MigrationRefused('The source has no events: there is nothing to migrate');
  const known = await compare(migration, 'comparing');
  const events = await copy(migration, known);
  const verified = await compare(migration, 'verifying');
  if (verified.events !== events || verified.targetPosition !== (await to.head())) {
    throw new MigrationRefused(
      `Of ${events} events the target has ${verified.events}: somebody else is writing to it, or it lost some`,
    );
  }
  const grown = (await from.head()) > verified.position;
  return { ...verified, copied: events - known.events, grown };
};
