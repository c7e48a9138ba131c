import type { Vault } from '../records/port.ts';

/** An event that a view could not fold or a workflow could not deliver, or a later event of the same stream. */
export interface ParkedEvent {
  readonly stream: string;
  readonly position: number;
  readonly eventId: string;
  readonly type: string;
  readonly error: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

const collection = 'parked';
const keyOf = (consumer: string, position: number) => `${consumer}@${position}`;

/** Durably stores parked events per consumer: a shape of a view, or a workflow. */
export class ParkingLot {
  readonly #vault: Vault;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  /** Parked events in the order of the log. */
  async of(consumer: string): Promise<readonly ParkedEvent[]> {
    const records = await this.#vault.inGroup<ParkedEvent>(collection, consumer);
    return records.map(({ value }) => value).sort((one, other) => one.position - other.position);
  }

  /** Adding an event again changes nothing. */
  async add(consumer: string, events: readonly ParkedEvent[]) {
    for (const event of events) {
      await this.#vault.insert(collection, keyOf(consumer, event.position), { ...event, group: consumer });
    }
  }

  async remove(consumer: string, position: number) {
    await this.#vault.delete(collection, keyOf(consumer, position));
  }

  async replace(consumer: string, events: readonly ParkedEvent[]) {
    const kept = new Set(events.map(({ position }) => position));
    for (const { position } of await this.of(consumer)) if (!kept.has(position)) await this.remove(consumer, position);
    await this.add(consumer, events);
  }

  /** Moves what was parked under another name. */
  async rename(before: string, consumer: string) {
    const events = await this.of(before);
    await this.add(consumer, events);
    for (const { position } of events) await this.remove(before, position);
  }
}

/**
 * For each stream, the position from which its events are parked. Earlier ones, even if repeated, are handled normally.
 */
export type ParkedStreams = Map<string, number>;

/** Expects events in the order of the log. */
export const streamsOf = (events: readonly ParkedEvent[]): ParkedStreams =>
  new Map(events.toReversed().map(({ stream, position }) => [stream, position]));

export const isParked = (streams: ParkedStreams, { stream, position }: { stream: string; position: number }) =>
  position >= (streams.get(stream) ?? Infinity);
