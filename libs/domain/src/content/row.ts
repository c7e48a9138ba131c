import { shownAddress } from '../web-address.ts';
import { dollarsOf } from '../money.ts';
import type { Cents } from '../money.ts';
import type { Offers } from '../license-types.ts';
import type { ContentPublishedData, MediaType } from './content-events.ts';
import { declarationOf, saleFactsOf } from '../declaration.ts';
import { isForScreensOnly, mainColorOf, sizeOf } from './media/measures.ts';
import type { Measures } from './media/measures.ts';

/** What all items of a kind are found by. */
const kindWords: Readonly<Record<MediaType, string>> = { image: 'photo', video: 'video' };

interface SearchedItem extends Pick<ContentPublishedData, 'title' | 'description' | 'tags' | 'brand_name'> {
  readonly media_type: MediaType;
  /** Set if it is known; items don't store it. */
  readonly creator_name?: string | null;
}

/** The text that a search for items covers. */
export const searchableText = (item: ContentPublishedData) =>
  [item.title, item.description, item.brand_name, ...item.tags].join('\n');

/** The room for updates of all items. */
export const everybody = 'all';

/** The results of a search are counted up to this number. */
export const countedItemsMax = 10_000;

/** The texts that a search by words covers, the most telling first. */
export const searchedTexts: readonly ((item: SearchedItem) => string)[] = [
  (item) => item.title,
  (item) => [...item.tags, item.brand_name, item.creator_name ?? ''].join('\n'),
  (item) => `${item.description}\n${kindWords[item.media_type]}`,
];

/** The index of the text that includes the creator's name. */
export const creatorNamePlace = 1;

/** The lowest price offered; null if nothing is offered. */
export const lowestPriceOf = (offers: Offers): Cents | null => {
  const offered = Object.values(offers).filter((cents) => cents !== null);
  return offered.length > 0 ? Math.min(...offered) : null;
};

const price = (cents: Cents | null) => dollarsOf(cents ?? 0);

/** The original's file format as people call it: `JPEG`, `MP4`. */
export const formatOf = ({ original }: Pick<ContentPublishedData['media'], 'original'>): string => {
  const ending = original.slice(original.lastIndexOf('.') + 1).toUpperCase();
  return ending === 'JPG' ? 'JPEG' : ending;
};

/** One item as the public may see it, live or on request. Prices are in dollars, 0 for types not offered. */
export const contentRow = (item: ContentPublishedData, measures: Measures | null) => ({
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
  size: sizeOf(measures),
  screens_only: isForScreensOnly(measures),
  color: mainColorOf(measures),
  ...saleFactsOf(item),
  editorial_chosen: declarationOf(item).editorial,
  created_at: item.published_at,
});
