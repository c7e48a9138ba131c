import type { RecordedEvent } from '@tessera/domain/kernel/event';
import type { Reaction, Workflow } from '@tessera/domain/kernel/workflow';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventCodec } from '../log/codec.ts';
import type { EventStore, PositionKind } from '../log/port.ts';
import { refuseStrayCheckpoint } from '../projecting/checkpoint.ts';
import { parkedEvent } from '../projecting/fold.ts';
import { keepFollowing } from '../projecting/keep-following.ts';
import { isParked, type ParkedStreams, type ParkingLot, streamsOf } from '../projecting/parked.ts';
import { SerialQueue } from '../async/serial-queue.ts';
import { isUnavailable } from '../unavailable.ts';
import type { Vault } from '../records/port.ts';

const batchMaxEvents = 100;
/** Pauses before a failed reaction is retried; after the last one, the event is parked. */
const retryPausesMs = [20, 100, 500];

/**
 * How often a workflow saves its checkpoint. After a crash, whatever it handled since is handled again; waiting for the
 * disk after each event would hold up everyone else.
 */
const savedAfterMs = 2_000;

const collection = 'workflows';

/** Up to where a workflow has handled the log. Checkpoints in a log of the other kind mean nothing here. */
export interface Checkpoint {
  readonly position: number;
  /** Absent in checkpoints from before there was another kind. */
  readonly counts?: PositionKind;
}

/** Whether a checkpoint is ahead of another in the same log. */
const isAhead = ({ position, counts = 'events' }: Checkpoint, other: Checkpoint) =>
  counts === other.counts && position > other.position;

/** The saved position up to which a workflow has handled everything that concerns it; -1 for none. */
export const workflowPosition = async (
  { name }: Workflow,
  { vault, events }: Pick<WorkflowParts, 'vault' | 'events'>,
) => {
  const known = await vault.get<Checkpoint>(collection, name);
  return known && (known.counts ?? 'events') === events.counts ? known.position : -1;
};

/** The position after which a workflow continues; -1 before the first event. @throws if the log has no event there */
export const startOf = async (workflow: Workflow, parts: Pick<WorkflowParts, 'vault' | 'events'>) => {
  const checkpoint = await workflowPosition(workflow, parts);
  await refuseStrayCheckpoint(parts.events, `workflow ${workflow.name}`, checkpoint);
  return checkpoint;
};

export interface WorkflowParts {
  readonly events: EventStore;
  readonly vault: Vault;
  readonly parkingLot: ParkingLot;
  readonly decode: EventCodec['decode'];
  /** Sends the command of a reaction. Rejects if it could not be decided; a refusal counts as an answer. */
  readonly react: (reaction: Reaction, cause: RecordedEvent) => Promise<void>;
  /** Resolves once the views have committed a position. */
  readonly viewed: (position: number) => Promise<unknown>;
  readonly report: (error: unknown, what: string) => void;
}

/**
 * Delivers events to one workflow: in order, at least once, after the views have folded them, and in parallel with the
 * views, so that a slow reaction does not hold them up. Its checkpoint is in the vault, which no replay touches.
 */
export class WorkflowRunner {
  readonly #workflow: Workflow;
  readonly #parts: WorkflowParts;
  readonly #queue = new SerialQueue();
  #parkedStreams: ParkedStreams = new Map();
  #position = -1;
  #isSavingSoon = false;

  constructor(workflow: Workflow, parts: WorkflowParts) {
    this.#workflow = workflow;
    this.#parts = parts;
  }

  /**
   * The position of the last event delivered or parked, or of a later one up to which nothing concerns this workflow.
   */
  get position() {
    return this.#position;
  }

  /** @throws before it delivers anything, if its checkpoint doesn't belong to this log */
  async run(signal: AbortSignal) {
    const { events, parkingLot, report } = this.#parts;
    const { name, handlers } = this.#workflow;
    this.#position = await startOf(this.#workflow, this.#parts);
    // It will deliver from the first event, so nothing that was parked before counts.
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
      onBatch: (batch) => this.#queue.run(() => this.#deliverBatch(batch, signal)),
      onFailure: (error) => report(error, `workflow ${name} after position ${this.#position}`),
    });
    await this.#save();
  }

  /**
   * Delivers parked events in order. Whatever still fails stays parked, with the later events of its stream, and so
   * does anything that the log doesn't have.
   */
  retryParked() {
    return this.#queue.run(async () => {
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
    if (this.#position !== before) void this.#saveSoon(signal);
  }

  #pass(position: number, signal: AbortSignal) {
    if (signal.aborted) return;
    this.#position = Math.max(this.#position, position);
    void this.#saveSoon(signal);
  }

  async #saveSoon(signal: AbortSignal) {
    if (this.#isSavingSoon) return;
    this.#isSavingSoon = true;
    await delay(savedAfterMs, undefined, { signal, ref: false }).catch(() => undefined);
    this.#isSavingSoon = false;
    if (!signal.aborted) await this.#save();
  }

  /** If the vault is down, the next save catches up; until then, a crash would repeat more deliveries. */
  async #save() {
    const { vault, events, report } = this.#parts;
    const { name } = this.#workflow;
    const reached: Checkpoint = { position: this.#position, counts: events.counts };
    try {
      // A former holder that is still delivering must not move the checkpoint back.
      await vault.update<Checkpoint>(collection, name, (before) =>
        before && isAhead(before, reached) ? before : reached,
      );
    } catch (error) {
      report(error, `workflow ${name}: its position ${this.#position} could not be saved`);
    }
  }

  /** False if it was stopped before the event was handled. */
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
   * Null if the event was delivered; otherwise the error of the last attempt.
   * @throws if an engine is down, which is no reason to park an event
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
