import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import type { KernelConfig } from '../config.ts';
import { Leases, type Tenure } from './lease.ts';
import { Projections } from '../projecting/projections.ts';
import { configToken, loggerToken } from '../tokens.ts';
import { untilAborted } from '../until-aborted.ts';

const everyMs = 1_000;

/** What is to be done again and again, by one process of all at a time. What there is to do is in a view. */
export interface Work {
  /** As it is named in leases and logs. */
  readonly name: string;
  /** The only view that it reads; without one it waits for all. A new view that takes hours to fold holds it up no more. */
  readonly view?: string;
  /** Asked once, before the lease: who can't do it leaves it to another process. */
  readonly canDo?: () => Promise<boolean>;
  /** Under each lease before the first round. */
  readonly begin?: () => Promise<void>;
  /**
   * For so long, in ms, what the last holder of the lease began may still be under way after it fell silent: who takes
   * over waits. Not needed by work that finds out whether it was done already.
   */
  readonly underWayMaxMs?: number;
  /** Does what there is to do now; what fails is logged, and tried again in the next round. */
  readonly round: (tenure: Tenure) => Promise<void>;
}

/**
 * Work that continues beside the requests, from when the views are up to date until the process stops, a second after
 * each round. Among several processes one does it for all; nodes that answer browsers leave it to the others.
 */
@Injectable()
export class SoleWork implements BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private readonly running: Promise<void>[] = [];

  constructor(
    private readonly projections: Projections,
    private readonly leases: Leases,
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
    await this.leases.keep(work.name, this.stopping.signal, (tenure) => this.repeat(work, tenure));
  }

  private async repeat({ name, view, begin, underWayMaxMs = 0, round }: Work, tenure: Tenure) {
    const { signal, isTakeover } = tenure;
    // A stop doesn't wait for views that may never get there.
    const viewed = view === undefined ? this.projections.caughtUp : this.projections.caughtUpWith(view);
    await Promise.race([viewed, untilAborted(signal)]);
    if (isTakeover) await delay(underWayMaxMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    await begin?.();
    while (!signal.aborted) {
      try {
        await round(tenure);
      } catch (error) {
        if (!signal.aborted) this.logger.error({ err: error }, `${name}: a round failed; trying again in a second`);
      }
      await delay(everyMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
