/** What somebody may leave to the bell: everything else that is sent is owed, or guards the account. */
export const optionalMails = ['payout_sent', 'license_ending', 'price_fallen'] as const;
export type OptionalMail = (typeof optionalMails)[number];

/** Who gets one at all, and whether also an account that has chosen nothing. */
export const optionalMailRules: Readonly<
  Record<OptionalMail, { readonly role: 'creator' | 'brand'; readonly isDefault: boolean }>
> = {
  payout_sent: { role: 'creator', isDefault: true },
  license_ending: { role: 'brand', isDefault: true },
  price_fallen: { role: 'brand', isDefault: false },
};

/** What an account has chosen; what is left out is as usual. */
export type MailChoices = Readonly<Partial<Record<OptionalMail, boolean>>>;

export const wantsMail = (mail: OptionalMail, choices: MailChoices): boolean =>
  choices[mail] ?? optionalMailRules[mail].isDefault;

/** Those that an account of a role gets. */
export const wantedMails = (role: 'creator' | 'brand', choices: MailChoices): readonly OptionalMail[] =>
  optionalMails.filter((mail) => optionalMailRules[mail].role === role && wantsMail(mail, choices));
