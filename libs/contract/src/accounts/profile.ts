import { IsOptional } from 'class-validator';
import { paymentMethods } from '@tessera/domain/payment-methods';
import { BrandProfileForm, CreatorProfileForm } from '@tessera/domain/accounts/forms';
import { optionalMails } from '@tessera/domain/mail-choices';
import type { OptionalMail } from '@tessera/domain/mail-choices';
import type { PaymentMethod } from '@tessera/domain/payment-methods';
import { saleMailChoices } from '@tessera/domain/mail-choices';
import type { SaleMails } from '@tessera/domain/mail-choices';
import type { HomepageBrand as Shown } from '@tessera/domain/accounts/profile/homepage-brands.view';
import type { BillingDetails } from '@tessera/domain/accounts/billing/billing';
import type { BrandProfile as Brand, CreatorProfile as Creator } from '@tessera/domain/accounts/profile/profile';
import { Positioned, pageOf } from '../kernel/answers.ts';
import { Flag, Json, Like, Nullable, OneOf, Row, Text, Texts, Integer } from '../kernel/fields.ts';
import { ReferralMetrics } from '../referrals.ts';

const positionText = 'The position in the log, in the response to a change.';
const digitsText = 'Only the last four digits; null unless this is the chosen method.';
const portraitText = 'The path of the portrait, a square WebP below `/media/`.';
const methodText = 'Null unless this is the chosen method.';
const changedMethodText = 'Counts only if this is the chosen method.';
const maskedText = `${changedMethodText} Sending back the masked number changes nothing.`;

class Person {
  @Text()
  readonly user_id!: string;

  @Text()
  readonly name!: string;

  @Text()
  readonly email!: string;

  @Text()
  readonly phone!: string;

  @Flag('Whether the account is asked to confirm that this is its email address.')
  readonly asks_to_confirm_email!: boolean;

  @Texts(`The optional emails that are turned on, out of: ${optionalMails.join(', ')}.`)
  readonly wanted_mails!: readonly OptionalMail[];

  @IsOptional()
  @Integer(positionText)
  readonly position?: number;
}

/** A creator's own profile. */
export class CreatorProfile extends Person implements Creator {
  @OneOf(['creator'])
  readonly role!: 'creator';

  @Text()
  readonly social_handle!: string;

  @OneOf(paymentMethods)
  readonly payment_method!: PaymentMethod;

  @Nullable()
  @Text(methodText)
  readonly venmo_name!: string | null;

  @Nullable()
  @Text(methodText)
  readonly paypal_email!: string | null;

  @Nullable()
  @Text(methodText)
  readonly bank_name!: string | null;

  @Nullable()
  @Text(digitsText)
  readonly bank_account!: string | null;

  @Nullable()
  @Text(digitsText)
  readonly bank_routing!: string | null;

  @OneOf(saleMailChoices, 'When they get emails about sales.')
  readonly sale_mails!: SaleMails;

  @Nullable()
  @Text(portraitText)
  readonly portrait_url!: string | null;

  @Row(() => ReferralMetrics)
  readonly referral_metrics!: ReferralMetrics;
}

/** A brand's own profile. */
export class BrandProfile extends Person implements Brand {
  @OneOf(['brand'])
  readonly role!: 'brand';

  @Text('The same as `user_id`: a brand has one profile.')
  readonly id!: string;

  @Text()
  readonly brand_name!: string;

  @Text()
  readonly brand_url!: string;

  @Nullable()
  @Text('The path of the logo, below `/media/`.')
  readonly logo_url!: string | null;

  @Flag()
  readonly show_on_homepage!: boolean;
}

/** What a brand's invoices say about it. A field that the brand left out is empty. */
export class Billing implements BillingDetails {
  @Text()
  readonly company!: string;

  @Text()
  readonly street!: string;

  @Text()
  readonly city!: string;

  @Text()
  readonly region!: string;

  @Text()
  readonly postal_code!: string;

  @Text()
  readonly country!: string;

  @Text()
  readonly tax_number!: string;

  @Text('The brand’s own purchase order number.')
  readonly po_number!: string;

  @IsOptional()
  @Integer(positionText)
  readonly position?: number;
}

export type Profile = CreatorProfile | BrandProfile;

/**
 * A creator's changes to their own profile. Fields that are left out stay as they are. The profile with the changes
 * applied is checked as `CreatorProfileForm`.
 */
export class CreatorProfileChange {
  @IsOptional()
  @Like(() => CreatorProfileForm, 'name')
  readonly name?: string;

  @IsOptional()
  @Like(() => CreatorProfileForm, 'phone')
  readonly phone?: string;

  @IsOptional()
  @Like(() => CreatorProfileForm, 'socialHandle')
  readonly social_handle?: string;

  @IsOptional()
  @Like(() => CreatorProfileForm, 'paymentMethod')
  readonly payment_method?: PaymentMethod;

  @IsOptional()
  @Nullable()
  @Like(() => CreatorProfileForm, 'venmoName', changedMethodText)
  readonly venmo_name?: string | null;

  @IsOptional()
  @Nullable()
  @Like(() => CreatorProfileForm, 'paypalEmail', changedMethodText)
  readonly paypal_email?: string | null;

  @IsOptional()
  @Nullable()
  @Like(() => CreatorProfileForm, 'bankName', changedMethodText)
  readonly bank_name?: string | null;

  @IsOptional()
  @Nullable()
  @Like(() => CreatorProfileForm, 'bankAccount', maskedText)
  readonly bank_account?: string | null;

  @IsOptional()
  @Nullable()
  @Like(() => CreatorProfileForm, 'bankRouting', maskedText)
  readonly bank_routing?: string | null;
}

/** A brand's changes to its own profile, checked as `BrandProfileForm`. Fields that are left out stay as they are. */
export class BrandProfileChange {
  @IsOptional()
  @Like(() => BrandProfileForm, 'name')
  readonly name?: string;

  @IsOptional()
  @Like(() => BrandProfileForm, 'phone')
  readonly phone?: string;

  @IsOptional()
  @Like(() => BrandProfileForm, 'brandName')
  readonly brand_name?: string;

  @IsOptional()
  @Like(() => BrandProfileForm, 'brandUrl')
  readonly brand_url?: string;

  @IsOptional()
  @Like(() => BrandProfileForm, 'showOnHomepage')
  readonly show_on_homepage?: boolean;
}

export class ChosenSaleMails extends Positioned {
  @OneOf(saleMailChoices)
  readonly sale_mails!: SaleMails;
}

export class ChosenMail extends Positioned {
  @OneOf(optionalMails)
  readonly mail!: OptionalMail;

  @Flag()
  readonly wanted!: boolean;
}

export class NewLogo extends Positioned {
  @Text('Its path, below `/media/`.')
  readonly logo_url!: string;
}

export class LogoRemoved extends Positioned {
  @Json('Always null.', { type: 'null' })
  readonly logo_url!: null;
}

export class NewPortrait extends Positioned {
  @Text(portraitText)
  readonly portrait_url!: string;
}

export class PortraitRemoved extends Positioned {
  @Json('Always null.', { type: 'null' })
  readonly portrait_url!: null;
}

/** The public facts about a brand that is shown on the home page. */
export class HomepageBrand implements Shown {
  @Text()
  readonly id!: string;

  @Text()
  readonly brand_name!: string;

  @Nullable()
  @Text('The path of the logo, below `/media/`.')
  readonly logo_url!: string | null;

  @Text()
  readonly brand_url!: string;
}

export class HomepageBrandPage extends pageOf(() => HomepageBrand, 'Sorted by name.') {}

/** A creator's own public page; all fields are empty if there is none. */
export class OwnCreatorPage {
  @Text('Without the `@`; empty if there is no page.')
  readonly handle!: string;

  @Text()
  readonly bio!: string;

  @Texts('Addresses on other sites.')
  readonly links!: readonly string[];

  @Flag('Whether everyone may see how many licenses were sold.')
  readonly shows_licenses!: boolean;

  @IsOptional()
  @Integer(positionText)
  readonly position?: number;
}

/** A creator's page as the public sees it. */
export class PublicCreatorPage {
  @Text('`GET /api/marketplace?creator=` with this id lists the items.')
  readonly creator_id!: string;

  @Text()
  readonly name!: string;

  @Text('Without the `@`.')
  readonly handle!: string;

  @Text()
  readonly bio!: string;

  @Texts('Addresses on other sites, always https.')
  readonly links!: readonly string[];

  @Nullable()
  @Text(portraitText)
  readonly portrait_url!: string | null;

  @Nullable()
  @Integer('Licenses sold so far; null if the creator keeps it private.')
  readonly licenses!: number | null;
}
