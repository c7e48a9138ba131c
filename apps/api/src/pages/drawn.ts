import type { ContentPublishedData } from '@tessera/domain/content/content';
import { renditionOf } from '@tessera/domain/content/renditions';
import { lowestPriceOf } from '@tessera/domain/content/row';
import { licenseTypeLabels, licenseTypes } from '@tessera/domain/license-types';
import { formatUsd } from '@tessera/domain/money';
import { escaped } from '../kernel/html.ts';

/** The classes are those of the client's first-paint.css. */
const framed = (content: string) =>
  '<div class="drawn"><header><a href="/">Tessera</a><a href="/marketplace">Marketplace</a></header>' +
  `<main>${content}</main></div>`;

export const itemPath = (contentId: string) => `/marketplace/${encodeURIComponent(contentId)}`;

/** The preview, in the width that the browser needs. */
const picture = ({ media, title }: ContentPublishedData, sizes: string, loading: 'eager' | 'lazy') => {
  const widths = media.widths.map((width) => `/media/${renditionOf(media.media_url, width, 'webp')} ${width}w`);
  const srcset = widths.length > 0 ? ` srcset="${escaped(widths.join(', '))}" sizes="${escaped(sizes)}"` : '';
  return (
    `<img src="/media/${escaped(media.media_url)}"${srcset} width="${media.width}" height="${media.height}" ` +
    `alt="${escaped(title)}" loading="${loading}">`
  );
};

/** An item with its creator, its prices and its tags. */
export const drawnItem = (item: ContentPublishedData, creatorName: string): string => {
  const prices = licenseTypes.flatMap((type) => {
    const cents = item.offers[type];
    return cents === null ? [] : [`<li>${licenseTypeLabels[type]} <b>${formatUsd(cents)}</b></li>`];
  });
  const tags = item.tags.map(
    (tag) => `<li><a href="/marketplace?tag=${escaped(encodeURIComponent(tag))}">${escaped(tag)}</a></li>`,
  );
  const figure = picture(item, '(min-width: 768px) 60vw, 100vw', 'eager');
  return framed(
    `<article><div>${figure}</div><div><h1>${escaped(item.title)}</h1><p>by ${escaped(creatorName)}</p>` +
      `<ul>${prices.join('')}</ul><p>${escaped(item.description)}</p><ul class="tags">${tags.join('')}</ul></div></article>`,
  );
};

const eagerItems = 4;

/** Items under a heading, each with its title and its lowest price. */
export const drawnWall = (heading: string, intro: string, items: readonly ContentPublishedData[]): string => {
  const cards = items.map((item, index) => {
    const from = lowestPriceOf(item.offers);
    const price = from === null ? '' : ` <span>from ${formatUsd(from)}</span>`;
    const figure = picture(item, '(min-width: 768px) 25vw, 50vw', index < eagerItems ? 'eager' : 'lazy');
    return `<li><a href="${escaped(itemPath(item.content_id))}">${figure}${escaped(item.title)}</a>${price}</li>`;
  });
  return framed(`<h1>${escaped(heading)}</h1><p>${escaped(intro)}</p><ul class="wall">${cards.join('')}</ul>`);
};
