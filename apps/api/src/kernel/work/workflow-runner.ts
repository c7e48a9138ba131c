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
/** Pauses before a failed reaction is tried again; after the last one the event is parked. */
const retryPausesMs = [20, 100, 500];

/**
 * After which a workflow writes down how far it is. What it dealt with in between is dealt with once more after a crash; to
 * wait for the disk after each event would hold up everybody else.
 */
const savedAfterMs = 2_000;

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
  await refuseStrayCheckpoint(parts.events, `workflow ${name}`, checkpoint);
  return checkpoint;
};

/** As its process has written it down: up to where a workflow has dealt with everything that concerns it. */
export const workflowPosition = ({ name }: Workflow, parts: Pick<WorkflowParts, 'vault' | 'events'>) =>
  checkpointOf(parts, name);

export interface WorkflowParts {
  readonly events: EventStore;
  readonly vault: Vault;
  readonly parkingLot: ParkingLot;
  readonly decode: EventCodec['decode'];
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
    await this.#save();
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

  /** Where the vault is away, what comes next is written down, and until then a crash delivers more once more. */
  async #save() {
    const { vault, events, report } = this.#parts;
    const { name } = this.#workflow;
    const reached: Checkpoint = { position: this.#position, counts: events.counts };
    try {
      // A holder that was passed over, and delivers what another has delivered since, moves nothing back.
      await vault.update<Checkpoint>(collection, name, (before) =>
        before && isAhead(before, reached) ? before : reached,
      );
    } catch (error) {
      report(error, `workflow ${name}: that it is at position ${this.#position} could not be written down`);
    }
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
