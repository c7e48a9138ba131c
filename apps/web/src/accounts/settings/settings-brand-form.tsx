import { BrandProfileForm } from '@tessera/domain/accounts/forms';
import type { BrandProfile } from '@tessera/contract/accounts/profile';
import { brandFields } from '@tessera/domain/accounts/profile/profile-changes';
import { CheckboxField } from '../../ui/controls/checkbox-field.tsx';
import { BrandFields, TextField } from '../fields.tsx';
import { SettingsForm } from './settings-form.tsx';
import { useProfileForm } from './use-profile-form.ts';

export const SettingsBrandForm = ({ profile }: { profile: BrandProfile }) => {
  const { form, save, refusal } = useProfileForm(BrandProfileForm, brandFields, profile);
  return (
    <SettingsForm form={form} label="Profile" refusal={refusal} onSave={save}>
      <TextField form={form} name="name" label="Contact Name" autoComplete="name" />
      <TextField form={form} name="phone" label="Phone" type="tel" autoComplete="tel" />
      <BrandFields form={form} />
      <CheckboxField
        label="Show my brand on the home page"
        help="Everyone can see the brand name, logo and website there, but never the contact details."
        {...form.register('showOnHomepage')}
      />
    </SettingsForm>
  );
};
