import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { BrandDashboard, CreatorDashboard as CreatorAnswer } from '@tessera/contract/dashboards';
import { emptyDashboard } from '@tessera/domain/earnings/dashboard/creator-dashboard.view';
import type { CreatorDashboard } from '@tessera/domain/earnings/dashboard/creator-dashboard.view';
import { emptyBrandLicenses } from '@tessera/domain/licensing/brand-licenses.view';
import type { BrandLicenses } from '@tessera/domain/licensing/brand-licenses.view';
import { Answers } from '../http/description/answers.ts';
import { CurrentUser } from '../http/request.ts';
import type { SignedIn } from '../http/request.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { ReadStore } from '../kernel/views/port.ts';

/** The figures of the dashboards. Live connections get the same documents pushed. */
@ApiTags('dashboards')
@Controller('api/dashboards')
export class DashboardsController {
  constructor(private readonly views: ReadStore) {}

  @Get('creator')
  @Answers('Returns the figures of the creator’s dashboard.', { 200: CreatorAnswer })
  @OnlyFor('creator')
  async creator(@CurrentUser() user: SignedIn) {
    const position = await this.views.checkpoint('creator-dashboard');
    const stored = await this.views.get<CreatorDashboard>('creator-dashboard', user.id);
    return { value: stored?.document ?? emptyDashboard(user.id), position: stored?.position ?? position };
  }

  @Get('brand')
  @Answers('Returns the figures of the brand’s dashboard.', { 200: BrandDashboard })
  @OnlyFor('brand')
  async brand(@CurrentUser() user: SignedIn) {
    const position = await this.views.checkpoint('brand-licenses');
    const stored = await this.views.get<BrandLicenses>('brand-licenses', user.id);
    return { value: stored?.document ?? emptyBrandLicenses(user.id), position: stored?.position ?? position };
  }
}
