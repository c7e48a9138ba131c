import { Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Successors as SuccessorOffers } from '@tessera/contract/licenses';
import { Checkout } from '@tessera/contract/orders';
import { notFound } from '@tessera/domain/failures';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { Answers } from '../http/description/answers.ts';
import { Refuses } from '../http/description/refusals.ts';
import { CurrentUser, Metadata } from '../http/request.ts';
import type { SignedIn } from '../http/request.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { Writes } from '../http/limits/write-limits.ts';
import { Refused } from '../kernel/refused.ts';
import { PlaceOrderFacts } from './place-order.facts.ts';
import { Successors, successorRefusals } from './successors.ts';

/** Lets a brand renew or upgrade a license that it holds. */
@ApiTags('licensing')
@Controller('api/licenses')
@OnlyFor('brand')
@Writes('orders')
export class SuccessorsController {
  constructor(
    private readonly successors: Successors,
    private readonly facts: PlaceOrderFacts,
  ) {}

  @Get(':id/successors')
  @Answers('Says what a renewal and an upgrade would cost now, or why they aren’t available.', { 200: SuccessorOffers })
  async offers(@Param('id') id: string, @CurrentUser() user: SignedIn) {
    return this.successors.offers(await this.own(id, user));
  }

  @Post(':id/renew')
  @Refuses(...successorRefusals)
  @Answers('Places an order for a renewal.', { 201: Checkout })
  async renew(@Param('id') id: string, @CurrentUser() user: SignedIn, @Metadata() metadata: EventMetadata) {
    return this.successors.place('renewal', await this.own(id, user), metadata);
  }

  @Post(':id/upgrade')
  @Refuses(...successorRefusals)
  @Answers('Places an order for an upgrade.', { 201: Checkout })
  async upgrade(@Param('id') id: string, @CurrentUser() user: SignedIn, @Metadata() metadata: EventMetadata) {
    return this.successors.place('upgrade', await this.own(id, user), metadata);
  }

  private async own(id: string, user: SignedIn): Promise<License> {
    const license = await this.facts.license(id);
    if (license?.brand_id !== user.id) throw new Refused(notFound());
    return license;
  }
}
