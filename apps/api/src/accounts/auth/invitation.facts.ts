import { Injectable } from '@nestjs/common';
import { account } from '@tessera/domain/accounts/account';
import type { CreatorRegisteredData } from '@tessera/domain/accounts/account-events';
import { sharedIdentifier } from '@tessera/domain/accounts/same-person';
import type { Arrival, Invitation } from '@tessera/domain/invitation';
import { readCode } from '@tessera/domain/referrals/code-format';
import { referralCode } from '@tessera/domain/referrals/referral-code';
import { Streams } from '../../kernel/commands/dispatch.ts';

type NewCreator = Pick<CreatorRegisteredData, 'email' | 'phone' | 'payout'>;

/** Looks up the referral code of a new creator. Reads streams rather than a view, so that a brand-new code counts. */
@Injectable()
export class InvitationFacts {
  constructor(private readonly streams: Streams) {}

  /** Null without a code, and for a code that nobody owns: the sign-up then continues without a referral. */
  async find(typedCode: string, arrival: Arrival, creator: NewCreator): Promise<Invitation | null> {
    const code = readCode(typedCode);
    if (!code) return null;
    const found = await this.streams.loadPublic(referralCode, code);
    if (found.status !== 'open') return null;
    const { creator_id: referrer_id } = found.code;
    const { state: referrer } = await this.streams.load(account, referrer_id);
    if (referrer.status !== 'open' || referrer.role !== 'creator') return null;
    // The details are compared here but not stored, not even as a hash: in the log, each account's are encrypted with its key.
    const held_for = sharedIdentifier(creator, { email: referrer.email, ...referrer.details });
    return { referrer_id, code, arrival, held_for };
  }
}
