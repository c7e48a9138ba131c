/** Why an email was given up. */
export const undelivered = {
  no_address: 'the recipient’s account was deleted',
  refused: 'the recipient’s mail server refused it',
  too_late: 'it would have arrived too late',
  not_wanted: 'the recipient no longer wants it',
} as const;

export type Undelivered = keyof typeof undelivered;

/** A mail's outcome: the mail server took it, or it was given up. */
export type MailOutcome = 'sent' | Undelivered;
