import { Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  ParkedLeft,
  ParkedList,
  PlatformCounts as PlatformFigures,
  ReplayStarted,
  ViewList,
} from '@tessera/contract/admin';
import { noCounts, platformKey } from '@tessera/domain/admin/counts';
import type { PlatformCounts } from '@tessera/domain/admin/counts';
import { Answers } from '../http/description/answers.ts';
import { Refuses } from '../http/description/refusals.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { Projections } from '../kernel/projecting/projections.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { viewList } from './view-rows.ts';

@ApiTags('admin')
@Controller('api/admin')
@OnlyFor('admin')
export class ViewsController {
  constructor(
    private readonly projections: Projections,
    private readonly views: ReadStore,
  ) {}

  @Get('counts')
  @Answers('Counts creators, brands, items and licenses.', { 200: PlatformFigures })
  async counts() {
    const stored = await this.views.get<PlatformCounts>('platform-counts', platformKey);
    return { ...noCounts, ...stored?.document };
  }

  @Get('views')
  @Answers('Shows how far each view and workflow is in the log.', { 200: ViewList })
  list() {
    return viewList(this.projections);
  }

  @Post('views/:name/replay')
  @Refuses('replay_under_way')
  @Answers('Rebuilds a view next to the one in use.', { 202: ReplayStarted })
  async replay(@Param('name') name: string) {
    await this.projections.startReplay(name);
    return { started: true };
  }

  @Get('views/:name/parked')
  @Answers('Lists the parked events of a view or workflow.', { 200: ParkedList })
  async parked(@Param('name') name: string) {
    const parked = await this.projections.parked(name);
    return { items: parked.map(({ position, stream, type, error, at }) => ({ position, stream, type, error, at })) };
  }

  @Post('views/:name/retry-parked')
  @Refuses('replay_under_way')
  @Answers('Retries the parked events of a view or workflow.', { 200: ParkedLeft })
  async retryParked(@Param('name') name: string) {
    return { parked: await this.projections.retryParked(name) };
  }
}
