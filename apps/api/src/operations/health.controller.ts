import { setTimeout as delay } from 'node:timers/promises';
import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Redis } from '../adapters/redis.ts';
import type { EventStore } from '../kernel/event-store/port.ts';
import { Projections } from '../kernel/projections.ts';
import type { ReadStore } from '../kernel/read-store/port.ts';
import { MediaRoom } from '../media/media-room.ts';
import { eventStoreToken, readStoreToken, redisToken, vaultToken } from '../kernel/tokens.ts';
import type { Vault } from '../kernel/vault/port.ts';
import { Metrics } from './metrics.ts';

/** Who asks for health gives up soon; an engine that is silent for so long is not there. */
const checkMaxMs = 3_000;

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
  constructor(
    private readonly projections: Projections,
    private readonly metrics: Metrics,
    private readonly room: MediaRoom,
    @Inject(eventStoreToken) private readonly events: EventStore,
    @Inject(readStoreToken) private readonly views: ReadStore,
    @Inject(vaultToken) private readonly vault: Vault,
    @Inject(redisToken) private readonly redis: Redis | null,
  ) {}

  @Get('health/live')
  live() {
    return { status: 'ok' };
  }

  @Get('health/ready')
  async ready(@Res({ passthrough: true }) response: Response) {
    const [event_store, read_store, vault, uploads] = await Promise.all([
      works(() => this.events.head()),
      works(() => this.views.checkpoint('marketplace')),
      works(() => this.vault.get('health', 'ready')),
      this.room.isThere().catch(() => false),
    ]);
    const missing = named({ event_store, read_store, vault, views_caught_up: this.projections.isCaughtUp });
    response.status(missing.length === 0 ? 200 : 503);
    return {
      status: missing.length === 0 ? 'ok' : 'not ready',
      not_ready: missing,
      // Without Redis a node serves on: its limits count alone, and what others changed arrives a little later.
      degraded: named({ redis: this.redis?.isReady() ?? true, uploads }),
    };
  }

  @Get('metrics')
  async prometheus(@Res() response: Response) {
    response.type(this.metrics.registry.contentType).send(await this.metrics.registry.metrics());
  }
}
