import { Box } from '@chakra-ui/react';
import type { CreatorProfile, OwnCreatorPage } from '@tessera/contract/accounts/profile';
import { CreatorPageForm, handleOf, pageLinksMax } from '@tessera/domain/accounts/profile/creator-page-form';
import { fullAddress } from '@tessera/domain/web-address';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { FormField } from '../../kernel/forms/form-field.tsx';
import { showFieldErrors, useClassForm } from '../../kernel/forms/form.tsx';
import { useReading } from '../../kernel/reading/use-reading.ts';
import { del, put } from '../../kernel/send.ts';
import { toast } from '../../kernel/toast.tsx';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { TextArea } from '../../ui/controls/text-input.tsx';
import { CheckboxField } from '../../ui/controls/checkbox-field.tsx';
import { Skeleton } from '../../ui/layout/skeleton.tsx';
import { ReadFailed } from '../../ui/table/list-states.tsx';
import { CreatorHeading } from '../creator-heading.tsx';
import { TextField } from '../fields.tsx';
import { PortraitField } from './portrait-field.tsx';
import { SettingsForm } from './settings-form.tsx';
import { SettingsSection } from './settings-section.tsx';

const address = '/api/profile/page';
const fieldsOf = ({ handle, bio, links, shows_licenses }: OwnCreatorPage): CreatorPageForm => ({
  handle,
  bio,
  links: [...links],
  shows_licenses,
});

const usePageForm = (page: OwnCreatorPage) => {
  const form = useClassForm(CreatorPageForm, fieldsOf(page));
  const [refusal, setRefusal] = useState<string | null>(null);
  const save = async (change: () => Promise<OwnCreatorPage>, done: readonly [string, string]) => {
    setRefusal(null);
    try {
      const saved = await change();
      form.reset(fieldsOf(saved));
      toast.success(...done);
      return saved;
    } catch (error) {
      if (!showFieldErrors(form, error)) setRefusal(error instanceof Error ? error.message : 'Please try again.');
      return null;
    }
  };
  return { form, save, refusal };
};

interface FieldsProps {
  readonly page: OwnCreatorPage;
  readonly profile: CreatorProfile;
}

const Fields = ({ page, profile }: FieldsProps) => {
  const { form, save, refusal } = usePageForm(page);
  const [handle, setHandle] = useState(page.handle);
  const [typedLinks, setTypedLinks] = useState(page.links.join('\n'));
  const typed = useWatch({ control: form.control });
  const links = form.getFieldState('links', form.formState);
  const bio = form.getFieldState('bio', form.formState);
  const typeLinks = (text: string) => {
    setTypedLinks(text);
    const lines = text.split('\n').map(fullAddress);
    form.setValue(
      'links',
      lines.filter((line) => line !== ''),
      { shouldDirty: true, shouldValidate: true },
    );
  };
  const submit = form.handleSubmit(async (values) => {
    const saved = await save(
      () => put<OwnCreatorPage>(address, values),
      ['Public page saved', 'Everyone can see it now.'],
    );
    if (!saved) return;
    setHandle(saved.handle);
    setTypedLinks(saved.links.join('\n'));
  });
  const hide = async () => {
    const hidden = await save(
      () => del<OwnCreatorPage>(address),
      ['Public page hidden', 'You keep the handle. Save the page again to show it.'],
    );
    if (hidden) setHandle('');
  };
  return (
    <SettingsForm
      form={form}
      label="Public page"
      button="Save public page"
      failed="Public page not saved"
      refusal={refusal}
      onSave={submit}
    >
      <TextField
        form={form}
        name="handle"
        label="Handle"
        autoComplete="off"
        placeholder="@your-name"
        help="Your page’s address. Links to your last two handles keep working."
      />
      <FormField label="About you (optional)" error={bio.error?.message}>
        <TextArea rows={4} {...form.register('bio')} />
      </FormField>
      <FormField
        label="Links (optional)"
        help={`One address per line, up to ${pageLinksMax}.`}
        error={links.error?.message ?? links.error?.root?.message}
      >
        <TextArea rows={3} value={typedLinks} onChange={({ target }) => typeLinks(target.value)} />
      </FormField>
      <CheckboxField
        label="Show how many licenses I’ve sold"
        help="Only the number appears on your page, not who bought them."
        {...form.register('shows_licenses')}
      />
      {typed.handle && (
        <Box as="section" aria-label="Preview" p="5" borderWidth="1px" borderColor="hairline" borderRadius="media">
          <CreatorHeading
            nameIs="p"
            name={profile.name}
            handle={handleOf(typed.handle)}
            bio={typed.bio ?? ''}
            links={typed.links ?? []}
            portrait_url={profile.portrait_url}
            licenses={null}
          />
        </Box>
      )}
      {handle && (
        <Box display="flex" flexWrap="wrap" gap="3">
          <ButtonLink to={paths.creatorPage(handle)} variant="secondary">
            <ExternalLink size={16} strokeWidth={1.5} aria-hidden />
            See your page
          </ButtonLink>
          <Button variant="ghost" onClick={() => void hide()}>
            Hide your page
          </Button>
        </Box>
      )}
    </SettingsForm>
  );
};

/** A creator's public page: its address, texts and portrait. */
export const PageSection = ({ profile }: { profile: CreatorProfile }) => {
  const { reading, retry } = useReading<OwnCreatorPage>(address);
  return (
    <SettingsSection
      id="page"
      heading="Public page"
      intro="Your own page with all your work. Once you’ve saved it, your name on the marketplace links to it."
    >
      <PortraitField profile={profile} />
      {reading.status === 'loading' && <Skeleton h="40" role="status" aria-label="Loading your public page" />}
      {(reading.status === 'failed' || reading.status === 'unknown') && (
        <ReadFailed words="Your public page could not be loaded" onTryAgain={retry} />
      )}
      {reading.status === 'known' && <Fields page={reading.value} profile={profile} />}
    </SettingsSection>
  );
};
