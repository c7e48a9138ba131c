import {
  IsBoolean,
  IsEmail,
  IsIn,
  IsOptional,
  IsString,
  IsUrl,
  MaxLength,
  MinLength,
  ValidateIf,
} from 'class-validator';
import { filledText, rule } from '../kernel/form-rule.ts';
import { oneLine, normalized } from '../kernel/text.ts';
import type { Normalizers } from '../kernel/text.ts';
import { fullAddress, isPlainAddress, webAddress } from '../web-address.ts';
import { arrivals } from '../invitation.ts';
import type { Arrival } from '../invitation.ts';
import { paymentMethods } from '../payment-methods.ts';
import type { PaymentMethod } from '../payment-methods.ts';
import type { BrandRegisteredData } from './account-events.ts';
import type { CreatorDetails, PayoutDetails } from './details.ts';
import { isAddress, isNewAddress, isPlainlyReadable, typedAddress } from './email-address.ts';
import { isLongEnough, isShortEnough, normalPassword } from './password-forms.ts';

const textMaxCharacters = 200;

const nameMessage = 'Name must be at least 2 characters';
const phoneMessage = 'Please enter a valid phone number';
export const paymentDetailsMessage = 'Please fill in all required payment information';

export class SignInForm {
  static readonly normalizers: Normalizers = { email: typedAddress };

  @isAddress
  email = '';

  @isLongEnough
  @isShortEnough
  password = '';
}

export class ForgotPasswordForm {
  static readonly normalizers: Normalizers = { email: typedAddress };

  @isAddress
  email = '';
}

class ContactForm {
  static readonly normalizers: Normalizers = { name: oneLine, phone: oneLine };

  @IsString({ message: nameMessage })
  @MinLength(2, { message: nameMessage })
  @MaxLength(textMaxCharacters, { message: `Name must be at most ${textMaxCharacters} characters` })
  name = '';

  @IsString({ message: phoneMessage })
  @MinLength(10, { message: phoneMessage })
  @MaxLength(40, { message: phoneMessage })
  phone = '';
}

const newCredentials: Normalizers = { email: typedAddress, password: normalPassword };

const isPaymentDetail = filledText(textMaxCharacters, paymentDetailsMessage);
const whenPaidBy = (method: PaymentMethod) => ValidateIf((form: CreatorProfileForm) => form.paymentMethod === method);

/** The profile fields that a creator fills in, at sign-up and later. */
export class CreatorProfileForm extends ContactForm {
  static override readonly normalizers: Normalizers = {
    ...ContactForm.normalizers,
    socialHandle: oneLine,
    venmoName: oneLine,
    paypalEmail: typedAddress,
    bankName: oneLine,
    bankAccount: oneLine,
    bankRouting: oneLine,
  };

  @IsString({ message: 'Please enter your social media handle' })
  @MinLength(2, { message: 'Please enter your social media handle' })
  @MaxLength(textMaxCharacters, { message: `Social handle must be at most ${textMaxCharacters} characters` })
  socialHandle = '';

  @IsIn(paymentMethods, { message: 'Please select a payment method' })
  paymentMethod: PaymentMethod = 'venmo';

  @whenPaidBy('venmo')
  @isPaymentDetail
  venmoName = '';

  @ValidateIf((form: CreatorProfileForm) => form.paymentMethod === 'paypal' || Boolean(form.paypalEmail))
  @IsEmail({}, { message: ({ value }) => (value ? 'Please enter a valid PayPal email' : paymentDetailsMessage) })
  @isPlainlyReadable
  paypalEmail = '';

  @whenPaidBy('bank')
  @isPaymentDetail
  bankName = '';

  @whenPaidBy('bank')
  @isPaymentDetail
  bankAccount = '';

  @whenPaidBy('bank')
  @isPaymentDetail
  bankRouting = '';
}

export class CreatorSignUpForm extends CreatorProfileForm {
  static override readonly normalizers: Normalizers = { ...CreatorProfileForm.normalizers, ...newCredentials };

  @isNewAddress
  email = '';

  @isLongEnough
  @isShortEnough
  password = '';

  @IsOptional()
  @IsString({ message: 'Invalid referral code' })
  @MaxLength(40, { message: 'Invalid referral code' })
  referralCode = '';

  @IsOptional()
  @IsIn(arrivals, { message: 'Invalid referral source' })
  referralSource: Arrival = 'unknown';
}

class BrandForm extends ContactForm {
  static override readonly normalizers: Normalizers = {
    ...ContactForm.normalizers,
    brandName: oneLine,
    brandUrl: fullAddress,
  };

  @IsString({ message: 'Brand name is required' })
  @MinLength(2, { message: 'Brand name is required' })
  @MaxLength(textMaxCharacters, { message: `Brand name must be at most ${textMaxCharacters} characters` })
  brandName = '';

  @IsUrl(webAddress, { message: 'Please enter a valid URL' })
  @rule(isPlainAddress, { message: 'Please enter a valid URL' })
  @MaxLength(2_000, { message: 'Please enter a valid URL' })
  brandUrl = '';
}

export class BrandSignUpForm extends BrandForm {
  static override readonly normalizers: Normalizers = { ...BrandForm.normalizers, ...newCredentials };

  @isNewAddress
  email = '';

  @isLongEnough
  @isShortEnough
  password = '';
}

/** The profile fields that a brand can change. */
export class BrandProfileForm extends BrandForm {
  @IsBoolean({ message: 'Please choose whether to show the brand on the home page' })
  showOnHomepage = false;
}

/** The profile part of a creator's sign-up request. */
export interface CreatorProfilePayload extends Omit<CreatorDetails, 'payout'>, Partial<PayoutDetails> {
  readonly email: string;
  readonly referral_code?: string;
  /** How this creator got the code. */
  readonly referral_source?: Arrival;
}

/** The profile part of a brand's sign-up request. */
export type BrandProfilePayload = Pick<BrandRegisteredData, 'name' | 'email' | 'phone' | 'brand_name' | 'brand_url'>;

const payoutOf = (form: CreatorProfileForm): Partial<PayoutDetails> => {
  switch (form.paymentMethod) {
    case 'venmo':
      return { venmo_name: form.venmoName };
    case 'paypal':
      return { paypal_email: form.paypalEmail };
    case 'bank':
      return { bank_name: form.bankName, bank_account: form.bankAccount, bank_routing: form.bankRouting };
  }
};

const referralOf = ({ referralCode, referralSource }: CreatorSignUpForm) => {
  if (!referralCode) return {};
  const arrival = referralSource === 'unknown' ? {} : { referral_source: referralSource };
  return { referral_code: referralCode, ...arrival };
};

export const creatorPayloadOf = (form: CreatorSignUpForm): CreatorProfilePayload => ({
  name: form.name,
  email: form.email,
  phone: form.phone,
  social_handle: form.socialHandle,
  payment_method: form.paymentMethod,
  ...payoutOf(form),
  ...referralOf(form),
});

export const brandPayloadOf = (form: BrandSignUpForm): BrandProfilePayload => ({
  name: form.name,
  email: form.email,
  phone: form.phone,
  brand_name: form.brandName,
  brand_url: form.brandUrl,
});

type Credentials = Pick<SignInForm, 'email' | 'password'>;

/** Rebuilds the form behind a sign-up request, so that the server applies exactly the same rules. */
export const creatorFormOf = (credentials: Credentials, payload: Partial<CreatorProfilePayload>): CreatorSignUpForm =>
  Object.assign(
    new CreatorSignUpForm(),
    normalized(CreatorSignUpForm.normalizers, {
      ...credentials,
      name: payload.name,
      phone: payload.phone,
      socialHandle: payload.social_handle,
      paymentMethod: payload.payment_method,
      venmoName: payload.venmo_name ?? '',
      paypalEmail: payload.paypal_email ?? '',
      bankName: payload.bank_name ?? '',
      bankAccount: payload.bank_account ?? '',
      bankRouting: payload.bank_routing ?? '',
      referralCode: payload.referral_code ?? '',
      referralSource: payload.referral_source ?? 'unknown',
    }),
  );

export const brandFormOf = (credentials: Credentials, payload: Partial<BrandProfilePayload>): BrandSignUpForm =>
  Object.assign(
    new BrandSignUpForm(),
    normalized(BrandSignUpForm.normalizers, {
      ...credentials,
      name: payload.name,
      phone: payload.phone,
      brandName: payload.brand_name,
      brandUrl: payload.brand_url,
    }),
  );

/** Only the details of the chosen method; anything typed for another method is dropped. */
export const payoutDetailsOf = (form: CreatorProfileForm): PayoutDetails => ({
  venmo_name: null,
  paypal_email: null,
  bank_name: null,
  bank_account: null,
  bank_routing: null,
  ...payoutOf(form),
});
