import type { ContentPublishedData } from '@tessera/domain/content/content-events';
import { cardSizes, renditionFormats, renditionOf, wallSizes } from '@tessera/domain/content/media/renditions';
import { lowestPriceOf } from '@tessera/domain/content/row';
import { licenseTypeLabels, licenseTypes } from '@tessera/domain/license-types';
import { formatUsd } from '@tessera/domain/money';
import { escaped } from '../kernel/html.ts';

/** Uses the classes of the client's first-paint.css. */
const framed = (content: string) =>
  '<div class="drawn"><header><a href="/">Tessera</a><a href="/marketplace">Marketplace</a></header>' +
  `<main>${content}</main></div>`;

export const itemPath = (contentId: string) => `/marketplace/${encodeURIComponent(contentId)}`;

/** Where a picture is: the largest of the first screen, elsewhere on that screen, or below it. */
type Placement = 'largest' | 'first screen' | 'below';

/** The preview, in the formats and widths that the client offers too, so that it then requests the same file. */
const picture = ({ media, title }: ContentPublishedData, sizes: string, placement: Placement) => {
  const { media_url: address, widths, width, height } = media;
  const sources = renditionFormats.map((format) => {
    const srcset = widths.map((each) => `/media/${renditionOf(address, each, format)} ${each}w`).join(', ');
    return `<source type="image/${format}" srcset="${escaped(srcset)}" sizes="${escaped(sizes)}">`;
  });
  const image =
    `<img src="/media/${escaped(address)}" width="${width}" height="${height}" alt="${escaped(title)}" ` +
    `loading="${placement === 'below' ? 'lazy' : 'eager'}"${placement === 'largest' ? ' fetchpriority="high"' : ''}>`;
  return `<picture>${widths.length > 0 ? sources.join('') : ''}${image}</picture>`;
};

/** The same sizes as in the client's own page. */
const itemSizes = '(min-width: 1280px) 700px, (min-width: 1024px) 56vw, calc(100vw - 32px)';

/** The HTML of an item with its creator, prices and tags. */
export const itemFirstPaint = (item: ContentPublishedData, creatorName: string): string => {
  const prices = licenseTypes.flatMap((type) => {
    const cents = item.offers[type];
    return cents === null ? [] : [`<li>${licenseTypeLabels[type]} <b>${formatUsd(cents)}</b></li>`];
  });
  const tags = item.tags.map(
    (tag) => `<li><a href="/marketplace?tag=${escaped(encodeURIComponent(tag))}">${escaped(tag)}</a></li>`,
  );
  const figure = picture(item, itemSizes, 'largest');
  return framed(
    `<article><div>${figure}</div><div><h1>${escaped(item.title)}</h1><p>by ${escaped(creatorName)}</p>` +
      `<ul>${prices.join('')}</ul><p>${escaped(item.description)}</p><ul class="tags">${tags.join('')}</ul></div></article>`,
  );
};

/** How many pictures a window shows at most before it is scrolled. */
const firstScreenItems = { cards: 3, wall: 8 } as const;
const sizesOf = { cards: cardSizes, wall: wallSizes } as const;

interface Gallery {
  readonly heading: string;
  readonly intro: string;
  readonly items: readonly ContentPublishedData[];
}

/** The HTML of items under a heading, each with its title and lowest price; on a card also with its description. */
export const galleryFirstPaint = ({ heading, intro, items }: Gallery, view: 'cards' | 'wall'): string => {
  const placementOf = (index: number): Placement =>
    index === 0 ? 'largest' : index < firstScreenItems[view] ? 'first screen' : 'below';
  const shown = items.map((item, index) => {
    const from = lowestPriceOf(item.offers);
    const price = from === null ? '' : ` <span>from ${formatUsd(from)}</span>`;
    const figure = picture(item, sizesOf[view], placementOf(index));
    const words = view === 'cards' ? `<p>${escaped(item.description)}</p>` : '';
    return `<li><a href="${escaped(itemPath(item.content_id))}">${figure}<span>${escaped(item.title)}</span></a>${words}${price}</li>`;
  });
  return framed(`<h1>${escaped(heading)}</h1><p>${escaped(intro)}</p><ul class="${view}">${shown.join('')}</ul>`);
};
