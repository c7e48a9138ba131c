import type { ContentPublishedData } from '@tessera/domain/content/content-events';
import { copyrightOf, creditOf } from '@tessera/domain/content/credit';
import { lowestPriceOf } from '@tessera/domain/content/row';
import { cutAtWord } from '@tessera/domain/kernel/text';
import { formatUsd } from '@tessera/domain/money';
import { itemFirstPaint, itemPath } from './first-paint.ts';
import type { Page } from './page.ts';

const descriptionMaxLength = 200;

/** A single line, cut to the length that search engines show. */
export const shortened = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= descriptionMaxLength ? line : `${cutAtWord(line, descriptionMaxLength - 1)}…`;
};

const descriptionOf = ({ title, description, media, offers }: ContentPublishedData, creatorName: string) => {
  const kind = media.media_type === 'video' ? 'Video' : 'Photo';
  const from = lowestPriceOf(offers);
  const price = from === null ? '' : `, from ${formatUsd(from)}`;
  return shortened(`${kind} by ${creatorName} to license${price}. ${description || title}`);
};

/** Structured data for image search: the creator, and where to buy a license. */
const dataOf = (item: ContentPublishedData, creatorName: string, publicUrl: string) => {
  const { content_id, title, description, media, tags, published_at } = item;
  const preview = `${publicUrl}/media/${media.media_url}`;
  const isVideo = media.media_type === 'video';
  return {
    '@context': 'https://schema.org',
    '@type': isVideo ? 'VideoObject' : 'ImageObject',
    name: title,
    description: description || title,
    contentUrl: isVideo && media.clip_url !== null ? `${publicUrl}/media/${media.clip_url}` : preview,
    thumbnailUrl: preview,
    width: media.width,
    height: media.height,
    uploadDate: published_at,
    keywords: tags.join(', '),
    creator: { '@type': 'Person', name: creatorName },
    creditText: creditOf(creatorName),
    copyrightNotice: copyrightOf(creatorName, published_at),
    license: `${publicUrl}/terms-of-service`,
    acquireLicensePage: publicUrl + itemPath(content_id),
  };
};

/** The page of an item that is for sale. @param publicUrl the origin that browsers use */
export const itemPage = (item: ContentPublishedData, creatorName: string, publicUrl: string): Page => {
  const { content_id, title, media } = item;
  return {
    title: `${title} · Tessera`,
    description: descriptionOf(item, creatorName),
    path: itemPath(content_id),
    picture: { path: `/media/${media.media_url}`, width: media.width, height: media.height, alt: title },
    data: dataOf(item, creatorName, publicUrl),
    firstPaint: itemFirstPaint(item, creatorName),
    status: 200,
  };
};
