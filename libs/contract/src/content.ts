import { IsOptional } from 'class-validator';
import { mediaTypes } from '@tessera/domain/content/content';
import type { MediaType, Preparation } from '@tessera/domain/content/content';
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
const priceWords = 'Dollars; 0 where it is not offered.';
const positionWords = 'Of the log: the change is in what is read with `?after=` it.';

/** One item as everybody may see it. */
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

  @Text('A tiny picture to show until the preview is there.')
  readonly placeholder!: string;

  @Integers('Pixels, ascending: widths at which the preview lies as AVIF and WebP too.')
  readonly media_widths!: readonly number[];

  @Nullable()
  @Text('The path of a short film of a video; null as long as a picture stands for it.')
  readonly clip_url!: string | null;

  @Text()
  readonly brand_name!: string;

  @Text('An address, or empty.')
  readonly brand_url!: string;

  @Texts('Addresses.')
  readonly product_urls!: readonly string[];

  @Text()
  readonly notes!: string;

  @Amount(priceWords)
  readonly one_time_price!: number;

  @Amount(priceWords)
  readonly six_month_price!: number;

  @Amount(priceWords)
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
  @OneOf(sizes, 'Of the original: under 3 megapixels, under 12, or more; null where it is not known.')
  readonly size!: Size | null;

  @Nullable()
  @OneOf(colorNames, 'What is most striking of its colors; null where it is not known.')
  readonly color!: ColorName | null;

  @Nullable()
  @Flag('Whether people can be recognized; null where its creator has not said so.')
  readonly people!: boolean | null;

  @Flag('Sold for news, comment and teaching alone: its creator said so, or it shows people and has no model release.')
  readonly editorial!: boolean;

  @Flag('Whether its creator said so.')
  readonly editorial_chosen!: boolean;

  @Integer('How many people’s consents its creator holds on file.')
  readonly model_releases!: number;

  @Integer('How many owners’ consents its creator holds on file.')
  readonly property_releases!: number;

  @Flag()
  readonly ai_generated!: boolean;

  @Flag('Whether models may be trained on it.')
  readonly data_mining!: boolean;

  @Instant()
  readonly created_at!: string;
}

/** An item whose creator reads it, too: one that was withdrawn is still there. */
export class ListedContent extends ContentRow {
  @OneOf(saleStatuses)
  readonly status!: SaleStatus;
}

export class ContentDetails extends ListedContent {
  @Text('As the creator is called today.')
  readonly creator_name!: string;

  @Nullable()
  @Text('Of the creator’s public page; null where there is none.')
  readonly creator_handle!: string | null;

  @Nullable()
  @Text('The path of the creator’s portrait, below `/media/`; null for none.')
  readonly creator_portrait_url!: string | null;

  @Text('What kind of file the original is, such as `JPEG`.')
  readonly format!: string;

  @Nullable()
  @Integer('Pixels of the original as it stands upright; null where they are not known.')
  readonly original_width!: number | null;

  @Nullable()
  @Integer('Pixels.')
  readonly original_height!: number | null;

  @Nullable()
  @Integer('Of the original; null where they were not counted.')
  readonly bytes!: number | null;
}

export class ChangedContent extends ListedContent {
  @Integer(positionWords)
  readonly position!: number;
}

/** One item as its creator sees it. */
export class OwnContentRow extends ListedContent {
  @OneOf(preparations)
  readonly preparation!: Preparation;

  @Nullable()
  @Text('A sentence for its creator, while the preparation has failed.')
  readonly preparation_problem!: string | null;

  @Integer()
  readonly licenses!: number;

  @Integer('The sum of license prices, in cents.')
  readonly gross_cents!: number;

  @Integer('After the commission, in cents.')
  readonly net_cents!: number;

  @Nullable()
  @Instant()
  readonly last_sold_at!: string | null;

  @Integer('How often it was looked at.')
  readonly views!: number;

  @Integer('How often it was put in a cart.')
  readonly carts!: number;
}

export class ChangedOwnContent extends OwnContentRow {
  @Integer(positionWords)
  readonly position!: number;
}

export class OwnContentPage extends CountedPage {
  @Rows(() => OwnContentRow)
  readonly items!: readonly OwnContentRow[];
}

/** An item of the list of what is for sale. */
export class MarketplaceItem extends ContentRow {
  @Nullable()
  @Text('As the creator is called today; null while that can’t be read.')
  readonly creator_name!: string | null;
}

const fallbacks = ['empty', 'error'] as const;

export class SimilarItems {
  @Rows(() => MarketplaceItem, 'What is most alike first: how it looks, its colors and its tags.')
  readonly items!: readonly MarketplaceItem[];
}

export class MarketplacePage extends Page {
  @Rows(() => MarketplaceItem)
  readonly items!: readonly MarketplaceItem[];

  @Texts('The most used of what was found, or where that is nothing, of the newest items; on the first page alone.')
  readonly tags!: readonly string[];

  @IsOptional()
  @Integer('How many items all pages hold, on the first; 10,000 stands for as many or more.')
  readonly total?: number | undefined;

  @Nullable()
  @OneOf(fallbacks, 'Why what is listed is not what is for sale; null while it is.')
  readonly fallback!: (typeof fallbacks)[number] | null;
}

const marketplaceSorts = ['newest', 'price_asc', 'price_desc'] as const;
const dollars = /^\d{1,7}(\.\d{1,2})?$/;
const dollarsMessage = 'an amount in dollars, such as 25 or 99.50';

/** Prices are those of the chosen license type, or the lowest offered. */
export class MarketplaceQuery extends PageQuery {
  @QueryText(
    'Words that an item must have all of: in its title, tags, brand or description, in any order and case, in singular or plural, the last one as a beginning. Where no item has them, the text as it is written.',
  )
  readonly search?: string;

  @QueryText()
  readonly tag?: string;

  @QueryText('Their id.')
  readonly creator?: string;

  @QueryChoice(mediaTypes)
  readonly type?: MediaType;

  @QueryChoice(orientations)
  readonly orientation?: Orientation;

  @QueryChoice(sizes, 'Of the original: under 3 megapixels, under 12, or more.')
  readonly size?: Size;

  @QueryChoice(colorNames, 'What is most striking of its colors.')
  readonly color?: ColorName;

  @QueryChoice(
    peopleChoices,
    'Whether anyone can be recognized, as its creator says. What they have said nothing of is in neither.',
  )
  readonly people?: PeopleChoice;

  @QueryChoice(licenseTypes)
  readonly license?: LicenseType;

  @QueryMatch(dollars, dollarsMessage)
  readonly min_price?: string;

  @QueryMatch(dollars, dollarsMessage)
  readonly max_price?: string;

  @QueryChoice(marketplaceSorts, 'By default the newest first, or of a search what has its words in the title first.')
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
