import { Controller, Get, HttpCode, Inject, Param, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { noCounts, platformKey } from '@tessera/domain/admin/platform-counts.view';
import type { PlatformCounts } from '@tessera/domain/admin/platform-counts.view';
import { RoleGuard } from '../http/role.guard.ts';
import { FollowerService } from '../kernel/follower.service.ts';
import type { ReadStore } from '../kernel/read-store/port.ts';
import { readStoreToken } from '../kernel/tokens.ts';

@ApiTags('admin')
@ApiBearerAuth()
@Controller('api/admin')
@UseGuards(RoleGuard('admin'))
export class ViewsController {
  constructor(
    private readonly follower: FollowerService,
    @Inject(readStoreToken) private readonly views: ReadStore,
  ) {}

  @Get('counts')
  async counts() {
    const stored = await this.views.get<PlatformCounts>('platform-counts', platformKey);
    return { ...noCounts, ...stored?.document };
  }

  @Get('views')
  async list() {
    return { items: await this.follower.status() };
  }

  @Post('views/:name/replay')
  @HttpCode(202)
  replay(@Param('name') name: string) {
    this.follower.startReplay(name);
    return { started: true };
  }

  @Post('views/:name/retry-parked')
  @HttpCode(200)
  async retryParked(@Param('name') name: string) {
    return { parked: await this.follower.retryParked(name) };
  }
}
