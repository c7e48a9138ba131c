import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import type { KernelConfig } from '../config.ts';
import { Leases, type Tenure } from './lease.ts';
import { Projections } from '../projecting/projections.ts';
import { configToken, loggerToken } from '../tokens.ts';
import { untilAborted } from '../async/until-aborted.ts';

/** How long work rests between its rounds. */
@Injectable()
export class WorkPace {
  readonly restMs: number = 1_000;
}

const contendAlways: NonNullable<Work['contendWhile']> = (signal, contend) => contend(signal);

/** What is to be done again and again, by one process of all at a time. What there is to do is in a view. */
export interface Work {
  /** As it is named in leases and logs. */
  readonly name: string;
  /** The only view that it reads; without one it waits for all. A new view that takes hours to fold holds it up no more. */
  readonly view?: string;
  /** Asked once, before the lease: who can't do it leaves it to another process. */
  readonly canDo?: () => Promise<boolean>;
  /**
   * Contends for the lease only in the meantime; by default always. Who shares a work decides there which part of it falls
   * to this process. When it no longer does, the lease is held until what was begun under it has ended.
   */
  readonly contendWhile?: (signal: AbortSignal, contend: (signal: AbortSignal) => Promise<void>) => Promise<void>;
  /** Under each lease before the first round. */
  readonly begin?: () => Promise<void>;
  /**
   * For so long, in ms, what the last holder of the lease began may still be under way after it fell silent: who takes
   * over waits. Not needed by work that finds out whether it was done already.
   */
  readonly inFlightMaxMs?: number;
  /**
   * Does what there is to do now; what fails is logged, and tried again in the next round. Once `leaving` is aborted it
   * begins nothing more, also where the lease is still held.
   */
  readonly round: (tenure: Tenure, leaving: AbortSignal) => Promise<void>;
  /** Under each lease after the last round: ends what the rounds have left under way. */
  readonly end?: (tenure: Tenure) => Promise<void>;
}

/**
 * Work that continues beside the requests, from when the views are up to date until the process stops, with a
 * rest after each round. Among several processes one does it for all; nodes that answer browsers leave it to the others.
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

  /** Doesn't hold up the start. */
  start(work: Work) {
    if (this.config.role === 'api') return;
    this.running.push(
      this.run(work).catch((error: unknown) => {
        this.logger.fatal({ err: error }, `${work.name}: it ended, and goes on when the service is started again`);
      }),
    );
  }

  /** First of all, so that what a round needs is still there until it ends. */
  async beforeApplicationShutdown() {
    this.stopping.abort();
    await Promise.all(this.running);
  }

  private async run(work: Work) {
    if (work.canDo && !(await work.canDo())) return;
    await (work.contendWhile ?? contendAlways)(this.stopping.signal, (meanwhile) => this.contend(work, meanwhile));
  }

  /** A stop ends a tenure, the end of the meantime does not: what is under way then ends under the lease. */
  private async contend(work: Work, meanwhile: AbortSignal) {
    const over = new AbortController();
    let isHolder = false;
    const look = () => {
      if (meanwhile.aborted && !isHolder) over.abort();
    };
    meanwhile.addEventListener('abort', look, { once: true });
    look();
    await this.leases.keep(work.name, AbortSignal.any([this.stopping.signal, over.signal]), async (tenure) => {
      isHolder = true;
      try {
        await this.repeat(work, tenure, AbortSignal.any([tenure.signal, meanwhile]));
      } finally {
        isHolder = false;
        look();
      }
    });
  }

  private async repeat(work: Work, tenure: Tenure, leaving: AbortSignal) {
    const { name, view, begin, inFlightMaxMs = 0, round, end } = work;
    const { signal, isTakeover } = tenure;
    // A stop doesn't wait for views that may never get there.
    const viewed = view === undefined ? this.projections.caughtUp : this.projections.caughtUpWith(view);
    await Promise.race([viewed, untilAborted(leaving)]);
    // Also where it leaves: the next holder is not told of the one before.
    if (isTakeover) await delay(inFlightMaxMs, undefined, { signal }).catch(() => undefined);
    if (leaving.aborted) return;
    await begin?.();
    while (!leaving.aborted) {
      try {
        await round(tenure, leaving);
      } catch (error) {
        if (!signal.aborted) this.logger.error({ err: error }, `${name}: a round failed; trying again soon`);
      }
      await delay(this.pace.restMs, undefined, { signal: leaving }).catch(() => undefined);
    }
    await end?.(tenure);
  }
}
