import { Controller, Get, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { notFound } from '@tessera/domain/failures';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { CurrentUser, Metadata } from '../http/request.ts';
import type { SignedIn } from '../http/request.ts';
import { RoleGuard } from '../http/role.guard.ts';
import { Writes } from '../http/limits/write-limits.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { Refused } from '../kernel/refused.ts';
import { Successors } from './successors.ts';

/** How a brand continues with a license that it holds. */
@ApiTags('licensing')
@ApiBearerAuth()
@Controller('api/licenses')
@UseGuards(RoleGuard('brand'))
@Writes('orders')
export class SuccessorsController {
  constructor(
    private readonly successors: Successors,
    private readonly views: ReadStore,
  ) {}

  /** What a renewal and an upgrade would cost now, or why there is none. It changes nothing. */
  @Get(':id/successors')
  async offers(@Param('id') id: string, @CurrentUser() user: SignedIn) {
    return this.successors.offers(await this.own(id, user));
  }

  @Post(':id/renew')
  @HttpCode(201)
  async renew(@Param('id') id: string, @CurrentUser() user: SignedIn, @Metadata() metadata: EventMetadata) {
    return this.successors.place('renewal', await this.own(id, user), metadata);
  }

  @Post(':id/upgrade')
  @HttpCode(201)
  async upgrade(@Param('id') id: string, @CurrentUser() user: SignedIn, @Metadata() metadata: EventMetadata) {
    return this.successors.place('upgrade', await this.own(id, user), metadata);
  }

  /** What a successor follows from never changes, so that the view can't be too old for it. */
  private async own(id: string, user: SignedIn): Promise<License> {
    const stored = await this.views.get<License>('licenses', id);
    if (stored?.document.brand_id !== user.id) throw new Refused(notFound());
    return stored.document;
  }
}
