import { Injectable } from '@nestjs/common';
import { Command, CommandHandler } from '@nestjs/cqrs';
import type { ICommandHandler } from '@nestjs/cqrs';
import { fold, streamOf } from '@tessera/domain/kernel/decider';
import type { Decider } from '@tessera/domain/kernel/decider';
import type { DomainEvent, EventMetadata } from '@tessera/domain/kernel/event';
import { isFailure } from '@tessera/domain/kernel/failure';
import { bytesOf } from '../log/append-size.ts';
import { EventCodec, withoutKeys } from '../log/codec.ts';
import { EventStore, noStream, RevisionConflict } from '../log/port.ts';
import { FoldedStreams } from './folded-streams.ts';
import { StreamBusy, StreamTurns } from './stream-turns.ts';
import { Refused } from '../refused.ts';
import { traced } from '../observe/trace.ts';

const conflictRetriesMax = 8;

export interface Dispatched<State> {
  /** The state after the command. */
  readonly state: State;
  /** The position of the stream's last event: a read that has reached it includes this command. */
  readonly position: number;
  /** The events that the command added; none if it was a repetition. */
  readonly events: readonly DomainEvent[];
}

/** A command for one stream of a decider. */
export class Dispatch<State, Cmd, Event extends DomainEvent> extends Command<Dispatched<State>> {
  readonly decider: Decider<State, Cmd, Event>;
  readonly id: string;
  readonly command: Cmd;
  readonly metadata: EventMetadata;

  constructor(decider: Decider<State, Cmd, Event>, id: string, command: Cmd, metadata: EventMetadata) {
    super();
    this.decider = decider;
    this.id = id;
    this.command = command;
    this.metadata = metadata;
  }
}

// A stream contains only its own decider's events, as its name guarantees and the type can't.
const foldingOf =
  <State, Cmd, Event extends DomainEvent>(decider: Decider<State, Cmd, Event>) =>
  (state: State, recorded: readonly DomainEvent[]) =>
    fold(decider, recorded as readonly Event[], state);

/** The log's streams as the domain sees them: decoded, folded, decided upon. */
@Injectable()
export class Streams {
  readonly #folded: FoldedStreams;
  readonly #foldedPublic: FoldedStreams;

  constructor(
    private readonly events: EventStore,
    private readonly codec: EventCodec,
  ) {
    this.#folded = new FoldedStreams(events, codec);
    this.#foldedPublic = new FoldedStreams(events, withoutKeys(codec));
  }

  /**
   * The current state with the stream's last revision (-1 if there is no stream). `position` returns what a read must
   * have reached to include this state, for which it may have to ask the log.
   */
  async load<State, Cmd, Event extends DomainEvent>(decider: Decider<State, Cmd, Event>, id: string) {
    const read = await this.#folded.read(streamOf(decider, id), decider.initial, foldingOf(decider));
    const { state, revision, position } = read;
    return {
      state,
      revision,
      position: async () => (position < 0 && revision > noStream ? this.events.head() : position),
    };
  }

  /** The state without personal fields. It needs no keys, so it works while the vault is down. */
  async loadPublic<State, Cmd, Event extends DomainEvent>(decider: Decider<State, Cmd, Event>, id: string) {
    const { state } = await this.#foldedPublic.read(streamOf(decider, id), decider.initial, foldingOf(decider));
    return state;
  }

  /** Whether the events fit into one append. Ask before doing anything irreversible. */
  async fit(decided: readonly DomainEvent[], metadata: EventMetadata): Promise<boolean> {
    return bytesOf(await this.codec.encode(decided, metadata)) <= this.events.appendMaxBytes;
  }

  async append(stream: string, revision: number, decided: readonly DomainEvent[], metadata: EventMetadata) {
    return this.events.append(stream, revision, await this.codec.encode(decided, metadata));
  }
}

/** The only command handler: loads, decides and appends, and repeats that if another node appended in between. */
@CommandHandler(Dispatch)
export class DispatchHandler implements ICommandHandler<Dispatch<unknown, unknown, DomainEvent>> {
  private readonly turns = new StreamTurns();

  constructor(private readonly streams: Streams) {}

  execute(dispatch: Dispatch<unknown, unknown, DomainEvent>): Promise<Dispatched<unknown>> {
    const { decider, id, metadata } = dispatch;
    const stream = streamOf(decider, id);
    const inTurn = () => this.turns.take(stream, () => this.decide(dispatch));
    return traced(`command ${decider.category}`, { 'tessera.stream': stream }, inTurn, metadata.correlation);
  }

  private async decide(dispatch: Dispatch<unknown, unknown, DomainEvent>): Promise<Dispatched<unknown>> {
    for (let attempt = 0; attempt <= conflictRetriesMax; attempt += 1) {
      try {
        return await this.once(dispatch);
      } catch (error) {
        if (!(error instanceof RevisionConflict)) throw error;
      }
    }
    throw new StreamBusy(streamOf(dispatch.decider, dispatch.id));
  }

  private async once({ decider, id, command, metadata }: Dispatch<unknown, unknown, DomainEvent>) {
    const { state, revision, position } = await this.streams.load(decider, id);
    const decision = decider.decide(command, state);
    if (isFailure(decision)) throw new Refused(decision);
    if (decision.length === 0) return { state, position: await position(), events: decision };
    const appended = await this.streams.append(streamOf(decider, id), revision, decision, metadata);
    return { state: fold(decider, decision, state), position: appended.position, events: decision };
  }
}
