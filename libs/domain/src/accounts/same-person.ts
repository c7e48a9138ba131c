import type { SharedIdentifier } from '../invitation.ts';
import type { PayoutDetails } from './details.ts';
import { comparableAddress } from './email-address.ts';
import { comparable, withPlainDigits } from '../kernel/text.ts';

/** What identifies a person; null if it was forgotten. */
export interface PersonalIdentifiers {
  readonly email: string | null;
  readonly phone: string | null;
  readonly payout: Partial<PayoutDetails> | null;
}

/** Only the last digits are compared: a number is the same with and without its country code. */
const phoneDigits = 10;

const comparableOf = (text: string | null | undefined) => comparable(withPlainDigits(text ?? ''));
const digitsOf = (text: string | null | undefined) => comparableOf(text).replace(/\D/g, '');
const charactersOf = (text: string | null | undefined) => comparableOf(text).replace(/[^0-9a-z]/g, '');

/** Alternative domains of a provider, mapped to its main domain. */
const sameProvider = new Map([
  ['googlemail.com', 'gmail.com'],
  ['protonmail.com', 'proton.me'],
  ['pm.me', 'proton.me'],
]);
/** Providers that ignore dots in a mailbox's name. */
const ignoresDots = new Set(['gmail.com', 'proton.me']);

/** An address as its provider reads it. Most providers deliver `name+tag` to the mailbox `name`. */
const mailbox = (email: string | null | undefined) => {
  const address = comparableAddress(comparableOf(email));
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

/** The strongest identifier that two people share, however each of them wrote it; null if there is none. */
export const sharedIdentifier = (one: PersonalIdentifiers, other: PersonalIdentifiers): SharedIdentifier | null => {
  const theirs = payoutOf(other);
  if (payoutOf(one).some((identifier, index) => same(identifier, theirs[index]))) return 'payment_details';
  if (same(emailOf(one), emailOf(other))) return 'email';
  return same(phoneOf(one), phoneOf(other)) ? 'phone' : null;
};
