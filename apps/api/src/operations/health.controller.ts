import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { EventStore } from '../kernel/event-store/port.ts';
import { FollowerService } from '../kernel/follower.service.ts';
import type { ReadStore } from '../kernel/read-store/port.ts';
import { eventStoreToken, readStoreToken } from '../kernel/tokens.ts';
import { Metrics } from './metrics.ts';

const works = async (check: () => Promise<unknown>): Promise<boolean> => {
  try {
    await check();
    return true;
  } catch {
    return false;
  }
};

@ApiTags('operations')
@Controller()
export class HealthController {
  constructor(
    private readonly follower: FollowerService,
    private readonly metrics: Metrics,
    @Inject(eventStoreToken) private readonly events: EventStore,
    @Inject(readStoreToken) private readonly views: ReadStore,
  ) {}

  @Get('health/live')
  live() {
    return { status: 'ok' };
  }

  @Get('health/ready')
  async ready(@Res({ passthrough: true }) response: Response) {
    const checks = {
      event_store: await works(() => this.events.head()),
      read_store: await works(() => this.views.checkpoint('marketplace')),
      views_caught_up: this.follower.isCaughtUp,
    };
    const missing = Object.entries(checks).flatMap(([name, ok]) => (ok ? [] : [name]));
    response.status(missing.length === 0 ? 200 : 503);
    return { status: missing.length === 0 ? 'ok' : 'not ready', not_ready: missing };
  }

  @Get('metrics')
  async prometheus(@Res() response: Response) {
    response.type(this.metrics.registry.contentType).send(await this.metrics.registry.metrics());
  }
}
