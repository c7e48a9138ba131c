import type { ContentPublishedData } from '@tessera/domain/content/content-events';
import { escaped } from '../kernel/html.ts';
import { itemPath } from './first-paint.ts';

/** The most addresses that the protocol allows in one file. */
export const partMaxItems = 50_000;

/** A part of the items published in a month, counted from 1. */
export interface Part {
  /** `yyyy-mm`, UTC. */
  readonly month: string;
  readonly number: number;
}

const partName = /^(\d{4}-(?:0[1-9]|1[0-2]))-([1-9]\d{0,3})\.xml$/;

/** The part with this file name; null for any other name. */
export const partOf = (name: string): Part | null => {
  const [, month, number] = partName.exec(name) ?? [];
  return month === undefined ? null : { month, number: Number(number) };
};

/** The months from `first` to `last` (ISO 8601), both included. */
export const monthsBetween = (first: string, last: string): readonly string[] => {
  const months: string[] = [];
  const at = new Date(`${first.slice(0, 'yyyy-mm'.length)}-01T00:00:00.000Z`);
  while (at.toISOString() <= last) {
    months.push(at.toISOString().slice(0, 'yyyy-mm'.length));
    at.setUTCMonth(at.getUTCMonth() + 1);
  }
  return months;
};

/** The file names of a month's parts, for this number of items. */
export const partsOf = (month: string, items: number): readonly string[] =>
  Array.from({ length: Math.ceil(items / partMaxItems) }, (_, index) => `${month}-${index + 1}.xml`);

/** Picks the items of one part from all items of its month. */
export async function* inPart<Item>(items: AsyncIterable<Item>, { number }: Part): AsyncGenerator<Item> {
  let passed = 0;
  for await (const item of items) {
    passed += 1;
    if (passed > number * partMaxItems) return;
    if (passed > (number - 1) * partMaxItems) yield item;
  }
}

/** The range of a month's items. */
export const inMonth = (month: string) =>
  ({ field: 'created_at', from: `${month}-01T00:00:00.000Z`, to: `${month}-31T23:59:59.999Z` }) as const;

const xml = '<?xml version="1.0" encoding="UTF-8"?>\n';
const protocol = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const images = 'http://www.google.com/schemas/sitemap-image/1.1';

/** The XML that lists all parts. */
export const sitemapIndex = (parts: readonly string[], publicUrl: string): string => {
  const locations = parts.map((part) => `<sitemap><loc>${escaped(`${publicUrl}/sitemaps/${part}`)}</loc></sitemap>\n`);
  return `${xml}<sitemapindex xmlns="${protocol}">\n${locations.join('')}</sitemapindex>\n`;
};

const entryOf = (path: string, publicUrl: string, content = '') =>
  `<url><loc>${escaped(publicUrl + path)}</loc>${content}</url>\n`;

/** The XML that lists pages. */
export const sitemapOfPages = (paths: readonly string[], publicUrl: string): string =>
  `${xml}<urlset xmlns="${protocol}">\n${paths.map((path) => entryOf(path, publicUrl)).join('')}</urlset>\n`;

/** The XML that lists items with their pictures, chunk by chunk. */
export async function* sitemapOfItems(
  items: AsyncIterable<{ readonly document: ContentPublishedData }>,
  publicUrl: string,
): AsyncGenerator<string> {
  yield `${xml}<urlset xmlns="${protocol}" xmlns:image="${images}">\n`;
  for await (const { document } of items) {
    const { content_id, media } = document;
    const picture = `<image:image><image:loc>${escaped(`${publicUrl}/media/${media.media_url}`)}</image:loc></image:image>`;
    yield entryOf(itemPath(content_id), publicUrl, picture);
  }
  yield '</urlset>\n';
}
