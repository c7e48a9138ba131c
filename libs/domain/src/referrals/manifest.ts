import type { Manifest } from '../kernel/manifest.ts';
import { recordReferral } from './record-referral.workflow.ts';
import { referralCode } from './referral-code.ts';
import { referralCodes } from './referral-codes.view.ts';
import { referralList } from './referral-list.view.ts';
import { referral } from './referral.ts';
import { referrals } from './referrals.view.ts';

export const referralsManifest: Manifest = {
  deciders: [referral, referralCode],
  views: [referralCodes, referralList, referrals],
  workflows: [recordReferral],
};
