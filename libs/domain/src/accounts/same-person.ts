import type { SharedMark } from '../invitation.ts';
import type { PayoutDetails } from './account.ts';

/** What of a person points to that person; null where it was forgotten. */
export interface PersonalMarks {
  readonly email: string | null;
  readonly phone: string | null;
  readonly payout: Partial<PayoutDetails> | null;
}

/** A number without a country's prefix is the same number. */
const phoneDigits = 10;

const digitsOf = (text: string | null | undefined) => (text ?? '').replace(/\D/g, '');
const charactersOf = (text: string | null | undefined) => (text ?? '').toLowerCase().replace(/[^0-9a-z]/g, '');
const lowered = (text: string | null | undefined) => (text ?? '').trim().toLowerCase();

/** An address with a `+tag` arrives in the box of the one without. */
const mailbox = (email: string | null | undefined) => lowered(email).replace(/\+[^@]*(?=@)/, '');
const emailOf = ({ email }: PersonalMarks) => mailbox(email);
const phoneOf = ({ phone }: PersonalMarks) => digitsOf(phone).slice(-phoneDigits);

const bankOf = ({ bank_account, bank_routing }: Partial<PayoutDetails>) => {
  const account = charactersOf(bank_account);
  return account && `${charactersOf(bank_routing)}/${account}`;
};

const payoutOf = ({ payout }: PersonalMarks): readonly string[] =>
  payout ? [lowered(payout.venmo_name).replace(/^@/, ''), mailbox(payout.paypal_email), bankOf(payout)] : [];

const same = (one: string | undefined, other: string | undefined) => Boolean(one) && one === other;

/** What two people have in common, however each wrote it: the most telling first; null for nothing. */
export const sharedMark = (one: PersonalMarks, other: PersonalMarks): SharedMark | null => {
  const theirs = payoutOf(other);
  if (payoutOf(one).some((mark, index) => same(mark, theirs[index]))) return 'payment_details';
  if (same(emailOf(one), emailOf(other))) return 'email';
  return same(phoneOf(one), phoneOf(other)) ? 'phone' : null;
};
