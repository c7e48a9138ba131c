import { accountDeleted } from '../accounts/account.ts';
import { defineView, on } from '../kernel/view.ts';
import { referralCodeCreated, referralCodeDeleted } from './referral-code.ts';

/** A creator's own codes, newest first. Their descriptions are read from the log, with the creator's key. */
export interface ReferralCodes {
  readonly creator_id: string;
  readonly codes: readonly { readonly id: string; readonly code: string; readonly created_at: string }[];
}

export const noReferralCodes = (creator_id: string): ReferralCodes => ({ creator_id, codes: [] });

export const referralCodes = defineView<ReferralCodes>({
  name: 'referral-codes',
  version: 1,
  on: [
    on(
      referralCodeCreated,
      (data) => data.creator_id,
      (before, { creator_id, code_id: id, code, created_at }): ReferralCodes => ({
        creator_id,
        codes: [{ id, code, created_at }, ...(before?.codes ?? [])],
      }),
    ),
    on(
      referralCodeDeleted,
      (data) => data.creator_id,
      (before, data) => before && { ...before, codes: before.codes.filter(({ id }) => id !== data.code_id) },
    ),
    on(
      accountDeleted,
      (data) => data.account_id,
      (): ReferralCodes | undefined => undefined,
    ),
  ],
  live: { mayWatch: (reader, creatorId) => reader.role === 'creator' && reader.id === creatorId },
});
