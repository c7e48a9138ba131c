import type { ContentPublishedData } from '@tessera/domain/content/content';
import { renditionFormats, renditionOf, wallSizes } from '@tessera/domain/content/media/renditions';
import { lowestPriceOf } from '@tessera/domain/content/row';
import { licenseTypeLabels, licenseTypes } from '@tessera/domain/license-types';
import { formatUsd } from '@tessera/domain/money';
import { escaped } from '../kernel/html.ts';

/** The classes are those of the client's first-paint.css. */
const framed = (content: string) =>
  '<div class="drawn"><header><a href="/">Tessera</a><a href="/marketplace">Marketplace</a></header>' +
  `<main>${content}</main></div>`;

export const itemPath = (contentId: string) => `/marketplace/${encodeURIComponent(contentId)}`;

/** How soon a picture is needed: as the largest of the first window, in that window, or below it. */
type Need = 'first' | 'soon' | 'later';

/** The preview, in the format and the width that the browser needs: the very file that the client asks for then. */
const picture = ({ media, title }: ContentPublishedData, sizes: string, need: Need) => {
  const { media_url: address, widths, width, height } = media;
  const sources = renditionFormats.map((format) => {
    const srcset = widths.map((each) => `/media/${renditionOf(address, each, format)} ${each}w`).join(', ');
    return `<source type="image/${format}" srcset="${escaped(srcset)}" sizes="${escaped(sizes)}">`;
  });
  const image =
    `<img src="/media/${escaped(address)}" width="${width}" height="${height}" alt="${escaped(title)}" ` +
    `loading="${need === 'later' ? 'lazy' : 'eager'}"${need === 'first' ? ' fetchpriority="high"' : ''}>`;
  return `<picture>${widths.length > 0 ? sources.join('') : ''}${image}</picture>`;
};

/** As the client shows it. */
const itemSizes = '(min-width: 1280px) 700px, (min-width: 1024px) 56vw, calc(100vw - 32px)';

/** An item with its creator, its prices and its tags. */
export const itemFirstPaint = (item: ContentPublishedData, creatorName: string): string => {
  const prices = licenseTypes.flatMap((type) => {
    const cents = item.offers[type];
    return cents === null ? [] : [`<li>${licenseTypeLabels[type]} <b>${formatUsd(cents)}</b></li>`];
  });
  const tags = item.tags.map(
    (tag) => `<li><a href="/marketplace?tag=${escaped(encodeURIComponent(tag))}">${escaped(tag)}</a></li>`,
  );
  const figure = picture(item, itemSizes, 'first');
  return framed(
    `<article><div>${figure}</div><div><h1>${escaped(item.title)}</h1><p>by ${escaped(creatorName)}</p>` +
      `<ul>${prices.join('')}</ul><p>${escaped(item.description)}</p><ul class="tags">${tags.join('')}</ul></div></article>`,
  );
};

const firstWindowItems = 8;
const needOf = (index: number): Need => (index === 0 ? 'first' : index < firstWindowItems ? 'soon' : 'later');

/** Items under a heading, each with its title and its lowest price. */
export const wallFirstPaint = (heading: string, intro: string, items: readonly ContentPublishedData[]): string => {
  const cards = items.map((item, index) => {
    const from = lowestPriceOf(item.offers);
    const price = from === null ? '' : ` <span>from ${formatUsd(from)}</span>`;
    const figure = picture(item, wallSizes, needOf(index));
    return `<li><a href="${escaped(itemPath(item.content_id))}">${figure}<span>${escaped(item.title)}</span></a>${price}</li>`;
  });
  return framed(`<h1>${escaped(heading)}</h1><p>${escaped(intro)}</p><ul class="wall">${cards.join('')}</ul>`);
};
