import { once } from 'node:events';
import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import * as catalog from '@tessera/domain/catalog';
import type { Workflow } from '@tessera/domain/kernel/workflow';
import type { Logger } from 'pino';
import { Follower } from './follow.ts';
import type { FollowerParts } from './follow.ts';
import type { Progress } from '../replaying/progress.ts';
import { Projections, requireConsumer, requireView, replayInProgress } from './projections.ts';
import type { ReportedStatus } from './projections.ts';
import type { ReadStore } from '../views/port.ts';
import { Refused } from '../refused.ts';

/** Folds all views and runs all workflows in this process, with a single follower. */
@Injectable()
export class EmbeddedProjections extends Projections implements OnModuleInit, OnApplicationShutdown {
  isCaughtUp = false;
  private readonly follower: Follower;
  private readonly views: ReadStore;
  private readonly replays = new Map<string, Progress>();
  private started: Promise<void> = Promise.resolve();

  constructor(
    parts: Omit<FollowerParts, 'catalog' | 'onCommitted' | 'onPromoted' | 'report'>,
    private readonly logger: Logger,
  ) {
    super();
    this.views = parts.views;
    this.follower = new Follower({
      ...parts,
      catalog,
      report: (error, what) => this.logger.error({ err: error }, what),
      onCommitted: (committed) => this.notifyCommitted(committed),
      onPromoted: (view) => this.notifyPromoted(view),
    });
  }

  async onModuleInit() {
    const opened = this.follower.open();
    this.started = opened
      .then(() => this.follower.start())
      .then(() => {
        this.isCaughtUp = true;
      });
    // Whoever awaits `caughtUp` sees the failure; this makes sure that it is logged even if nobody does.
    this.started.catch((error: unknown) =>
      this.logger.fatal({ err: error }, 'the views could not be brought up to date'),
    );
    // Requests that arrive before the views have caught up are answered from their current documents.
    await opened.catch(() => undefined);
  }

  onApplicationShutdown() {
    return this.follower.stop();
  }

  get caughtUp(): Promise<void> {
    return this.started;
  }

  /** One follower folds all views together. */
  caughtUpWith() {
    return this.started;
  }

  reached(position: number, timeoutMs: number) {
    return this.follower.reached(position, timeoutMs);
  }

  async workflowPosition({ name }: Workflow) {
    return this.follower.workflowPosition(name);
  }

  async forget(signal: AbortSignal) {
    for (const { name } of catalog.views.filter(({ readsPersonalFields }) => readsPersonalFields)) {
      if (signal.aborted || this.isReplaying(name)) return false;
      const replaying = this.follower.replay(name, (progress) => this.replays.set(name, progress));
      // On shutdown, the follower ends the replay only after the caller has stopped, so this must not wait for it.
      await Promise.race([replaying, once(signal, 'abort')]);
    }
    if (signal.aborted) return false;
    await this.views.scrub();
    return true;
  }

  async status(): Promise<readonly ReportedStatus[]> {
    const views = await this.follower.status();
    return views.map((view) => ({ ...view, replay: this.replays.get(view.view) ?? null }));
  }

  async parked(name: string) {
    return this.follower.parked(requireConsumer(name));
  }

  async startReplay(name: string) {
    if (this.isReplaying(requireView(name))) throw new Refused(replayInProgress());
    this.follower
      .replay(name, (progress) => this.replays.set(name, progress))
      .catch((error: unknown) => this.logger.error({ err: error }, `the replay of ${name} failed`));
  }

  async retryParked(name: string): Promise<number> {
    if (this.isReplaying(requireConsumer(name))) throw new Refused(replayInProgress());
    await this.follower.retryParked(name);
    return (await this.follower.parked(name)).length;
  }

  private isReplaying(name: string) {
    const state = this.replays.get(name)?.state;
    return state === 'running' || state === 'switching';
  }
}
