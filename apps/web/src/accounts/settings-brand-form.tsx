import { Box, chakra } from '@chakra-ui/react';
import { BrandProfileForm } from '@tessera/domain/accounts/forms';
import type { BrandProfile } from '@tessera/domain/accounts/profile';
import { brandFields } from '@tessera/domain/accounts/profile-changes';
import { Tick } from '../ui/text-input.tsx';
import { UnsavedGuard } from '../ui/unsaved-guard.tsx';
import { TextField } from './fields.tsx';
import { SettingsForm } from './settings-form.tsx';
import { useProfileForm } from './use-profile-form.ts';

export const SettingsBrandForm = ({ profile }: { profile: BrandProfile }) => {
  const { form, save, ...shown } = useProfileForm(BrandProfileForm, brandFields, profile);
  return (
    <SettingsForm label="Profile" onSave={save} {...shown}>
      <TextField form={form} name="name" label="Contact Name" autoComplete="name" />
      <TextField form={form} name="phone" label="Phone" type="tel" autoComplete="tel" />
      <TextField form={form} name="brandName" label="Brand Name" autoComplete="organization" />
      <TextField
        form={form}
        name="brandUrl"
        label="Brand Website"
        type="url"
        autoComplete="url"
        placeholder="https://"
      />
      <chakra.label display="flex" gap="3" alignItems="flex-start" minH="11" cursor="pointer">
        <Tick type="checkbox" mt="0.5" {...form.register('showOnHomepage')} />
        <Box>
          <Box fontSize="sm" fontWeight="500">
            Show my brand on the home page
          </Box>
          <Box fontSize="sm" color="ink.muted">
            Everybody sees the brand name, the logo and the website there; never the contact.
          </Box>
        </Box>
      </chakra.label>
      <UnsavedGuard unsaved={shown.isDirty && !shown.isSubmitting} />
    </SettingsForm>
  );
};
