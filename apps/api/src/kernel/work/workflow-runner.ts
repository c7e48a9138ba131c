import type { RecordedEvent } from '@tessera/domain/kernel/event';
import type { Reaction, Workflow } from '@tessera/domain/kernel/workflow';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventStore, PositionKind } from '../log/port.ts';
import { refuseStray } from '../projecting/checkpoint.ts';
import { parkedEvent } from '../projecting/fold.ts';
import { keepFollowing } from '../projecting/keep-following.ts';
import { isParked, type ParkedStreams, type ParkingLot, streamsOf } from '../projecting/parked.ts';
import { SerialQueue } from '../serial-queue.ts';
import { isUnavailable } from '../unavailable.ts';
import type { Vault } from '../records/port.ts';

/** After a crash, up to so many events are delivered once more. */
const batchMaxEvents = 100;
/** Pauses before a failed reaction is tried again; after the last one the event is parked. */
const retryPausesMs = [20, 100, 500];

/** After which a workflow that had nothing to deliver writes down how far it is. */
const passedSavedAfterMs = 2_000;

const collection = 'workflows';

/** What a workflow has dealt with; a checkpoint of a log of the other kind means nothing here. */
interface Checkpoint {
  readonly position: number;
  /** Absent in checkpoints from before there was another kind. */
  readonly counts?: PositionKind;
}

/** In the same log. */
const isAhead = ({ position, counts = 'events' }: Checkpoint, other: Checkpoint) =>
  counts === other.counts && position > other.position;

const checkpointOf = async ({ vault, events }: Pick<WorkflowParts, 'vault' | 'events'>, name: string) => {
  const known = await vault.get<Checkpoint>(collection, name);
  return known && (known.counts ?? 'events') === events.counts ? known.position : -1;
};

/** Behind which event a workflow continues; -1 before the first. @throws when the log has none there */
export const startOf = async ({ name }: Workflow, parts: Pick<WorkflowParts, 'vault' | 'events'>) => {
  const checkpoint = await checkpointOf(parts, name);
  await refuseStray(parts.events, `workflow ${name}`, checkpoint);
  return checkpoint;
};

/** As its process has written it down: up to where a workflow has dealt with everything that concerns it. */
export const workflowPosition = ({ name }: Workflow, parts: Pick<WorkflowParts, 'vault' | 'events'>) =>
  checkpointOf(parts, name);

export interface WorkflowParts {
  readonly events: EventStore;
  readonly vault: Vault;
  readonly parkingLot: ParkingLot;
  readonly decode: (events: readonly RecordedEvent[]) => readonly RecordedEvent[] | Promise<readonly RecordedEvent[]>;
  /** Sends the command of a reaction. Rejects when it could not be decided; a refusal is an answer. */
  readonly react: (reaction: Reaction, cause: RecordedEvent) => Promise<void>;
  /** Resolves when the views have committed a position. */
  readonly viewed: (position: number) => Promise<unknown>;
  readonly report: (error: unknown, what: string) => void;
}

/**
 * Delivers events to one workflow: in order, at least once, after the views have them, and beside the views, so that
 * a slow reaction does not hold them up. Its checkpoint lives in the vault, which no replay touches.
 */
export class WorkflowRunner {
  readonly #workflow: Workflow;
  readonly #parts: WorkflowParts;
  readonly #turns = new SerialQueue();
  #parkedStreams: ParkedStreams = new Map();
  #position = -1;
  #isSavingSoon = false;

  constructor(workflow: Workflow, parts: WorkflowParts) {
    this.#workflow = workflow;
    this.#parts = parts;
  }

  /** Of the last event delivered or parked, or of one behind it where nothing lay between that concerns this workflow. */
  get position() {
    return this.#position;
  }

  /** @throws before it delivers anything when its checkpoint is none of this log */
  async run(signal: AbortSignal) {
    const { events, parkingLot, report } = this.#parts;
    const { name, handlers } = this.#workflow;
    this.#position = await startOf(this.#workflow, this.#parts);
    // Delivered from the first event, nothing of what was parked before counts.
    if (this.#position < 0) await parkingLot.replace(name, []);
    this.#parkedStreams = streamsOf(await parkingLot.of(name));
    await keepFollowing({
      events,
      signal,
      options: () => ({
        after: this.#position,
        batchMax: batchMaxEvents,
        types: [...handlers.keys()],
        onPassed: (position) => this.#pass(position, signal),
      }),
      onBatch: (batch) => this.#turns.run(() => this.#deliverBatch(batch, signal)),
      onFailure: (error) => report(error, `workflow ${name} after position ${this.#position}`),
    });
  }

  /**
   * Delivers what is parked, in order; what still fails stays, with the later events of its stream, and so does what the
   * log doesn't have, or has no more.
   */
  retryParked() {
    return this.#turns.run(async () => {
      const { events, parkingLot } = this.#parts;
      const failing: ParkedStreams = new Map();
      for (const { stream, position } of await parkingLot.of(this.#workflow.name)) {
        if (failing.has(stream)) continue;
        const stored = await events.at(position);
        const [event] = await this.#parts.decode(stored ? [stored] : []);
        const isDelivered = event !== undefined && (await this.#failureOf(event, AbortSignal.abort())) === null;
        if (isDelivered) await parkingLot.remove(this.#workflow.name, position);
        else failing.set(stream, position);
      }
      this.#parkedStreams = failing;
    });
  }

  async #deliverBatch(batch: readonly RecordedEvent[], signal: AbortSignal) {
    const { viewed, decode } = this.#parts;
    await viewed(batch.at(-1)?.position ?? -1);
    const before = this.#position;
    for (const event of await decode(batch)) {
      if (signal.aborted) break;
      if (!(await this.#deliverOrPark(event, signal))) break;
      this.#position = event.position;
    }
    if (this.#position !== before) await this.#save();
  }

  #pass(position: number, signal: AbortSignal) {
    if (signal.aborted) return;
    this.#position = Math.max(this.#position, position);
    void this.#saveSoon(signal);
  }

  /** What is written down late is passed again after a crash, which costs some reading and delivers nothing twice. */
  async #saveSoon(signal: AbortSignal) {
    if (this.#isSavingSoon) return;
    this.#isSavingSoon = true;
    try {
      await delay(passedSavedAfterMs, undefined, { signal, ref: false });
      await this.#turns.run(() => this.#save());
    } catch {
      // Stopped; or the vault is away, which the next delivery tells.
    } finally {
      this.#isSavingSoon = false;
    }
  }

  async #save() {
    const { vault, events } = this.#parts;
    const reached: Checkpoint = { position: this.#position, counts: events.counts };
    // A holder that was passed over, and delivers what another has delivered since, moves nothing back.
    await vault.update<Checkpoint>(collection, this.#workflow.name, (before) =>
      before && isAhead(before, reached) ? before : reached,
    );
  }

  /** False when it was stopped before the event was dealt with. */
  async #deliverOrPark(event: RecordedEvent, signal: AbortSignal) {
    const { parkingLot, report } = this.#parts;
    const { name } = this.#workflow;
    if (isParked(this.#parkedStreams, event)) {
      await parkingLot.add(name, [parkedEvent(event, 'An earlier event of its stream is parked')]);
      return true;
    }
    const error = await this.#failureOf(event, signal);
    if (error === null) return true;
    if (signal.aborted) return false;
    report(error, `workflow ${name}: ${event.type} at position ${event.position} is parked`);
    await parkingLot.add(name, [parkedEvent(event, error)]);
    this.#parkedStreams.set(event.stream, event.position);
    return true;
  }

  /**
   * Null when the event was delivered; otherwise what the last attempt failed with.
   * @throws when an engine is down, which is nothing to park an event for.
   */
  async #failureOf(event: RecordedEvent, signal: AbortSignal): Promise<unknown> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const reactions = this.#workflow.handlers.get(event.type)?.(event) ?? [];
        for (const reaction of reactions) await this.#parts.react(reaction, event);
        return null;
      } catch (error) {
        if (isUnavailable(error) && !signal.aborted) throw error;
        const pauseMs = retryPausesMs[attempt];
        if (pauseMs === undefined || signal.aborted) return error ?? new Error('It failed without a reason');
        await delay(pauseMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }
}
