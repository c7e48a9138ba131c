import { IsOptional } from 'class-validator';
import { paymentMethods } from '@tessera/domain/payment-methods';
import { optionalMails } from '@tessera/domain/optional-mails';
import type { OptionalMail } from '@tessera/domain/optional-mails';
import type { PaymentMethod } from '@tessera/domain/payment-methods';
import { saleMailChoices } from '@tessera/domain/sale-mails';
import type { SaleMails } from '@tessera/domain/sale-mails';
import type { HomepageBrand as Shown } from '@tessera/domain/accounts/profile/homepage-brands.view';
import type { BillingDetails } from '@tessera/domain/accounts/billing/billing';
import type { BrandProfile as Brand, CreatorProfile as Creator } from '@tessera/domain/accounts/profile/profile';
import { Positioned, pageOf } from '../kernel/answers.ts';
import { Flag, Json, Nullable, OneOf, Row, Text, Texts, Integer } from '../kernel/fields.ts';
import { ReferralMetrics } from '../referrals.ts';

const positionWords = 'Of the log, in the answer to a change.';
const digitsWords = 'Its last four digits alone; null unless it is the chosen method’s.';
const portraitWords = 'The path of the portrait, a square WebP below `/media/`.';
const methodWords = 'Null unless it is the chosen method’s.';

class Person {
  @Text()
  readonly user_id!: string;

  @Text()
  readonly name!: string;

  @Text()
  readonly email!: string;

  @Text()
  readonly phone!: string;

  @Texts(`Of the emails that may be turned off, those that are sent: ${optionalMails.join(', ')}.`)
  readonly wanted_mails!: readonly OptionalMail[];

  @IsOptional()
  @Integer(positionWords)
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
  @Text(methodWords)
  readonly venmo_name!: string | null;

  @Nullable()
  @Text(methodWords)
  readonly paypal_email!: string | null;

  @Nullable()
  @Text(methodWords)
  readonly bank_name!: string | null;

  @Nullable()
  @Text(digitsWords)
  readonly bank_account!: string | null;

  @Nullable()
  @Text(digitsWords)
  readonly bank_routing!: string | null;

  @OneOf(saleMailChoices, 'How they hear of sales by email.')
  readonly sale_mails!: SaleMails;

  @Nullable()
  @Text(portraitWords)
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

/** What a brand's invoices say of it; empty is what it left out. */
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

  @Text('The brand’s own number for its purchases.')
  readonly po_number!: string;

  @IsOptional()
  @Integer(positionWords)
  readonly position?: number;
}

export type Profile = CreatorProfile | BrandProfile;

/** What a creator changes of the own profile; what is left out stays. */
export class CreatorProfileChange {
  @IsOptional()
  @Text()
  readonly name?: string;

  @IsOptional()
  @Text()
  readonly phone?: string;

  @IsOptional()
  @Text()
  readonly social_handle?: string;

  @IsOptional()
  @OneOf(paymentMethods)
  readonly payment_method?: PaymentMethod;

  @IsOptional()
  @Nullable()
  @Text()
  readonly venmo_name?: string | null;

  @IsOptional()
  @Nullable()
  @Text()
  readonly paypal_email?: string | null;

  @IsOptional()
  @Nullable()
  @Text()
  readonly bank_name?: string | null;

  @IsOptional()
  @Nullable()
  @Text('A masked one that is sent back changes nothing.')
  readonly bank_account?: string | null;

  @IsOptional()
  @Nullable()
  @Text('A masked one that is sent back changes nothing.')
  readonly bank_routing?: string | null;
}

/** What a brand changes of the own profile; what is left out stays. */
export class BrandProfileChange {
  @IsOptional()
  @Text()
  readonly name?: string;

  @IsOptional()
  @Text()
  readonly phone?: string;

  @IsOptional()
  @Text()
  readonly brand_name?: string;

  @IsOptional()
  @Text()
  readonly brand_url?: string;

  @IsOptional()
  @Flag()
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
  @Json('There is none any more.', { type: 'null' })
  readonly logo_url!: null;
}

export class NewPortrait extends Positioned {
  @Text(portraitWords)
  readonly portrait_url!: string;
}

export class PortraitRemoved extends Positioned {
  @Json('There is none any more.', { type: 'null' })
  readonly portrait_url!: null;
}

/** What everybody may know of a brand that wants to be seen. */
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

export class HomepageBrandPage extends pageOf(() => HomepageBrand, 'By name.') {}

/** A creator's own public page; all empty while there is none. */
export class OwnCreatorPage {
  @Text('Without the `@`; empty while there is no page.')
  readonly handle!: string;

  @Text()
  readonly bio!: string;

  @Texts('Addresses elsewhere.')
  readonly links!: readonly string[];

  @Flag('Whether everybody may see how many licenses were sold.')
  readonly shows_licenses!: boolean;

  @IsOptional()
  @Integer(positionWords)
  readonly position?: number;
}

/** A creator's page as everybody sees it. */
export class PublicCreatorPage {
  @Text('Items are listed by `GET /api/marketplace?creator=` it.')
  readonly creator_id!: string;

  @Text()
  readonly name!: string;

  @Text('Without the `@`.')
  readonly handle!: string;

  @Text()
  readonly bio!: string;

  @Texts('Addresses elsewhere, by https.')
  readonly links!: readonly string[];

  @Nullable()
  @Text(portraitWords)
  readonly portrait_url!: string | null;

  @Nullable()
  @Integer('Sold so far; null where the creator keeps it private.')
  readonly licenses!: number | null;
}
