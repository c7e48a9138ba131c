import type { SharedIdentifier } from '../invitation.ts';
import type { PayoutDetails } from './details.ts';
import { comparable, withPlainDigits } from '../kernel/text.ts';

/** What of a person points to that person; null where it was forgotten. */
export interface PersonalIdentifiers {
  readonly email: string | null;
  readonly phone: string | null;
  readonly payout: Partial<PayoutDetails> | null;
}

/** A number without a country's prefix is the same number. */
const phoneDigits = 10;

const comparableOf = (text: string | null | undefined) => comparable(withPlainDigits(text ?? ''));
const digitsOf = (text: string | null | undefined) => comparableOf(text).replace(/\D/g, '');
const charactersOf = (text: string | null | undefined) => comparableOf(text).replace(/[^0-9a-z]/g, '');

/** Names of one provider's mailboxes, by the first of them. */
const sameProvider = new Map([
  ['googlemail.com', 'gmail.com'],
  ['protonmail.com', 'proton.me'],
  ['pm.me', 'proton.me'],
]);
/** To them a dot in a mailbox's name is no character. */
const ignoresDots = new Set(['gmail.com', 'proton.me']);

/** An address as its provider reads it; with a `+tag` it arrives in the box of the one without, with most of them. */
const mailbox = (email: string | null | undefined) => {
  const address = comparableOf(email);
  const at = address.lastIndexOf('@');
  if (at < 0) return address;
  const named = address.slice(at + 1).replace(/[.]$/, '');
  const provider = sameProvider.get(named) ?? named;
  const box = address.slice(0, at).replace(/\+.*/s, '');
  return `${ignoresDots.has(provider) ? box.replaceAll('.', '') : box}@${provider}`;
};
const emailOf = ({ email }: PersonalIdentifiers) => mailbox(email);
const phoneOf = ({ phone }: PersonalIdentifiers) => digitsOf(phone).slice(-phoneDigits);

const bankOf = ({ bank_account, bank_routing }: Partial<PayoutDetails>) => {
  const account = charactersOf(bank_account);
  return account && `${charactersOf(bank_routing)}/${account}`;
};

const payoutOf = ({ payout }: PersonalIdentifiers): readonly string[] =>
  payout ? [comparableOf(payout.venmo_name).replace(/^@+/, ''), mailbox(payout.paypal_email), bankOf(payout)] : [];

const same = (one: string | undefined, other: string | undefined) => Boolean(one) && one === other;

/** What two people have in common, however each wrote it: the most telling first; null for nothing. */
export const sharedIdentifier = (one: PersonalIdentifiers, other: PersonalIdentifiers): SharedIdentifier | null => {
  const theirs = payoutOf(other);
  if (payoutOf(one).some((mark, index) => same(mark, theirs[index]))) return 'payment_details';
  if (same(emailOf(one), emailOf(other))) return 'email';
  return same(phoneOf(one), phoneOf(other)) ? 'phone' : null;
};
