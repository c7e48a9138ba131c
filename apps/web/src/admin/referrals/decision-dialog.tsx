import type { ReviewedReferral } from '@tessera/contract/referrals';
import { ReferralDecisionForm } from '@tessera/domain/referrals/forms';
import type { DecideReferral } from '@tessera/domain/referrals/referral';
import { ReasonDialog } from '../../ui/decision/reason-dialog.tsx';
import type { DialogFocus } from '../../ui/decision/use-decision.ts';
import { decideReferral } from './referrals.atoms.ts';
const texts = {
  approve: {
    title: 'Approve the referral of',
    consequence:
      'From now on, each of the new creator’s sales earns the referrer a reward. Earlier sales stay as they are.',
    action: 'Approve referral',
    sending: 'Approving…',
    done: 'Referral approved',
  },
  reject: {
    title: 'Reject the referral of',
    consequence: 'The referral is canceled and earns no rewards. Both creators keep their accounts and sales.',
    action: 'Reject referral',
    sending: 'Rejecting…',
    done: 'Referral rejected',
  },
} as const;

interface ReferralDecisionProps extends DialogFocus {
  readonly referral: ReviewedReferral;
  readonly kind: DecideReferral['kind'];
}

/** A person's name; without one, the account was deleted. */
export const nameOf = (name: string | null) => name ?? 'a deleted account';

export const ReferralDecision = ({ referral, kind, ...place }: ReferralDecisionProps) => {
  const { title, consequence, action, sending, done } = texts[kind];
  const referrer = nameOf(referral.referrer_name);
  return (
    <ReasonDialog
      {...place}
      isDestructive={kind === 'reject'}
      form={ReferralDecisionForm}
      title={`${title} ${nameOf(referral.referred_name)}?`}
      help={`${referrer} sees this. Please don’t reveal anything about the new creator’s account.`}
      action={action}
      sending={sending}
      send={(reason) => decideReferral(referral.referred_user_id, { kind, reason })}
      done={[done, `${referrer} sees your reason.`]}
    >
      <p>
        {nameOf(referral.referred_name)} signed up with the code {referral.referral_code} from {referrer}. {consequence}
      </p>
    </ReasonDialog>
  );
};
