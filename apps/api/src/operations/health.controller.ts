import { setTimeout as delay } from 'node:timers/promises';
import { Controller, Get, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Alive, Readiness, Serving } from '@tessera/contract/operations';
import type { Response } from 'express';
import { OtherNodes } from '../kernel/live/other-nodes.ts';
import { EventStore } from '../kernel/log/port.ts';
import { Projections } from '../kernel/projecting/projections.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { MediaDiskSpace } from '../media/public.ts';
import { Vault } from '../kernel/records/port.ts';
import { Draining } from '../http/draining.ts';
import { Answers, AnswersDirectly } from '../http/description/answers.ts';
import { Refuses } from '../http/description/refusals.ts';
import { Metrics } from './metrics.ts';

/** Health checks have short timeouts, so an engine that doesn't answer within this time counts as down. */
const checkMaxMs = 3_000;
/** How long an answer is reused, so that strangers who ask repeatedly don't cause more writes. */
const cacheMs = 1_000;

const succeeds = (check: () => Promise<unknown>): Promise<boolean> =>
  Promise.race([
    check().then(
      () => true,
      () => false,
    ),
    delay(checkMaxMs, false, { ref: false }),
  ]);

const failedOf = (checks: Readonly<Record<string, boolean>>) =>
  Object.entries(checks).flatMap(([name, ok]) => (ok ? [] : [name]));

@ApiTags('operations')
@Controller()
export class HealthController {
  private checks: { readonly atMs: number; readonly result: ReturnType<HealthController['check']> } | null = null;

  constructor(
    private readonly projections: Projections,
    private readonly metrics: Metrics,
    private readonly space: MediaDiskSpace,
    private readonly events: EventStore,
    private readonly views: ReadStore,
    private readonly vault: Vault,
    private readonly nodes: OtherNodes,
    private readonly draining: Draining,
  ) {}

  @Get('health/live')
  @Answers('Tells that the process is alive.', { 200: Alive })
  live() {
    return { status: 'ok' as const };
  }

  /** Doesn't depend on readiness: while MongoDB is down no node is ready, but all of them still take orders. */
  @Get('health/serving')
  @Answers('Tells whether load balancers should send requests to this node, which is until it is asked to stop.', {
    200: Serving,
    503: Serving,
  })
  serving(@Res({ passthrough: true }) response: Response) {
    const status = this.draining.isAnnounced ? 'stopping' : 'ok';
    response.status(status === 'ok' ? 200 : 503);
    return { status } satisfies Serving;
  }

  /** Each store must be able to write: on a full disk, one that can only read is not ready. */
  @Get('health/ready')
  @Answers('Tells whether this node is ready, and which parts are not.', { 200: Readiness, 503: Readiness })
  async ready(@Res({ passthrough: true }) response: Response) {
    const now = performance.now();
    if (!this.checks || now - this.checks.atMs >= cacheMs) this.checks = { atMs: now, result: this.check() };
    const { not_ready: missing, degraded } = await this.checks.result;
    const not_ready = this.draining.isAnnounced ? ['stopping', ...missing] : missing;
    response.status(not_ready.length === 0 ? 200 : 503);
    return { status: not_ready.length === 0 ? 'ok' : 'not ready', not_ready, degraded };
  }

  @Get('metrics')
  @Refuses('not_found')
  @AnswersDirectly('Shows metrics for Prometheus.', [200], 'text/plain')
  async prometheus(@Res() response: Response) {
    response.type(this.metrics.registry.contentType).send(await this.metrics.registry.metrics());
  }

  private async check() {
    const [event_store, read_store, vault, uploads] = await Promise.all([
      succeeds(() => this.events.tryWrite()),
      succeeds(() => this.views.tryWrite()),
      succeeds(() => this.vault.put('health', 'trial', {})),
      this.space.isAvailable().catch(() => false),
    ]);
    return {
      not_ready: failedOf({ event_store, read_store, vault, views_caught_up: this.projections.isCaughtUp }),
      // Without Redis a node keeps serving: it counts limits alone, and learns a little later what other nodes changed.
      degraded: failedOf({ redis: this.nodes.isReachable(), uploads }),
    };
  }
}
