import { normalized } from '../../kernel/text.ts';
import type { FormClass } from '../../kernel/text.ts';
import type { BrandDetails, CreatorDetails } from '../details.ts';
import { BrandProfileForm, CreatorProfileForm, payoutDetailsOf } from '../forms.ts';
import { maskedNumber } from './profile.ts';

/** The wire's fields that a creator may change, with the form's name for each. */
export const creatorFields = {
  name: 'name',
  phone: 'phone',
  social_handle: 'socialHandle',
  payment_method: 'paymentMethod',
  venmo_name: 'venmoName',
  paypal_email: 'paypalEmail',
  bank_name: 'bankName',
  bank_account: 'bankAccount',
  bank_routing: 'bankRouting',
} as const satisfies Record<string, keyof CreatorProfileForm>;

export const brandFields = {
  name: 'name',
  phone: 'phone',
  brand_name: 'brandName',
  brand_url: 'brandUrl',
  show_on_homepage: 'showOnHomepage',
} as const satisfies Record<string, keyof BrandProfileForm>;

type FieldNames = Readonly<Record<string, string>>;
/** Changes as they were sent, unchecked; a field that is left out stays as it is. */
export type SentChanges = Readonly<Record<string, unknown>>;

/** The form's fields, filled with the wire's values; null becomes an empty field. */
export const formFieldsOf = (names: FieldNames, row: SentChanges) =>
  Object.fromEntries(
    Object.entries(names)
      .filter(([name]) => row[name] !== undefined)
      .map(([name, field]) => [field, row[name] ?? '']),
  );

const formOf = <Form extends object>(
  form: FormClass<Form>,
  names: FieldNames,
  current: SentChanges,
  sent: SentChanges,
) =>
  Object.assign(
    new form(),
    formFieldsOf(names, current),
    normalized(form.normalizers ?? {}, formFieldsOf(names, sent)),
  );

const numbers = ['bank_account', 'bank_routing'] as const;
const payoutFields = ['payment_method', 'venmo_name', 'paypal_email', 'bank_name', ...numbers] as const;

/** Whether a change to a creator's profile changes where their money goes. */
export const changesPayout = (changes: Partial<CreatorDetails>): boolean => changes.payout !== undefined;

/** Drops masked numbers that were sent back: they are unchanged. */
const withoutMasked = ({ payout }: CreatorDetails, sent: SentChanges): SentChanges =>
  Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => {
      const known = numbers.some((number) => number === name) ? payout[name as (typeof numbers)[number]] : null;
      return known === null || value !== maskedNumber(known);
    }),
  );

interface RequestedChange<Form, Details> {
  /** The profile as it would be, to be validated before anything changes. */
  readonly form: Form;
  /** What to change once the form is valid. */
  readonly changes: () => Partial<Details>;
}

const only = <Details extends object>(details: Details, sent: SentChanges): Partial<Details> =>
  Object.fromEntries(Object.entries(details).filter(([name]) => sent[name] !== undefined)) as Partial<Details>;

export const requestedCreatorChange = (
  current: CreatorDetails,
  received: SentChanges,
): RequestedChange<CreatorProfileForm, CreatorDetails> => {
  const { payout, ...details } = current;
  const sent = withoutMasked(current, received);
  const form = formOf(CreatorProfileForm, creatorFields, { ...details, ...payout }, sent);
  const { name, phone, socialHandle: social_handle, paymentMethod: payment_method } = form;
  return {
    form,
    changes: () => ({
      ...only({ name, phone, social_handle }, sent),
      ...(payoutFields.some((field) => sent[field] !== undefined)
        ? { payment_method, payout: payoutDetailsOf(form) }
        : {}),
    }),
  };
};

export const requestedBrandChange = (
  current: BrandDetails,
  sent: SentChanges,
): RequestedChange<BrandProfileForm, BrandDetails> => {
  const form = formOf(BrandProfileForm, brandFields, { ...current }, sent);
  const { name, phone, brandName: brand_name, brandUrl: brand_url, showOnHomepage: show_on_homepage } = form;
  return { form, changes: () => only({ name, phone, brand_name, brand_url, show_on_homepage }, sent) };
};
