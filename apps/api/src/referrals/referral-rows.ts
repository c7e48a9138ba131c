import { Injectable } from '@nestjs/common';
import type { ReferralRow } from '@tessera/contract/referrals';
import { referral } from '@tessera/domain/referrals/referral';
import type { Referral } from '@tessera/domain/referrals/referral';
import { referralRow } from '@tessera/domain/referrals/row';
import { Streams } from '../kernel/commands/dispatch.ts';

/** Adds what no view has: the reason for a decision, which can only be read with the referrer's key. */
@Injectable()
export class ReferralRows {
  constructor(private readonly streams: Streams) {}

  async of(document: Referral): Promise<ReferralRow> {
    return { ...referralRow(document), reason: document.decided_at ? await this.reasonOf(document) : null };
  }

  private async reasonOf({ referred_user_id }: Referral) {
    const { state } = await this.streams.load(referral, referred_user_id);
    return state.status === 'none' ? null : state.reason;
  }
}
