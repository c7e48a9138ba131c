/** What other features may use of this one; nothing else of it is imported from outside. */
export { ReferralRows } from './referral-rows.ts';
export { ReferralsModule } from './referrals.module.ts';
