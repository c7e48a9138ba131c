import { Injectable } from '@nestjs/common';
import type { RewardTotal } from '@tessera/domain/earnings/rewards.view';
import type { Cents } from '@tessera/domain/money';
import type { Referral } from '@tessera/domain/referrals/referral';
import { everyDocument } from '../kernel/views/every-document.ts';
import { ReadStore } from '../kernel/views/port.ts';

/** Adds up what each referral code of a creator has earned: the rewards for everyone who signed up with it. */
@Injectable()
export class CodeEarnings {
  constructor(private readonly views: ReadStore) {}

  /** By code. Codes that have earned nothing are missing. */
  async of(referrer_id: string): Promise<ReadonlyMap<string, Cents>> {
    const own = { where: { referrer_id }, sort: { field: 'latest_at', descending: true } };
    const totals: RewardTotal[] = [];
    for await (const { document } of everyDocument<RewardTotal>(this.views, 'reward-totals', own))
      totals.push(document);
    const referrals = await this.views.load(
      'referral-list',
      totals.map(({ referred_user_id }) => referred_user_id),
    );
    const earned = new Map<string, Cents>();
    for (const { referred_user_id, reward_cents } of totals) {
      const code = (referrals.get(referred_user_id)?.document as Referral | undefined)?.referral_code;
      if (code !== undefined) earned.set(code, (earned.get(code) ?? 0) + reward_cents);
    }
    return earned;
  }
}
