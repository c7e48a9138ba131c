import { Box, chakra } from '@chakra-ui/react';
import type { ChosenMail, Profile } from '@tessera/contract/accounts/profile';
import { optionalMailRules, optionalMails } from '@tessera/domain/mail-choices';
import type { OptionalMail } from '@tessera/domain/mail-choices';
import type { MailChoiceForm } from '@tessera/domain/accounts/mails/mail-choice-form';
import { patch } from '../../../kernel/send.ts';
import { useBusy } from '../../../ui/controls/use-busy.ts';
import { CheckboxField } from '../../../ui/controls/checkbox-field.tsx';
import { saveOwnProfile } from '../../profile/own-profile.atoms.ts';
import { SaleMailsChoice } from './sale-mails-choice.tsx';
import { saveMessages } from './save-messages.ts';
import { SettingsSection } from '../settings-section.tsx';

const choices: Readonly<Record<OptionalMail, { readonly label: string; readonly help: string }>> = {
  payout_sent: { label: 'A payout is on its way', help: 'How much it is, and when it usually arrives.' },
  license_ending: {
    label: 'A license is about to end',
    help: '45 and 14 days before it ends, and again when it has ended, so that you can renew it in time.',
  },
  price_fallen: {
    label: 'The price of a saved item drops',
    help: 'At most one email a day, listing the items on your boards that now cost less.',
  },
};

/** The emails that can't be turned off, because they are owed to the user or protect the account. */
const always: Readonly<Record<Profile['role'], string>> = {
  creator:
    'We always email you about payouts that don’t go through, refunds, disputes, and the security of your account.',
  brand: 'We always email you receipts, the outcome of refunds, and anything about the security of your account.',
};

/** Checkboxes that are saved on every change. */
const OptionalMails = ({ profile }: { profile: Profile }) => {
  const { role, wanted_mails } = profile;
  const [saving, choose] = useBusy(async (mail: OptionalMail, wanted: boolean) => {
    const others = wanted_mails.filter((each) => each !== mail);
    try {
      await saveOwnProfile(saveMessages, async () => {
        await patch<ChosenMail>('/api/profile/mails', { mail, wanted } satisfies MailChoiceForm);
        return { ...profile, wanted_mails: wanted ? [...others, mail] : others };
      });
    } catch {
      // A toast has said why; the checkbox keeps the server's state.
    }
  });
  return (
    <chakra.fieldset display="grid" gap="4" disabled={saving}>
      <chakra.legend fontSize="sm" fontWeight="500" mb="3">
        Email me when
      </chakra.legend>
      {optionalMails
        .filter((mail) => optionalMailRules[mail].role === role)
        .map((mail) => (
          <CheckboxField
            key={mail}
            {...choices[mail]}
            checked={wanted_mails.includes(mail)}
            onChange={({ target }) => void choose(mail, target.checked)}
          />
        ))}
    </chakra.fieldset>
  );
};

/** The emails that an account gets in addition to its notifications, which cover everything. */
export const MailsSection = ({ profile }: { profile: Profile }) => (
  <SettingsSection id="emails" heading="Emails" intro={always[profile.role]}>
    <Box display="grid" gap="8">
      {profile.role === 'creator' && <SaleMailsChoice profile={profile} />}
      <OptionalMails profile={profile} />
    </Box>
  </SettingsSection>
);
