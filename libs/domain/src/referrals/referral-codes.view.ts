import { accountDeleted } from '../accounts/account-events.ts';
import { changes, defineView, on, removes } from '../kernel/view.ts';
import { trafficCounted } from '../traffic/traffic.ts';
import { referralCodeCreated, referralCodeDeleted } from './referral-code.ts';
import { referralRecorded } from './referral.ts';

/** A creator's own codes, newest first. Their descriptions are read from the log, with the creator's key. */
export interface ReferralCodes {
  readonly creator_id: string;
  readonly codes: readonly OwnCode[];
}

interface OwnCode {
  readonly id: string;
  readonly code: string;
  readonly created_at: string;
  /** How often its link was visited. */
  readonly visits: number;
  /** Creators who signed up with it, including those whose referral is held or was rejected. */
  readonly sign_ups: number;
}

export const noReferralCodes = (creator_id: string): ReferralCodes => ({ creator_id, codes: [] });

const withAdded = (
  before: ReferralCodes,
  code: string,
  added: Partial<Pick<OwnCode, 'visits' | 'sign_ups'>>,
): ReferralCodes => ({
  ...before,
  codes: before.codes.map((own) =>
    own.code === code
      ? { ...own, visits: own.visits + (added.visits ?? 0), sign_ups: own.sign_ups + (added.sign_ups ?? 0) }
      : own,
  ),
});

export const referralCodes = defineView<ReferralCodes>({
  name: 'referral-codes',
  version: 2,
  on: [
    on(referralCodeCreated, 'creator_id', (before, { creator_id, code_id: id, code, created_at }): ReferralCodes => ({
      creator_id,
      codes: [{ id, code, created_at, visits: 0, sign_ups: 0 }, ...(before?.codes ?? [])],
    })),
    changes(referralCodeDeleted, 'creator_id', (before, data) => ({
      ...before,
      codes: before.codes.filter(({ id }) => id !== data.code_id),
    })),
    changes(
      trafficCounted,
      ({ codes }) => [...new Set(codes.map(({ creator_id }) => creator_id))],
      (before, { codes }) => codes.reduce((after, { code, visits }) => withAdded(after, code, { visits }), before),
    ),
    changes(referralRecorded, 'referrer_id', (before, { referral_code }) =>
      withAdded(before, referral_code, { sign_ups: 1 }),
    ),
    removes(accountDeleted, 'account_id'),
  ],
  live: { mayWatch: (reader, creatorId) => reader.role === 'creator' && reader.id === creatorId },
});
