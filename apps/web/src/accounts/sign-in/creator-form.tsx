import { Box } from '@chakra-ui/react';
import { CreatorSignUpForm, creatorPayloadOf } from '@tessera/domain/accounts/forms';
import { useAtomValue } from 'jotai';
import { useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useClassForm } from '../../kernel/forms/form.tsx';
import { toast } from '../../kernel/toast.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { cooldownSecondsAtom, endCooldown, isCoolingDown, startCooldown } from '../cooldown.atoms.ts';
import { TextField } from '../fields.tsx';
import { FocusedNotice } from '../../ui/layout/focused-notice.tsx';
import { PaymentMethodFields } from '../payment-method.tsx';
import { ReferralField } from './referral-field.tsx';
import { AccountFields } from './account-fields.tsx';
import { useSignUp } from './sign-up.ts';
import type { SignUpFormProps } from './sign-up.ts';
import { TermsNote } from './terms-note.tsx';
import { Form } from '../../ui/controls/form.tsx';

interface CreatorFormProps extends SignUpFormProps {
  readonly fromUpload: boolean;
}

type CreatorFields = UseFormReturn<CreatorSignUpForm, unknown, CreatorSignUpForm>;

/**
 * Allows one attempt at a time, and one per minute, whether or not the last one succeeded; only another password may be
 * tried at once.
 */
const useCreatorSignUp = (form: CreatorFields, props: SignUpFormProps) => {
  const { refusal, create } = useSignUp(form, 'creator', props);
  const running = useRef(false);
  const attempt = async (values: CreatorSignUpForm) => {
    if (running.current) return;
    if (isCoolingDown()) {
      toast.error('Please wait', 'You need to wait a minute between signup attempts');
      return;
    }
    running.current = true;
    startCooldown();
    try {
      const refused = await create(values, creatorPayloadOf(values));
      if (refused?.field === 'password') endCooldown();
    } finally {
      running.current = false;
    }
  };
  return { refusal, attempt };
};

export const CreatorForm = ({ fromUpload, ...props }: CreatorFormProps) => {
  const form = useClassForm(CreatorSignUpForm);
  const { refusal, attempt } = useCreatorSignUp(form, props);
  const waitSeconds = useAtomValue(cooldownSecondsAtom);
  const label = fromUpload ? 'Complete Upload & Create Account' : 'Create Creator Account';
  const busy = form.formState.isSubmitting;
  return (
    <Form onSubmit={form.handleSubmit(attempt)} aria-label="Creator sign-up">
      {refusal && <FocusedNotice title={refusal.title}>{refusal.body}</FocusedNotice>}
      <TextField form={form} name="name" label="Full Name" autoComplete="name" />
      <AccountFields form={form} names={['name']} />
      <TextField form={form} name="socialHandle" label="Social Handle" placeholder="@username" />
      <PaymentMethodFields
        form={form}
        bankNumbers={
          <>
            <TextField form={form} name="bankAccount" label="Account Number" inputMode="numeric" autoComplete="off" />
            <TextField form={form} name="bankRouting" label="Routing Number" inputMode="numeric" autoComplete="off" />
          </>
        }
      />
      <ReferralField form={form} />
      <TermsNote />
      <Button type="submit" size="lg" disabled={waitSeconds > 0} loading={busy} loadingText="Creating account...">
        {waitSeconds > 0 ? 'Please wait...' : label}
      </Button>
      {waitSeconds > 0 && !busy && (
        <Box fontSize="sm" color="ink.muted" textAlign="center" fontVariantNumeric="tabular-nums">
          You can try again in {waitSeconds} s.
        </Box>
      )}
    </Form>
  );
};
