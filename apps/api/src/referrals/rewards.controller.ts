import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PageQuery } from '@tessera/contract/kernel/queries';
import { RewardPage, RewardTotalPage } from '@tessera/contract/referrals';
import type { Reward, RewardTotal } from '@tessera/domain/earnings/rewards.view';
import type { Referral } from '@tessera/domain/referrals/referral';
import { Answers } from '../http/description/answers.ts';
import { QueryParams } from '../http/input/query-params.ts';
import { listPage } from '../kernel/views/list-page.ts';
import { CurrentUser } from '../http/request.ts';
import type { SignedIn } from '../http/request.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { ReadStore } from '../kernel/views/port.ts';

/** What the signed-in creator earned from the sales of the creators they referred. */
@ApiTags('referrals')
@Controller('api/referrals/rewards')
@OnlyFor('creator')
export class RewardsController {
  constructor(private readonly views: ReadStore) {}

  @Get()
  @Answers('Lists the creator’s rewards, by license.', { 200: RewardPage })
  async byLicense(@QueryParams(PageQuery) { limit, cursor }: PageQuery, @CurrentUser() user: SignedIn) {
    const find = {
      where: { referrer_id: user.id },
      sort: { field: 'earned_at', descending: true },
      limit,
      cursor,
    };
    return listPage(
      this.views,
      'rewards',
      find,
      async ({ license_id: id, referrer_id: _referrer, ...reward }: Reward) => {
        const referral = await this.referralOf(reward.referred_user_id);
        return { id, ...reward, referral_code: referral?.referral_code ?? null };
      },
    );
  }

  @Get('creators')
  @Answers('Adds up the rewards for each referred creator.', { 200: RewardTotalPage })
  async byCreator(@QueryParams(PageQuery) { limit, cursor }: PageQuery, @CurrentUser() user: SignedIn) {
    const find = {
      where: { referrer_id: user.id },
      sort: { field: 'latest_at', descending: true },
      limit,
      cursor,
    };
    return listPage(
      this.views,
      'reward-totals',
      find,
      async ({ referred_user_id: id, referrer_id: _referrer, ...total }: RewardTotal) => {
        const { referral_code = null, created_at: referred_at = null } = (await this.referralOf(id)) ?? {};
        return { id, ...total, referral_code, referred_at };
      },
    );
  }

  private async referralOf(referredUserId: string) {
    return (await this.views.get<Referral>('referral-list', referredUserId))?.document;
  }
}
