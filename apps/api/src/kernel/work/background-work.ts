import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import type { KernelConfig } from '../config.ts';
import { Leases, type Tenure } from './lease.ts';
import { Projections } from '../projecting/projections.ts';
import { configToken, loggerToken } from '../tokens.ts';
import { untilAborted } from '../async/until-aborted.ts';

/** How long work pauses between its rounds. */
@Injectable()
export class WorkPace {
  readonly restMs: number = 1_000;
}

const contendAlways: NonNullable<Work['contendWhile']> = (signal, contend) => contend(signal);

/** Work repeated as long as the service runs, by only one process at a time. A view tells what there is to do. */
export interface Work {
  /** Its name in leases and logs. */
  readonly name: string;
  /** The only view that it waits for; by default all. Keeps a new view that takes hours to fold from delaying it. */
  readonly view?: string;
  /** Called once, before competing for the lease: a process that can't do the work leaves it to another. */
  readonly canDo?: () => Promise<boolean>;
  /**
   * Restricts when this process competes for the lease; by default it always does. Shared work uses this to decide
   * which part falls to this process. When a part no longer does, the lease is held until whatever was begun under it
   * has ended.
   */
  readonly contendWhile?: (signal: AbortSignal, contend: (signal: AbortSignal) => Promise<void>) => Promise<void>;
  /** The longest rest between two rounds, in ms; by default that of all work. */
  readonly restMaxMs?: number;
  /** Runs once under each lease, before the first round. */
  readonly begin?: () => Promise<void>;
  /**
   * For this long, in ms, the work of a lease's last holder may still be in flight after it fell silent, so whoever
   * takes over waits. Not needed by work that finds out whether it was already done.
   */
  readonly inFlightMaxMs?: number;
  /**
   * Does whatever there is to do now; failures are logged, and retried in the next round. Once `leaving` is aborted it
   * must start nothing new, even while the lease is still held.
   */
  readonly round: (tenure: Tenure, leaving: AbortSignal) => Promise<void>;
  /** Runs once under each lease, after the last round, to end what the rounds left in flight. */
  readonly end?: (tenure: Tenure) => Promise<void>;
}

/**
 * Runs work in the background, from when the views are up to date until the process stops, with a pause after each
 * round. Among several processes only one does each work; nodes that answer browsers leave it to the others.
 */
@Injectable()
export class BackgroundWork implements BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private readonly running: Promise<void>[] = [];

  constructor(
    private readonly projections: Projections,
    private readonly leases: Leases,
    private readonly pace: WorkPace,
    @Inject(configToken) private readonly config: Pick<KernelConfig, 'role'>,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  /** Returns immediately. */
  start(work: Work) {
    if (this.config.role === 'api') return;
    this.running.push(
      this.run(work).catch((error: unknown) => {
        this.logger.fatal({ err: error }, `${work.name}: stopped, and will continue when the service is restarted`);
      }),
    );
  }

  /** Runs before other shutdown hooks, so that whatever a round needs is available until it ends. */
  async beforeApplicationShutdown() {
    this.stopping.abort();
    await Promise.all(this.running);
  }

  private async run(work: Work) {
    if (work.canDo && !(await work.canDo())) return;
    await (work.contendWhile ?? contendAlways)(this.stopping.signal, (meanwhile) => this.contend(work, meanwhile));
  }

  /** Shutting down ends a tenure, but the end of eligibility doesn't: work in flight finishes under the lease. */
  private async contend(work: Work, meanwhile: AbortSignal) {
    const over = new AbortController();
    let isHolder = false;
    const endUnlessHolding = () => {
      if (meanwhile.aborted && !isHolder) over.abort();
    };
    meanwhile.addEventListener('abort', endUnlessHolding, { once: true });
    endUnlessHolding();
    await this.leases.keep(work.name, AbortSignal.any([this.stopping.signal, over.signal]), async (tenure) => {
      isHolder = true;
      try {
        await this.repeat(work, tenure, AbortSignal.any([tenure.signal, meanwhile]));
      } finally {
        isHolder = false;
        endUnlessHolding();
      }
    });
  }

  private async repeat(work: Work, tenure: Tenure, leaving: AbortSignal) {
    const { name, view, begin, inFlightMaxMs = 0, restMaxMs = Infinity, round, end } = work;
    const { signal, isTakeover } = tenure;
    // Shutting down must not wait for views that may never catch up.
    const viewed = view === undefined ? this.projections.caughtUp : this.projections.caughtUpWith(view);
    await Promise.race([viewed, untilAborted(leaving)]);
    // Waits even if it is about to leave: the next holder would not know about the holder before.
    if (isTakeover) await delay(inFlightMaxMs, undefined, { signal }).catch(() => undefined);
    if (leaving.aborted) return;
    await begin?.();
    while (!leaving.aborted) {
      try {
        await round(tenure, leaving);
      } catch (error) {
        if (!signal.aborted) this.logger.error({ err: error }, `${name}: a round failed and will be retried soon`);
      }
      await delay(Math.min(this.pace.restMs, restMaxMs), undefined, { signal: leaving }).catch(() => undefined);
    }
    await end?.(tenure);
  }
}
