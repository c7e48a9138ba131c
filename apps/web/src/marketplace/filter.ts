import type { MarketItem } from './offers.ts';

export interface Filter {
  readonly search: string;
  readonly tag: string;
}

const chipsMax = 10;

/** A case-insensitive substring of title, description, brand name or a tag; the tag has to be exactly one of its tags. */
export const matches = (item: MarketItem, { search, tag }: Filter): boolean => {
  const sought = search.trim().toLowerCase();
  const texts = [item.title, item.description, item.brand_name, ...item.tags];
  return (!tag || item.tags.includes(tag)) && (!sought || texts.some((text) => text.toLowerCase().includes(sought)));
};

/** The chips: at most ten different tags, in the order they come. */
export const chipsOf = (tags: readonly string[]): readonly string[] => [...new Set(tags)].slice(0, chipsMax);
