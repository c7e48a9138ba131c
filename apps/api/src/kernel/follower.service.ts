import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { ReplayRow, ViewRow } from '@tessera/domain/admin/wire';
import * as catalogue from '@tessera/domain/catalogue';
import { notFound } from '@tessera/domain/failures';
import { defineFailure } from '@tessera/domain/kernel/failure';
import type { RecordedEvent } from '@tessera/domain/kernel/event';
import type { Reaction } from '@tessera/domain/kernel/workflow';
import type { Logger } from 'pino';
import type { EventCodec } from './codec.ts';
import { Dispatch } from './dispatch.ts';
import type { EventStore } from './event-store/port.ts';
import { Follower } from './follow.ts';
import type { Committed } from './follow.ts';
import type { Progress } from './progress.ts';
import type { ReadStore } from './read-store/port.ts';
import { Refused } from './refused.ts';
import type { Replayer } from './replay.ts';
import { codecToken, eventStoreToken, loggerToken, readStoreToken, threadReplayerToken, vaultToken } from './tokens.ts';
import type { Vault } from './vault/port.ts';

const replayUnderWay = defineFailure(
  'replay_under_way',
  409,
  'Replay under way',
  'This view is being replayed already. Please wait until it is done.',
);

/** The follower of this process, with what its life and its listeners need. */
@Injectable()
export class FollowerService implements OnModuleInit, OnApplicationShutdown {
  private readonly follower: Follower;
  private readonly listeners: ((committed: Committed) => void)[] = [];
  private readonly replays = new Map<string, Progress>();
  private started: Promise<void> = Promise.resolve();
  /** True once the views include everything that was in the log at start. */
  isCaughtUp = false;

  constructor(
    @Inject(eventStoreToken) events: EventStore,
    @Inject(readStoreToken) views: ReadStore,
    @Inject(vaultToken) vault: Vault,
    @Inject(codecToken) codec: EventCodec,
    @Inject(threadReplayerToken) threadReplayer: Replayer,
    @Inject(loggerToken) private readonly logger: Logger,
    private readonly commands: CommandBus,
  ) {
    this.follower = new Follower({
      events,
      views,
      vault,
      catalogue,
      threadReplayer,
      decode: (batch) => codec.decode(batch),
      react: (reaction, cause) => this.react(reaction, cause),
      report: (error, what) => this.logger.error({ err: error }, what),
      onCommitted: (committed) => this.listeners.forEach((listener) => listener(committed)),
    });
  }

  onModuleInit() {
    this.started = this.follower.start().then(() => {
      this.isCaughtUp = true;
    });
    // Who waits for `caughtUp` hears of a failure; here it only must not go unheard.
    this.started.catch((error: unknown) =>
      this.logger.fatal({ err: error }, 'the views could not be brought up to date'),
    );
  }

  onApplicationShutdown() {
    return this.follower.stop();
  }

  get caughtUp(): Promise<void> {
    return this.started;
  }

  onCommitted(listener: (committed: Committed) => void) {
    this.listeners.push(listener);
  }

  reached(position: number, timeoutMs: number) {
    return this.follower.reached(position, timeoutMs);
  }

  async status(): Promise<readonly ViewRow[]> {
    const views = await this.follower.status();
    return views.map((view) => ({ ...view, replay: this.replayRow(view.view) }));
  }

  /** Starts a replay and answers at once; how it goes stands in `status`. */
  startReplay(name: string) {
    if (!catalogue.views.some((view) => view.name === name)) throw new Refused(notFound());
    const state = this.replays.get(name)?.state;
    if (state === 'running' || state === 'switching') throw new Refused(replayUnderWay());
    this.follower
      .replay(name, (progress) => this.replays.set(name, progress))
      .catch((error: unknown) => this.logger.error({ err: error }, `the replay of ${name} failed`));
  }

  /** Folds or delivers what is parked once more; answers what is parked after it. */
  async retryParked(name: string): Promise<number> {
    if (![...catalogue.views, ...catalogue.workflows].some((known) => known.name === name))
      throw new Refused(notFound());
    await this.follower.retryParked(name);
    return (await this.follower.parked(name)).length;
  }

  private replayRow(name: string): ReplayRow | null {
    const progress = this.replays.get(name);
    if (!progress) return null;
    const { position, head, eventsPerSecond, state, startedAt, finishedAt } = progress;
    return {
      position,
      head,
      events_per_second: eventsPerSecond,
      state,
      started_at: startedAt,
      finished_at: finishedAt ?? null,
    };
  }

  private async react({ category, id, command }: Reaction, cause: RecordedEvent) {
    const decider = catalogue.deciders.get(category);
    if (!decider) throw new Error(`A workflow reacts with a command for "${category}", which no decider answers`);
    const metadata = { actor: 'system', correlation: cause.metadata.correlation, causation: cause.id };
    try {
      await this.commands.execute(new Dispatch(decider, id, command, metadata));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.logger.warn({ failure: error.failure.failure, category, id }, 'a reaction was refused');
    }
  }
}
