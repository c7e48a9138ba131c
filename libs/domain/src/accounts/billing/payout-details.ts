import type { RecordedEvent } from '../../kernel/event.ts';
import { lastCharacters } from '../../kernel/text.ts';
import type { PaymentMethod } from '../../payment-methods.ts';
import type { AccountEvent } from '../account-events.ts';
import type { CreatorDetails, PayoutDetails } from '../details.ts';

/** Where a creator's payouts go, and since when. */
export interface KnownPayoutDetails {
  readonly method: PaymentMethod;
  readonly payout: PayoutDetails;
  /** ISO 8601; null if they are unchanged since sign-up. */
  readonly changed_at: string | null;
  /** The revision of the account's event that set them, which tells them apart from all earlier and later ones. */
  readonly revision: number;
  /** The account was asked to confirm its email address and hasn't yet; left out if it wasn't asked. */
  readonly awaits_confirmation?: boolean;
}

const same = (known: KnownPayoutDetails, { payment_method, payout }: CreatorDetails) =>
  known.method === payment_method && JSON.stringify(known.payout) === JSON.stringify(payout);

/** The details after these events; null if the stream is a brand's, is empty, or its account was deleted. */
export const payoutDetailsAfter = (
  before: KnownPayoutDetails | null,
  recorded: readonly RecordedEvent[],
): KnownPayoutDetails | null =>
  (recorded as readonly (RecordedEvent & AccountEvent)[]).reduce((known, event) => {
    switch (event.type) {
      case 'CreatorRegistered':
        return {
          method: event.data.payment_method,
          payout: event.data.payout,
          changed_at: null,
          revision: event.revision,
        };
      case 'EmailConfirmationAsked':
        return known && { ...known, awaits_confirmation: true };
      case 'EmailConfirmed':
      case 'EmailChanged':
        return known && { ...known, awaits_confirmation: false };
      case 'CreatorProfileChanged': {
        if (known && same(known, event.data)) return known;
        const { payment_method: method, payout } = event.data;
        return { ...known, method, payout, changed_at: event.recordedAt, revision: event.revision };
      }
      case 'AccountDeleted':
        return null;
      default:
        return known;
    }
  }, before);

const shownCharacters = 4;
const ending = (text: string) => {
  const end = lastCharacters(text, shownCharacters);
  return end === text ? '' : end;
};

/** `c…@e….com`; empty for anything that isn't an email address. */
const maskedEmail = (email: string) => {
  const [, first, host, end] = /^(.)[^@]*@(.)[^@]*(\.[^@.]+)$/u.exec(email) ?? [];
  return first && host && end ? `${first}…@${host}…${end}` : '';
};

const words = (name: string, detail: string) => (detail ? `${name} ${detail}` : name);

/** Where a payout goes, recognizable to its owner but useless to anyone else; null if unknown. */
export const destinationOf = ({ method, payout }: Pick<KnownPayoutDetails, 'method' | 'payout'>): string | null => {
  // Null without the account's key.
  const { paypal_email, venmo_name, bank_account } = (payout as PayoutDetails | null) ?? {};
  switch (method) {
    case 'paypal':
      return paypal_email ? words('PayPal', maskedEmail(paypal_email)) : null;
    case 'venmo':
      return venmo_name ? words('Venmo', `@…${ending(venmo_name)}`) : null;
    default:
      return bank_account ? words('Bank account', ending(bank_account) && `ending in ${ending(bank_account)}`) : null;
  }
};
