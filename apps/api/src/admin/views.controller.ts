import { Controller, Get, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { noCounts, platformKey } from '@tessera/domain/admin/platform-counts.view';
import type { ParkedRow } from '@tessera/domain/admin/wire';
import type { PlatformCounts } from '@tessera/domain/admin/platform-counts.view';
import { RoleGuard } from '../http/role.guard.ts';
import { Projections } from '../kernel/projecting/projections.ts';
import { ReadStore } from '../kernel/views/port.ts';

@ApiTags('admin')
@ApiBearerAuth()
@Controller('api/admin')
@UseGuards(RoleGuard('admin'))
export class ViewsController {
  constructor(
    private readonly projections: Projections,
    private readonly views: ReadStore,
  ) {}

  @Get('counts')
  async counts() {
    const stored = await this.views.get<PlatformCounts>('platform-counts', platformKey);
    return { ...noCounts, ...stored?.document };
  }

  @Get('views')
  async list() {
    return { items: await this.projections.status() };
  }

  @Post('views/:name/replay')
  @HttpCode(202)
  async replay(@Param('name') name: string) {
    await this.projections.startReplay(name);
    return { started: true };
  }

  @Get('views/:name/parked')
  async parked(@Param('name') name: string): Promise<{ items: readonly ParkedRow[] }> {
    const parked = await this.projections.parked(name);
    return { items: parked.map(({ position, stream, type, error, at }) => ({ position, stream, type, error, at })) };
  }

  @Post('views/:name/retry-parked')
  @HttpCode(200)
  async retryParked(@Param('name') name: string) {
    return { parked: await this.projections.retryParked(name) };
  }
}
