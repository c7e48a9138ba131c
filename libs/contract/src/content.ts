import { IsOptional } from 'class-validator';
import { mediaTypes } from '@tessera/domain/content/content-events';
import type { Preparation } from '@tessera/domain/content/content';
import type { MediaType } from '@tessera/domain/content/content-events';
import { peopleChoices } from '@tessera/domain/content/people';
import type { PeopleChoice } from '@tessera/domain/content/people';
import { colorNames, orientations, sizes } from '@tessera/domain/content/media/measures';
import type { ColorName, Orientation, Size } from '@tessera/domain/content/media/measures';
import { saleStatuses } from '@tessera/domain/content/own-content.view';
import type { SaleStatus } from '@tessera/domain/content/own-content.view';
import { CountedPage, Page } from './kernel/answers.ts';
import { licenseTypes } from '@tessera/domain/license-types';
import type { LicenseType } from '@tessera/domain/license-types';
import { Amount, Flag, Instant, Nullable, OneOf, Rows, Text, Texts, Integer, Integers } from './kernel/fields.ts';
import { QueryChoice, QueryMatch, QueryText, PageQuery } from './kernel/queries.ts';

const preparations = ['ready', 'processing', 'failed'] as const satisfies readonly Preparation[];
const priceText = 'In dollars; 0 if it isn’t offered.';
const positionText = 'The position in the log: reads with `?after=` this position include the change.';

/** One item as the public may see it. */
export class ContentRow {
  @Text()
  readonly id!: string;

  @Text()
  readonly creator_id!: string;

  @Text()
  readonly title!: string;

  @Text()
  readonly description!: string;

  @Text('The path of the public preview, below `/media/`.')
  readonly media_url!: string;

  @OneOf(mediaTypes)
  readonly media_type!: MediaType;

  @Integer('Pixels.')
  readonly media_width!: number;

  @Integer('Pixels.')
  readonly media_height!: number;

  @Text('A tiny picture to show until the preview has loaded.')
  readonly placeholder!: string;

  @Integers('Pixels, ascending: the widths at which the preview is also available as AVIF and WebP.')
  readonly media_widths!: readonly number[];

  @Nullable()
  @Text('The path of a video’s short preview clip; null for a photo, and until the clip is ready.')
  readonly clip_url!: string | null;

  @Text()
  readonly brand_name!: string;

  @Text('An address; may be empty.')
  readonly brand_url!: string;

  @Texts('Addresses.')
  readonly product_urls!: readonly string[];

  @Text()
  readonly notes!: string;

  @Amount(priceText)
  readonly one_time_price!: number;

  @Amount(priceText)
  readonly six_month_price!: number;

  @Amount(priceText)
  readonly perpetual_price!: number;

  @Amount('The lowest price offered, in dollars.')
  readonly from_price!: number;

  @Flag()
  readonly offer_one_time!: boolean;

  @Flag()
  readonly offer_six_month!: boolean;

  @Flag()
  readonly offer_perpetual!: boolean;

  @Texts()
  readonly tags!: readonly string[];

  @Nullable()
  @OneOf(sizes, 'The size of the original: under 3 megapixels, under 12, or more; null if unknown.')
  readonly size!: Size | null;

  @Flag('Whether the original has under 1 megapixel: enough for screens, too little for print.')
  readonly screens_only!: boolean;

  @Nullable()
  @OneOf(colorNames, 'Its most striking color; null if unknown.')
  readonly color!: ColorName | null;

  @Nullable()
  @Flag('Whether people can be recognized; null if the creator hasn’t said.')
  readonly people!: boolean | null;

  @Flag(
    'Sold for news, commentary and education only: the creator chose so, or it shows people without a model release.',
  )
  readonly editorial!: boolean;

  @Flag('Whether the creator chose editorial use only.')
  readonly editorial_chosen!: boolean;

  @Integer('How many model releases the creator has on file.')
  readonly model_releases!: number;

  @Integer('How many property releases the creator has on file.')
  readonly property_releases!: number;

  @Flag()
  readonly ai_generated!: boolean;

  @Flag('Whether AI models may be trained on it.')
  readonly data_mining!: boolean;

  @Instant()
  readonly created_at!: string;
}

/** An item that its creator reads as well, so that it may be withdrawn. */
export class ListedContent extends ContentRow {
  @OneOf(saleStatuses)
  readonly status!: SaleStatus;
}

export class ContentDetails extends ListedContent {
  @Text('The creator’s current name.')
  readonly creator_name!: string;

  @Nullable()
  @Text('The handle of the creator’s public page; null if there is none.')
  readonly creator_handle!: string | null;

  @Nullable()
  @Text('The path of the creator’s portrait, below `/media/`; null if there is none.')
  readonly creator_portrait_url!: string | null;

  @Text('The original’s file format, such as `JPEG`.')
  readonly format!: string;

  @Nullable()
  @Integer('Pixels of the upright original; null if unknown.')
  readonly original_width!: number | null;

  @Nullable()
  @Integer('Pixels.')
  readonly original_height!: number | null;

  @Nullable()
  @Integer('The size of the original; null if unknown.')
  readonly bytes!: number | null;
}

export class ChangedContent extends ListedContent {
  @Integer(positionText)
  readonly position!: number;
}

/** One item as its creator sees it. */
export class OwnContentRow extends ListedContent {
  @OneOf(preparations)
  readonly preparation!: Preparation;

  @Nullable()
  @Text('A sentence for the creator: why the item isn’t for sale yet; null otherwise.')
  readonly preparation_problem!: string | null;

  @Integer()
  readonly licenses!: number;

  @Integer('The sum of license prices, in cents.')
  readonly gross_cents!: number;

  @Integer('After the commission, in cents.')
  readonly net_cents!: number;

  @Nullable()
  @Instant('Null if it was never licensed.')
  readonly last_sold_at!: string | null;

  @Integer('How often it was viewed.')
  readonly views!: number;

  @Integer('How often it was added to a cart.')
  readonly carts!: number;
}

export class ChangedOwnContent extends OwnContentRow {
  @Integer(positionText)
  readonly position!: number;
}

export class OwnContentPage extends CountedPage {
  @Rows(() => OwnContentRow)
  readonly items!: readonly OwnContentRow[];
}

/** An item that is for sale. */
export class MarketplaceItem extends ContentRow {
  @Nullable()
  @Text('The creator’s current name; null if it can’t be read.')
  readonly creator_name!: string | null;
}

const fallbacks = ['empty', 'error'] as const;

export class SimilarItems {
  @Rows(() => MarketplaceItem, 'Most similar first, by appearance, colors and tags.')
  readonly items!: readonly MarketplaceItem[];
}

export class MarketplacePage extends Page {
  @Rows(() => MarketplaceItem)
  readonly items!: readonly MarketplaceItem[];

  @Texts('The most frequent tags of the results, or of the newest items if nothing was found; only on the first page.')
  readonly tags!: readonly string[];

  @IsOptional()
  @Integer(
    'The number of items on all pages, only on the first; 10,000 means as many or more. Absent if counting takes long.',
  )
  readonly total?: number | undefined;

  @Nullable()
  @Text(
    'Similar words, because nothing matches the search as written: those that were searched for instead, or that an exact search would find something by. Null if something matches, or nothing similar is for sale.',
  )
  readonly meant!: string | null;

  @Nullable()
  @OneOf(fallbacks, 'Why something other than the items for sale is listed; null if it isn’t.')
  readonly fallback!: (typeof fallbacks)[number] | null;
}

const marketplaceSorts = ['newest', 'price_asc', 'price_desc'] as const;
const dollars = /^\d{1,7}(\.\d{1,2})?$/;
const dollarsMessage = 'an amount in dollars, such as 25 or 99.50';

/** Prices are those of the chosen license type, otherwise the lowest offered. */
export class MarketplaceQuery extends PageQuery {
  @QueryText(
    'Words that an item must all have or contain in its title, description, brand, tags or its creator’s name: in any order and case, with or without accents, singular or plural. Without `sort`, ranked by where they are, what only contains them last, then newest first. If there are none, items that match what was probably meant. `photo` and `video` find all of their kind.',
  )
  readonly search?: string;

  @QueryChoice(['true', 'false'], 'Whether to search for nothing but what is written.')
  readonly exact?: 'true' | 'false';

  @QueryText('A tag of the items, in any case and Unicode form.')
  readonly tag?: string;

  @QueryText('The creator’s id.')
  readonly creator?: string;

  @QueryChoice(mediaTypes)
  readonly type?: MediaType;

  @QueryChoice(orientations)
  readonly orientation?: Orientation;

  @QueryChoice(sizes, 'The size of the original: under 3 megapixels, under 12, or more.')
  readonly size?: Size;

  @QueryChoice(colorNames, 'The most striking color.')
  readonly color?: ColorName;

  @QueryChoice(
    peopleChoices,
    'Whether people can be recognized, according to the creator. Items without such a statement match neither value.',
  )
  readonly people?: PeopleChoice;

  @QueryChoice(licenseTypes)
  readonly license?: LicenseType;

  @QueryMatch(dollars, dollarsMessage)
  readonly min_price?: string;

  @QueryMatch(dollars, dollarsMessage)
  readonly max_price?: string;

  @QueryChoice(marketplaceSorts, 'By default newest first; in a search, items with its words in the title first.')
  readonly sort?: (typeof marketplaceSorts)[number];
}

export const ownContentSorts = ['newest', 'oldest', 'title', 'licenses', 'earnings'] as const;

export class OwnContentQuery extends PageQuery {
  @QueryText()
  readonly search?: string;

  @QueryChoice(saleStatuses)
  readonly status?: SaleStatus;

  @QueryChoice(mediaTypes)
  readonly type?: MediaType;

  @QueryChoice(ownContentSorts)
  readonly sort?: (typeof ownContentSorts)[number];
}
