import { Injectable } from '@nestjs/common';
import type { RewardTotal } from '@tessera/domain/earnings/rewards.view';
import type { Cents } from '@tessera/domain/money';
import type { Referral } from '@tessera/domain/referrals/referral';
import { everyDocument } from '../kernel/views/every-document.ts';
import { ReadStore } from '../kernel/views/port.ts';

/** What each referral code of a creator has brought: the rewards of those who came by it. */
@Injectable()
export class CodeEarnings {
  constructor(private readonly views: ReadStore) {}

  /** By code; of those that brought nothing there is none. */
  async of(referrer_id: string): Promise<ReadonlyMap<string, Cents>> {
    const earned = new Map<string, Cents>();
    const own = { where: { referrer_id }, sort: { field: 'latest_at', descending: true } };
    for await (const { document } of everyDocument<RewardTotal>(this.views, 'reward-totals', own)) {
      const referral = await this.views.get<Referral>('referral-list', document.referred_user_id);
      const code = referral?.document.referral_code;
      if (code !== undefined) earned.set(code, (earned.get(code) ?? 0) + document.reward_cents);
    }
    return earned;
  }
}
