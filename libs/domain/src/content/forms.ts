import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsOptional,
  IsString,
  IsUrl,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateIf,
} from 'class-validator';
import { defaultPricesCents } from '../license-types.ts';
import type { Offers } from '../license-types.ts';
import { rule, rules } from '../kernel/form-rule.ts';
import type { Declaration } from '../declaration.ts';
import { manyLines, oneLine } from '../kernel/text.ts';
import type { Normalizers } from '../kernel/text.ts';
import { fullAddress, isPlainAddress, webAddress } from '../web-address.ts';
import { centsOf, dollarsOf, isDollars, priceMaxCents, priceMinCents } from '../money.ts';

export const mediaBytesMax = 100 * 1024 * 1024;
const productUrlsMax = 20;
const tagsMax = 30;
const minimumPriceMessage = `Minimum price is $${dollarsOf(priceMinCents)}`;
const maximumPriceMessage = `Maximum price is $${dollarsOf(priceMaxCents).toLocaleString('en-US')}`;
const offerMessage = 'You must offer at least one license type';

const isPrice = rules(
  rule(isDollars, { message: minimumPriceMessage }),
  Min(dollarsOf(priceMinCents), { message: minimumPriceMessage }),
  Max(dollarsOf(priceMaxCents), { message: maximumPriceMessage }),
);
const areTags = rules(
  IsArray(),
  ArrayMaxSize(tagsMax, { message: `At most ${tagsMax} tags` }),
  IsString({ each: true }),
  MaxLength(40, { each: true, message: 'A tag must be at most 40 characters' }),
);

const offersAtLeastOneType = rule(
  (_value, form) => {
    const { offerOneTime, offerSixMonth, offerPerpetual } = form as PricingForm;
    return offerOneTime || offerSixMonth || offerPerpetual;
  },
  { message: offerMessage },
);

/** What a creator declares about an item. Fields that are left out are undeclared, or stay as they were. */
export class DeclarationForm {
  @IsOptional()
  @IsBoolean()
  people?: boolean | undefined = undefined;

  @IsOptional()
  @IsBoolean()
  editorial?: boolean | undefined = undefined;

  @IsOptional()
  @IsBoolean()
  aiGenerated?: boolean | undefined = undefined;

  @IsOptional()
  @IsBoolean()
  dataMining?: boolean | undefined = undefined;
}

/**
 * Which license types a creator offers, and the price of each in dollars. A price is validated only if its type is
 * offered.
 */
export class PricingForm extends DeclarationForm {
  @offersAtLeastOneType
  @IsBoolean()
  offerOneTime = true;

  @IsBoolean()
  offerSixMonth = true;

  @IsBoolean()
  offerPerpetual = true;

  @ValidateIf((form: PricingForm) => form.offerOneTime)
  @isPrice
  oneTimePrice = dollarsOf(defaultPricesCents.one_time);

  @ValidateIf((form: PricingForm) => form.offerSixMonth)
  @isPrice
  sixMonthPrice = dollarsOf(defaultPricesCents.six_month);

  @ValidateIf((form: PricingForm) => form.offerPerpetual)
  @isPrice
  perpetualPrice = dollarsOf(defaultPricesCents.perpetual);
}

const listingTexts: Normalizers = { title: oneLine, description: manyLines, tags: oneLine };

export class UploadForm extends PricingForm {
  static readonly normalizers: Normalizers = { brandName: oneLine, productUrls: fullAddress, notes: manyLines };

  @IsString({ message: 'Brand name is required' })
  @MinLength(2, { message: 'Brand name is required' })
  @MaxLength(200, { message: 'Brand name must be at most 200 characters' })
  brandName = '';

  @IsArray({ message: 'At least one product URL is required' })
  @ArrayMinSize(1, { message: 'At least one product URL is required' })
  @ArrayMaxSize(productUrlsMax, { message: `At most ${productUrlsMax} product URLs` })
  @IsUrl(webAddress, { each: true, message: 'Please enter a valid URL' })
  @rule(isPlainAddress, { each: true, message: 'Please enter a valid URL' })
  productUrls: string[] = [''];

  @IsOptional()
  @IsString()
  @MaxLength(2_000, { message: 'Notes must be at most 2000 characters' })
  notes = '';
}

/** The body of `POST /api/content`; the upload holds the media. */
export class PublishForm extends UploadForm {
  static override readonly normalizers: Normalizers = { ...UploadForm.normalizers, ...listingTexts };

  @IsString()
  @MinLength(1, { message: 'Missing media' })
  @MaxLength(200)
  uploadId = '';

  @IsOptional()
  @IsString()
  @MaxLength(200, { message: 'Title must be at most 200 characters' })
  title = '';

  @IsOptional()
  @IsString()
  @MaxLength(2_000, { message: 'Description must be at most 2000 characters' })
  description = '';

  @IsOptional()
  @areTags
  tags: string[] = [];
}

/** The edit form. */
export class EditForm extends PricingForm {
  static readonly normalizers: Normalizers = listingTexts;

  @IsString()
  @MinLength(1, { message: 'Please enter a title' })
  @MaxLength(200, { message: 'Title must be at most 200 characters' })
  title = '';

  @IsString()
  @MaxLength(2_000, { message: 'Description must be at most 2000 characters' })
  description = '';

  @areTags
  tags: string[] = [];
}

/** The fields of the declaration that the form sets. */
export const declarationIn = (form: DeclarationForm): Partial<Declaration> => ({
  ...(form.people !== undefined && { people: form.people }),
  ...(form.editorial !== undefined && { editorial: form.editorial }),
  ...(form.aiGenerated !== undefined && { ai_generated: form.aiGenerated }),
  ...(form.dataMining !== undefined && { data_mining: form.dataMining }),
});

export const offersOf = (form: PricingForm): Offers => ({
  one_time: form.offerOneTime ? centsOf(form.oneTimePrice) : null,
  six_month: form.offerSixMonth ? centsOf(form.sixMonthPrice) : null,
  perpetual: form.offerPerpetual ? centsOf(form.perpetualPrice) : null,
});
