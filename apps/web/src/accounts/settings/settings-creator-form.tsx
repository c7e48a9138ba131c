import { Box, chakra } from '@chakra-ui/react';
import { CreatorProfileForm } from '@tessera/domain/accounts/forms';
import type { CreatorProfile } from '@tessera/contract/accounts/profile';
import { creatorFields } from '@tessera/domain/accounts/profile/profile-changes';
import { useId } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../fields.tsx';
import { PaymentMethodFields } from '../payment-method.tsx';
import { SettingsForm } from './settings-form.tsx';
import { useProfileForm } from './use-profile-form.ts';

type Form = UseFormReturn<CreatorProfileForm, unknown, CreatorProfileForm>;

interface BankNumberProps {
  readonly form: Form;
  readonly name: 'bankAccount' | 'bankRouting';
  readonly label: string;
  /** The stored number, masked; null if there is none. */
  readonly masked: string | null;
}

/** A bank number. Once stored it can't be read or edited, only replaced as a whole. */
const BankNumber = ({ form, name, label, masked }: BankNumberProps) => {
  const id = useId();
  if (masked === null || form.watch(name) !== masked) {
    return <TextField form={form} name={name} label={label} inputMode="numeric" autoComplete="off" />;
  }
  const replace = () => {
    form.setValue(name, '', { shouldDirty: true });
    // The field replaces the button that had the focus.
    requestAnimationFrame(() => form.setFocus(name));
  };
  return (
    <Box>
      <Box id={id} fontSize="sm" fontWeight="500" mb="1.5">
        {label}
      </Box>
      <Box
        display="flex"
        alignItems="center"
        justifyContent="space-between"
        gap="3"
        minH="11"
        ps="3.5"
        pe="1"
        bg="sunken"
        borderWidth="1px"
        borderColor="hairline"
        borderRadius="control"
      >
        <chakra.span fontVariantNumeric="tabular-nums">{masked}</chakra.span>
        <Button variant="ghost" size="sm" aria-label={`Replace ${label}`} aria-describedby={id} onClick={replace}>
          Replace
        </Button>
      </Box>
    </Box>
  );
};

export const SettingsCreatorForm = ({ profile }: { profile: CreatorProfile }) => {
  const { form, save, refusal } = useProfileForm(CreatorProfileForm, creatorFields, profile);
  return (
    <SettingsForm form={form} label="Profile" refusal={refusal} onSave={save}>
      <TextField form={form} name="name" label="Full Name" autoComplete="name" />
      <TextField form={form} name="phone" label="Phone" type="tel" autoComplete="tel" />
      <TextField form={form} name="socialHandle" label="Social Handle" placeholder="@username" />
      <PaymentMethodFields
        form={form}
        bankNumbers={
          <>
            <BankNumber form={form} name="bankAccount" label="Account Number" masked={profile.bank_account} />
            <BankNumber form={form} name="bankRouting" label="Routing Number" masked={profile.bank_routing} />
          </>
        }
      />
    </SettingsForm>
  );
};
