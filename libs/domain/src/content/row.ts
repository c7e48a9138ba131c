import { shownAddress } from '../web-address.ts';
import { dollarsOf } from '../money.ts';
import type { Cents } from '../money.ts';
import type { Offers } from '../license-types.ts';
import type { ContentPublishedData, MediaType } from './content.ts';

/** One item as everyone may see it, in the field names of the wire; prices are dollars, 0 where not offered. */
export interface ContentRow {
  readonly id: string;
  readonly creator_id: string;
  readonly title: string;
  readonly description: string;
  /** The path of the public preview in the storage bucket. */
  readonly media_url: string;
  readonly media_type: MediaType;
  readonly media_width: number;
  readonly media_height: number;
  readonly placeholder: string;
  /** In pixels, ascending: widths at which the preview lies as AVIF and WebP too, see `renditionOf`. */
  readonly media_widths: readonly number[];
  /** The path of a short film of a video; null as long as a picture stands for it. */
  readonly clip_url: string | null;
  readonly brand_name: string;
  readonly brand_url: string;
  readonly product_urls: readonly string[];
  readonly notes: string;
  readonly one_time_price: number;
  readonly six_month_price: number;
  readonly perpetual_price: number;
  /** The lowest price offered. */
  readonly from_price: number;
  readonly offer_one_time: boolean;
  readonly offer_six_month: boolean;
  readonly offer_perpetual: boolean;
  readonly tags: readonly string[];
  readonly created_at: string;
}

/** What a search for items looks through. */
export const searchableText = (item: ContentPublishedData) =>
  [item.title, item.description, item.brand_name, ...item.tags].join('\n');

/** The lowest price offered; null where nothing is. */
export const lowestPriceOf = (offers: Offers): Cents | null => {
  const offered = Object.values(offers).filter((cents) => cents !== null);
  return offered.length > 0 ? Math.min(...offered) : null;
};

const price = (cents: Cents | null) => dollarsOf(cents ?? 0);

export const contentRow = (item: ContentPublishedData): ContentRow => ({
  id: item.content_id,
  creator_id: item.creator_id,
  title: item.title,
  description: item.description,
  media_url: item.media.media_url,
  media_type: item.media.media_type,
  media_width: item.media.width,
  media_height: item.media.height,
  placeholder: item.media.placeholder,
  media_widths: item.media.widths,
  clip_url: item.media.clip_url,
  brand_name: item.brand_name,
  brand_url: shownAddress(item.brand_url),
  product_urls: item.product_urls.map(shownAddress).filter((address) => address !== ''),
  notes: item.notes,
  one_time_price: price(item.offers.one_time),
  six_month_price: price(item.offers.six_month),
  perpetual_price: price(item.offers.perpetual),
  from_price: price(lowestPriceOf(item.offers)),
  offer_one_time: item.offers.one_time !== null,
  offer_six_month: item.offers.six_month !== null,
  offer_perpetual: item.offers.perpetual !== null,
  tags: item.tags,
  created_at: item.published_at,
});
