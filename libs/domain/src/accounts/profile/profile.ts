import type { AccountState, OpenBrand, OpenCreator } from '../account.ts';
import type { PayoutDetails } from '../details.ts';
import { lastCharacters } from '../../kernel/text.ts';
import { wantedMails } from '../../mail-choices.ts';
import type { OptionalMail } from '../../mail-choices.ts';
import type { PaymentMethod } from '../../payment-methods.ts';
import type { SaleMails } from '../../mail-choices.ts';

interface Person {
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** The optional emails that are turned on. */
  readonly wanted_mails: readonly OptionalMail[];
}

/** What creators see of their own account, with only the last four digits of bank numbers. */
export interface CreatorProfile extends Person, PayoutDetails {
  readonly role: 'creator';
  readonly social_handle: string;
  readonly payment_method: PaymentMethod;
  readonly sale_mails: SaleMails;
  readonly portrait_url: string | null;
}

export interface BrandProfile extends Person {
  readonly role: 'brand';
  /** The account's id: a brand has one profile. */
  readonly id: string;
  readonly brand_name: string;
  readonly brand_url: string;
  readonly logo_url: string | null;
  readonly show_on_homepage: boolean;
}

export type Profile = CreatorProfile | BrandProfile;

const shownDigits = 4;

/** `•••• 6789`; a number of four digits or fewer is hidden entirely. */
export const maskedNumber = (bankNumber: string) => {
  const end = lastCharacters(bankNumber, shownDigits);
  return end === bankNumber ? '••••' : `•••• ${end}`;
};

const maskedOrNull = (bankNumber: string | null) => (bankNumber === null ? null : maskedNumber(bankNumber));

export const maskedPayout = (payout: PayoutDetails): PayoutDetails => ({
  ...payout,
  bank_account: maskedOrNull(payout.bank_account),
  bank_routing: maskedOrNull(payout.bank_routing),
});

const creatorProfile = ({
  account_id,
  email,
  details,
  sale_mails,
  mails,
  portrait_url,
}: OpenCreator): CreatorProfile => ({
  role: 'creator',
  user_id: account_id,
  name: details.name,
  email,
  phone: details.phone,
  social_handle: details.social_handle,
  payment_method: details.payment_method,
  sale_mails,
  portrait_url,
  wanted_mails: wantedMails('creator', mails),
  ...maskedPayout(details.payout),
});

const brandProfile = ({ account_id, email, details, logo_url, mails }: OpenBrand): BrandProfile => ({
  role: 'brand',
  id: account_id,
  user_id: account_id,
  name: details.name,
  email,
  phone: details.phone,
  brand_name: details.brand_name,
  brand_url: details.brand_url,
  logo_url,
  show_on_homepage: details.show_on_homepage,
  wanted_mails: wantedMails('brand', mails),
});

export const profileOf = (state: OpenCreator | OpenBrand): Profile =>
  state.role === 'creator' ? creatorProfile(state) : brandProfile(state);

export const formerCreator = 'Former creator';

/** A creator's name as others see it; the name is null without the account's key. */
export const shownCreatorName = (name: string | null): string => name || formerCreator;

export const creatorNameOf = (state: AccountState): string =>
  shownCreatorName(state.status === 'open' && state.role === 'creator' ? state.details.name : null);
