import { creatorRegistered } from '../accounts/account-events.ts';
import { defineWorkflow, whenever } from '../kernel/workflow.ts';
import { referral, signUpSource } from './referral.ts';
import type { RecordReferral } from './referral.ts';

/** Records a referral for every creator who signed up with someone's code. */
export const recordReferral = defineWorkflow('record-referral', [
  whenever(creatorRegistered, ({ account_id, invitation }, event) => {
    if (!invitation) return [];
    const command: RecordReferral = {
      kind: 'record',
      referral_id: event.id,
      referrer_id: invitation.referrer_id,
      referred_user_id: account_id,
      referral_code: invitation.code,
      source: signUpSource,
      arrival: invitation.arrival,
      held_for: invitation.held_for,
      created_at: event.recordedAt,
    };
    return [{ category: referral.category, id: account_id, command }];
  }),
]);
