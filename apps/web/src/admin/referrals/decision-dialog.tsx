import type { ReviewedReferral } from '@tessera/contract/referrals';
import { ReferralDecisionForm } from '@tessera/domain/referrals/forms';
import type { DecideReferral } from '@tessera/domain/referrals/referral';
import { ReasonDialog } from '../../ui/decision/reason-dialog.tsx';
import type { DialogFocus } from '../../ui/decision/use-decision.ts';
import { decideReferral } from './referrals.atoms.ts';
import { nameOf } from './words.ts';

const words = {
  approve: {
    title: 'Approve the referral of',
    what: 'From now on, each sale of the new creator rewards the one who referred them. Earlier sales stay as they are.',
    action: 'Approve referral',
    sending: 'Approving…',
    done: 'Referral approved',
  },
  reject: {
    title: 'Reject the referral of',
    what: 'It is then canceled and rewards nobody. Both creators keep their accounts and their sales.',
    action: 'Reject referral',
    sending: 'Rejecting…',
    done: 'Referral rejected',
  },
} as const;

interface ReferralDecisionProps extends DialogFocus {
  readonly referral: ReviewedReferral;
  readonly kind: DecideReferral['kind'];
}

export const ReferralDecision = ({ referral, kind, ...place }: ReferralDecisionProps) => {
  const { title, what, action, sending, done } = words[kind];
  const referrer = nameOf(referral.referrer_name);
  return (
    <ReasonDialog
      {...place}
      isDestructive={kind === 'reject'}
      form={ReferralDecisionForm}
      title={`${title} ${nameOf(referral.referred_name)}?`}
      help={`${referrer} reads this. Please tell nothing about the new creator’s account.`}
      action={action}
      sending={sending}
      send={(reason) => decideReferral(referral.referred_user_id, { kind, reason })}
      done={[done, `${referrer} sees your reason.`]}
    >
      <p>
        {nameOf(referral.referred_name)} signed up with the code {referral.referral_code} of {referrer}. {what}
      </p>
    </ReasonDialog>
  );
};
