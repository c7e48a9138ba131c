import { Box, chakra } from '@chakra-ui/react';
import { CreatorSignUpForm, creatorPayloadOf } from '@tessera/domain/accounts/forms';
import { useAtomValue } from 'jotai';
import { useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useClassForm } from '../kernel/form.tsx';
import { toast } from '../kernel/toast.tsx';
import { Button } from '../ui/button.tsx';
import { Tick } from '../ui/text-input.tsx';
import { coolingDownAtom, isCoolingDown, startCooldown } from './cooldown.atoms.ts';
import { AccountFields, TextField } from './fields.tsx';
import { signUp } from './sign-up.ts';
import type { SignUpOutcome } from './sign-up.ts';
import { TermsNote } from './terms-note.tsx';

const methods = [
  { value: 'venmo', label: 'Venmo' },
  { value: 'paypal', label: 'PayPal' },
  { value: 'bank', label: 'Bank/ACH' },
] as const;

type Form = UseFormReturn<CreatorSignUpForm, unknown, CreatorSignUpForm>;

const PayoutFields = ({ form }: { form: Form }) => {
  switch (form.watch('paymentMethod')) {
    case 'venmo':
      return <TextField form={form} name="venmoName" label="Venmo Username" placeholder="@username" />;
    case 'paypal':
      return <TextField form={form} name="paypalEmail" label="PayPal Email" type="email" inputMode="email" />;
    case 'bank':
      return (
        <>
          <TextField form={form} name="bankName" label="Bank Name" />
          <TextField form={form} name="bankAccount" label="Account Number" inputMode="numeric" autoComplete="off" />
          <TextField form={form} name="bankRouting" label="Routing Number" inputMode="numeric" autoComplete="off" />
        </>
      );
  }
};

const PaymentMethod = ({ form }: { form: Form }) => (
  <chakra.fieldset display="grid" gap="4">
    <chakra.legend fontSize="sm" fontWeight="500" mb="2">
      Payment Method
    </chakra.legend>
    <Box display="grid" gridTemplateColumns={{ base: '1fr', sm: 'repeat(3, 1fr)' }} gap="2">
      {methods.map(({ value, label }) => (
        <chakra.label
          key={value}
          display="flex"
          alignItems="center"
          gap="2"
          minH="11"
          px="3"
          borderWidth="1px"
          borderColor="hairline.strong"
          borderRadius="control"
          fontSize="sm"
          cursor="pointer"
          css={{ '&:has(:checked)': { borderColor: 'accent', bg: 'accent.tint' } }}
        >
          <Tick type="radio" value={value} boxSize="4" {...form.register('paymentMethod')} />
          {label}
        </chakra.label>
      ))}
    </Box>
    <PayoutFields form={form} />
  </chakra.fieldset>
);

interface CreatorFormProps {
  readonly fromUpload: boolean;
  readonly onStart: () => void;
  readonly onDone: (outcome: SignUpOutcome) => void;
}

export const CreatorForm = ({ fromUpload, onStart, onDone }: CreatorFormProps) => {
  const form = useClassForm(CreatorSignUpForm);
  const coolingDown = useAtomValue(coolingDownAtom);
  const running = useRef(false);
  const create = async (values: CreatorSignUpForm) => {
    if (running.current) return;
    if (isCoolingDown()) {
      toast.error('Please wait', 'You need to wait a minute between signup attempts');
      return;
    }
    running.current = true;
    startCooldown();
    onStart();
    onDone(await signUp(values, 'creator', creatorPayloadOf(values)));
    running.current = false;
  };
  const label = fromUpload ? 'Complete Upload & Create Account' : 'Create Creator Account';
  const busy = form.formState.isSubmitting;
  return (
    <chakra.form
      noValidate
      onSubmit={(event) => void form.handleSubmit(create)(event)}
      display="grid"
      gap="5"
      aria-label="Creator sign-up"
    >
      <TextField form={form} name="name" label="Full Name" autoComplete="name" />
      <AccountFields form={form} />
      <TextField form={form} name="socialHandle" label="Social Handle" placeholder="@username" />
      <PaymentMethod form={form} />
      <TermsNote />
      <Button type="submit" size="lg" disabled={coolingDown} loading={busy} loadingText="Creating account...">
        {coolingDown ? 'Please wait...' : label}
      </Button>
    </chakra.form>
  );
};
