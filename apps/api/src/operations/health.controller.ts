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
import { Metrics } from './metrics.ts';

/** Who asks for health gives up soon; an engine that is silent for this long is not there. */
const checkMaxMs = 3_000;
/** So that strangers who ask again and again cause no more writes than one. */
const sameAnswerMs = 1_000;

const works = (check: () => Promise<unknown>): Promise<boolean> =>
  Promise.race([
    check().then(
      () => true,
      () => false,
    ),
    delay(checkMaxMs, false, { ref: false }),
  ]);

const named = (checks: Readonly<Record<string, boolean>>) =>
  Object.entries(checks).flatMap(([name, ok]) => (ok ? [] : [name]));

@ApiTags('operations')
@Controller()
export class HealthController {
  private checks: { readonly atMs: number; readonly named: ReturnType<HealthController['checked']> } | null = null;

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
  @Answers('Says that the process is alive.', { 200: Alive })
  live() {
    return { status: 'ok' as const };
  }

  /** Not whether it is ready: while MongoDB is away no node is, and all of them still take orders. */
  @Get('health/serving')
  @Answers('Says whether a balancer should send requests here: until it is asked to stop.', {
    200: Serving,
    503: Serving,
  })
  serving(@Res({ passthrough: true }) response: Response) {
    const status = this.draining.isAnnounced ? 'stopping' : 'ok';
    response.status(status === 'ok' ? 200 : 503);
    return { status } satisfies Serving;
  }

  /** Each store is asked to write: on a full disk one that still reads is not ready. */
  @Get('health/ready')
  @Answers('Says whether it can serve, and what is missing.', { 200: Readiness, 503: Readiness })
  async ready(@Res({ passthrough: true }) response: Response) {
    const now = performance.now();
    if (!this.checks || now - this.checks.atMs >= sameAnswerMs) this.checks = { atMs: now, named: this.checked() };
    const { not_ready: missing, degraded } = await this.checks.named;
    const not_ready = this.draining.isAnnounced ? ['stopping', ...missing] : missing;
    response.status(not_ready.length === 0 ? 200 : 503);
    return { status: not_ready.length === 0 ? 'ok' : 'not ready', not_ready, degraded };
  }

  @Get('metrics')
  @AnswersDirectly('Gives the measures for Prometheus.', [200], 'text/plain')
  async prometheus(@Res() response: Response) {
    response.type(this.metrics.registry.contentType).send(await this.metrics.registry.metrics());
  }

  private async checked() {
    const [event_store, read_store, vault, uploads] = await Promise.all([
      works(() => this.events.tryWrite()),
      works(() => this.views.tryWrite()),
      works(() => this.vault.put('health', 'trial', {})),
      this.space.isAvailable().catch(() => false),
    ]);
    return {
      not_ready: named({ event_store, read_store, vault, views_caught_up: this.projections.isCaughtUp }),
      // Without the others a node serves on: its limits count alone, and what others changed arrives a little later.
      degraded: named({ redis: this.nodes.isReachable(), uploads }),
    };
  }
}
