import { Box, Grid } from '@chakra-ui/react';
import type { Billing } from '@tessera/contract/accounts/profile';
import { BillingForm } from '@tessera/domain/accounts/billing/billing-form';
import { useState } from 'react';
import { showFieldErrors, useClassForm } from '../../kernel/forms/form.tsx';
import { useReading } from '../../kernel/reading/use-reading.ts';
import { put } from '../../kernel/send.ts';
import { toast } from '../../kernel/toast.tsx';
import { useFormDraft } from '../../kernel/forms/use-form-draft.ts';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { ReadFailed } from '../../ui/table/list-states.tsx';
import { TextField } from '../fields.tsx';
import { SettingsForm } from './settings-form.tsx';
import { SettingsSection } from './settings-section.tsx';

const address = '/api/profile/billing';

const fieldsOf = ({ position: _position, ...billing }: Billing): BillingForm => billing;

const useBillingForm = (billing: Billing) => {
  const form = useClassForm(BillingForm, fieldsOf(billing));
  const [refusal, setRefusal] = useState<string | null>(null);
  useFormDraft(form, 'billing');
  const save = form.handleSubmit(async (values) => {
    setRefusal(null);
    try {
      form.reset(fieldsOf(await put<Billing>(address, values)));
      toast.success('Billing details saved', 'They’ll appear on your next invoice.');
    } catch (error) {
      if (!showFieldErrors(form, error)) setRefusal(error instanceof Error ? error.message : 'Please try again.');
    }
  });
  return { form, save, refusal };
};

const twoColumns = { base: '1fr', sm: '1fr 1fr' };

const Fields = ({ billing }: { billing: Billing }) => {
  const { form, save, refusal } = useBillingForm(billing);
  return (
    <SettingsForm
      form={form}
      label="Billing"
      button="Save billing details"
      failed="Billing details not saved"
      refusal={refusal}
      onSave={save}
    >
      <TextField form={form} name="company" label="Company name" autoComplete="billing organization" />
      <TextField form={form} name="street" label="Street address" autoComplete="billing street-address" />
      <Grid templateColumns={twoColumns} gap="5">
        <TextField form={form} name="city" label="City" autoComplete="billing address-level2" />
        <TextField form={form} name="region" label="State or region (optional)" autoComplete="billing address-level1" />
        <TextField form={form} name="postal_code" label="Postal code (optional)" autoComplete="billing postal-code" />
        <TextField form={form} name="country" label="Country" autoComplete="billing country-name" />
      </Grid>
      <TextField
        form={form}
        name="tax_number"
        label="Tax number (optional)"
        help="Such as a VAT number or an EIN."
        autoComplete="off"
      />
      <TextField
        form={form}
        name="po_number"
        label="PO number (optional)"
        help="Your own purchase order number. It appears on every new invoice until you change it here."
        autoComplete="off"
      />
    </SettingsForm>
  );
};

const Loading = () => (
  <Box display="grid" gap="5" role="status" aria-label="Loading your billing details">
    <Skeleton h="16" />
    <Skeleton h="16" />
    <Skeleton h="16" />
  </Box>
);

/** A brand's billing details, as its invoices show them. */
export const BillingSection = () => {
  const { reading, retry } = useReading<Billing>(address);
  return (
    <SettingsSection
      id="billing"
      heading="Billing"
      intro="These details appear on your invoices, starting with your next purchase; earlier invoices don’t change. They’re encrypted, and only you and the operator can see them."
    >
      {reading.status === 'loading' && <Loading />}
      {(reading.status === 'failed' || reading.status === 'unknown') && (
        <ReadFailed words="Your billing details could not be loaded" onTryAgain={retry} />
      )}
      {reading.status === 'known' && <Fields billing={reading.value} />}
    </SettingsSection>
  );
};
