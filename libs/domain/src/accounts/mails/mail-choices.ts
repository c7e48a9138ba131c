import { wrongRole } from '../../failures.ts';
import { defineEvent } from '../../kernel/event.ts';
import { optionalMailRules, wantsMail } from '../../mail-choices.ts';
import type { MailChoices, OptionalMail } from '../../mail-choices.ts';

interface MailChosenData {
  readonly account_id: string;
  readonly mail: OptionalMail;
  readonly wanted: boolean;
}

const mailWords: Readonly<Record<OptionalMail, string>> = {
  payout_sent: 'payouts on their way',
  license_ending: 'licenses about to end',
  price_fallen: 'price drops on saved items',
};
/** This event is in the account's stream. */
export const mailChosen = defineEvent<MailChosenData>()('MailChosen', {
  audit: ({ mail, wanted }) => `Someone turned ${wanted ? 'on' : 'off'} emails about ${mailWords[mail]}.`,
});

interface Chooser {
  readonly account_id: string;
  readonly role: 'creator' | 'brand';
  readonly mails: MailChoices;
}

export const chosenMail = ({ account_id, role, mails }: Chooser, mail: OptionalMail, wanted: boolean) => {
  if (role !== optionalMailRules[mail].role) return wrongRole();
  return wantsMail(mail, mails) === wanted ? [] : [mailChosen.of({ account_id, mail, wanted })];
};
