/** Why a mail that somebody was to get is not sent any more. */
export const undelivered = {
  no_address: 'its reader’s account is gone',
  refused: 'the mail server of its reader refused it',
  too_late: 'it would have come too late',
} as const;

export type Undelivered = keyof typeof undelivered;

/** What became of a mail: the mail server took it, or it was given up. */
export type MailOutcome = 'sent' | Undelivered;
