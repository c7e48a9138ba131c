import { Stack, chakra } from '@chakra-ui/react';
import type { ReviewedReferral } from '@tessera/contract/referrals';
import { ReferralDecisionForm } from '@tessera/domain/referrals/forms';
import type { DecideReferral } from '@tessera/domain/referrals/referral';
import { useId, useRef } from 'react';
import { FormField, showFieldErrors, useClassForm } from '../../kernel/form.tsx';
import { ApiError } from '../../kernel/send.ts';
import { toast } from '../../kernel/toast.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { TextArea } from '../../ui/controls/text-input.tsx';
import { DecisionDialog } from '../../ui/layout/decision-dialog.tsx';
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

interface ReferralDecisionProps {
  readonly referral: ReviewedReferral;
  readonly kind: DecideReferral['kind'];
  readonly onClose: () => void;
  /** Where the focus goes after a decision: what opened the dialog is about to go with its row. */
  readonly placeWhenDecided: () => HTMLElement | null;
}

export const ReferralDecision = ({ referral, kind, onClose, placeWhenDecided }: ReferralDecisionProps) => {
  const { title, what, action, sending, done } = words[kind];
  const form = useClassForm(ReferralDecisionForm);
  const { errors, isSubmitting } = form.formState;
  const id = useId();
  const opener = useRef(document.activeElement as HTMLElement | null);
  const isDecided = useRef(false);
  const submit = form.handleSubmit(async ({ reason }) => {
    try {
      await decideReferral(referral.referred_user_id, { kind, reason });
      isDecided.current = true;
      toast.success(done, `${nameOf(referral.referrer_name)} sees your reason.`);
      onClose();
    } catch (error) {
      if (showFieldErrors(form, error)) return;
      if (!(error instanceof ApiError)) throw error;
      toast.error(error.title, error.message);
      onClose();
    }
  });
  return (
    <DecisionDialog
      title={`${title} ${nameOf(referral.referred_name)}?`}
      onClose={onClose}
      focusAfter={() => (isDecided.current ? placeWhenDecided() : opener.current)}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={id}
            variant={kind === 'reject' ? 'danger' : 'primary'}
            loading={isSubmitting}
            loadingText={sending}
          >
            {action}
          </Button>
        </>
      }
    >
      <chakra.form id={id} noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="4">
          <p>
            {nameOf(referral.referred_name)} signed up with the code {referral.referral_code} of{' '}
            {nameOf(referral.referrer_name)}. {what}
          </p>
          <FormField
            label="Reason"
            help={`${nameOf(referral.referrer_name)} reads this. Please tell nothing about the new creator’s account.`}
            error={errors.reason?.message}
          >
            <TextArea rows={3} {...form.register('reason')} />
          </FormField>
        </Stack>
      </chakra.form>
    </DecisionDialog>
  );
};
