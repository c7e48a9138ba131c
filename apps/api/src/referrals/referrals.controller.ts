import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PageQuery } from '@tessera/contract/kernel/queries';
import { ReferralFigures, ReferralPage } from '@tessera/contract/referrals';
import type { Referral } from '@tessera/domain/referrals/referral';
import { metricsOf, noReferrals } from '@tessera/domain/referrals/referrals.view';
import type { CreatorReferrals } from '@tessera/domain/referrals/referrals.view';
import { Answers } from '../http/description/answers.ts';
import { QueryParams } from '../http/input/query-params.ts';
import { listPage } from '../kernel/views/list-page.ts';
import { CurrentUser } from '../http/request.ts';
import type { SignedIn } from '../http/request.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { ReferralRows } from './referral-rows.ts';

/** The creators that the signed-in creator referred. */
@ApiTags('referrals')
@Controller('api/referrals')
@OnlyFor('creator')
export class ReferralsController {
  constructor(
    private readonly views: ReadStore,
    private readonly rows: ReferralRows,
  ) {}

  @Get()
  @Answers('Lists the people that the creator referred.', { 200: ReferralPage })
  async mine(@QueryParams(PageQuery) { limit, cursor }: PageQuery, @CurrentUser() user: SignedIn) {
    const find = {
      where: { referrer_id: user.id },
      sort: { field: 'created_at', descending: true },
      limit,
      cursor,
    };
    return listPage(this.views, 'referral-list', find, (referral: Referral) => this.rows.of(referral));
  }

  @Get('metrics')
  @Answers('Counts the people that the creator referred.', { 200: ReferralFigures })
  async metrics(@CurrentUser() user: SignedIn) {
    const stored = await this.views.get<CreatorReferrals>('referrals', user.id);
    const position = stored?.position ?? (await this.views.checkpoint('referrals'));
    return { ...metricsOf(stored?.document ?? noReferrals(user.id)), position };
  }
}
