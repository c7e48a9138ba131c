import { Box, chakra } from '@chakra-ui/react';
import type { ChosenSaleMails, CreatorProfile } from '@tessera/contract/accounts/profile';
import { SaleMailsForm } from '@tessera/domain/accounts/mails/sale-mails-form';
import type { SaleMails } from '@tessera/domain/mail-choices';
import { useState } from 'react';
import { useClassForm } from '../../../kernel/forms/form.tsx';
import { patch } from '../../../kernel/send.ts';
import { SaveBar } from '../../../ui/controls/save-bar.tsx';
import { Checkable } from '../../../ui/controls/text-input.tsx';
import { FocusedNotice } from '../../../ui/layout/focused-notice.tsx';
import { saveOwnProfile } from '../../profile/own-profile.atoms.ts';
import { saveMessages } from './save-messages.ts';
import { Form } from '../../../ui/controls/form.tsx';

const choices: readonly { readonly value: SaleMails; readonly label: string; readonly help: string }[] = [
  { value: 'at_once', label: 'For each sale', help: 'As soon as you sell a license.' },
  { value: 'daily', label: 'Once a day', help: 'Everything you sold that day, sent after midnight UTC.' },
  { value: 'never', label: 'Never', help: 'You’ll still find every sale on your dashboard.' },
];

const useSaleMails = (profile: CreatorProfile) => {
  const form = useClassForm(SaleMailsForm, { sale_mails: profile.sale_mails });
  const [refusal, setRefusal] = useState<string | null>(null);
  const { isDirty, isSubmitting } = form.formState;
  const save = form.handleSubmit(async (values) => {
    setRefusal(null);
    try {
      const changed = await saveOwnProfile(saveMessages, async () => {
        const { sale_mails } = await patch<ChosenSaleMails>('/api/profile/sale-mails', values);
        return { ...profile, sale_mails };
      });
      if (changed) form.reset(values);
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : saveMessages.unexplained);
    }
  });
  return { form, save, refusal, isDirty, isSubmitting };
};

/** How often a creator is emailed about sales. */
export const SaleMailsChoice = ({ profile }: { profile: CreatorProfile }) => {
  const { form, save, refusal, isDirty, isSubmitting } = useSaleMails(profile);
  return (
    <Form onSubmit={save} aria-label="Emails about sales">
      {refusal && <FocusedNotice title={saveMessages.failed}>{refusal}</FocusedNotice>}
      <chakra.fieldset display="grid" gap="1">
        <chakra.legend fontSize="sm" fontWeight="500" mb="2">
          Email me about sales
        </chakra.legend>
        {choices.map(({ value, label, help }) => (
          <chakra.label key={value} display="flex" gap="3" alignItems="flex-start" minH="11" py="1.5" cursor="pointer">
            <Checkable type="radio" mt="0.5" value={value} {...form.register('sale_mails')} />
            <Box fontSize="sm">
              <Box fontWeight="500">{label}</Box>
              <Box color="ink.muted">{help}</Box>
            </Box>
          </chakra.label>
        ))}
      </chakra.fieldset>
      <SaveBar label="Save email settings" changed={isDirty} saving={isSubmitting} />
    </Form>
  );
};
