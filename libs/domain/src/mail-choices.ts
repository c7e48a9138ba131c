/** When a creator gets emails about sales. */
export const saleMailChoices = ['at_once', 'daily', 'never'] as const;
export type SaleMails = (typeof saleMailChoices)[number];

/** For accounts that haven't chosen: nobody should wait a day to hear about their first sale. */
export const defaultSaleMails: SaleMails = 'at_once';

/** Emails that can be turned off, because the bell shows the same news. All others are obligatory or protect the account. */
export const optionalMails = ['payout_sent', 'license_ending', 'price_fallen'] as const;
export type OptionalMail = (typeof optionalMails)[number];

/** Which role gets each email, and whether it is on by default. */
export const optionalMailRules: Readonly<
  Record<OptionalMail, { readonly role: 'creator' | 'brand'; readonly isDefault: boolean }>
> = {
  payout_sent: { role: 'creator', isDefault: true },
  license_ending: { role: 'brand', isDefault: true },
  price_fallen: { role: 'brand', isDefault: false },
};

/** An account's choices; emails that are left out have their default. */
export type MailChoices = Readonly<Partial<Record<OptionalMail, boolean>>>;

export const wantsMail = (mail: OptionalMail, choices: MailChoices): boolean =>
  choices[mail] ?? optionalMailRules[mail].isDefault;

/** The optional emails that an account of a role gets. */
export const wantedMails = (role: 'creator' | 'brand', choices: MailChoices): readonly OptionalMail[] =>
  optionalMails.filter((mail) => optionalMailRules[mail].role === role && wantsMail(mail, choices));
