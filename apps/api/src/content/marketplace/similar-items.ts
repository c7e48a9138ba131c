import type { ComparedItem } from '@tessera/domain/content/similarity';
import { bandsOf, similarityOf } from '@tessera/domain/content/similarity';
import type { ItemForSale } from '@tessera/domain/content/marketplace.view';
import { mainColorOf } from '@tessera/domain/content/media/measures';
import { tagKey } from '@tessera/domain/content/tags';
import type { Find, ReadStore } from '../../kernel/views/port.ts';
import { newestFirst } from './market-search.ts';

export const similarItemsMax = 24;
/** How many of the newest items are compared that share a part of the hash, a tag and the color, or only a tag. */
const perBand = 24;
const perTagAndColor = 40;
const perTag = 24;
const tagsMax = 5;
/** Sharing one tag of many is not enough. */
const likenessMin = 0.15;

/** The queries for candidates. Each reads a short stretch of an index, however many items there are. */
const candidateQueriesOf = (item: ComparedItem): readonly Pick<Find, 'where' | 'limit'>[] => {
  const color = mainColorOf(item.measures);
  const tags = item.tags.slice(0, tagsMax).map(tagKey);
  return [
    ...bandsOf(item.measures).map((bands) => ({ where: { bands }, limit: perBand })),
    ...(color ? tags.map((tag) => ({ where: { tags: tag, color }, limit: perTagAndColor })) : []),
    ...tags.map((tag) => ({ where: { tags: tag }, limit: perTag })),
  ];
};

/** Returns the items most similar to one for sale, most similar first, then newest. Empty if it isn't for sale. */
export const similarTo = async (views: ReadStore, id: string): Promise<readonly ItemForSale[]> => {
  const item = (await views.get<ItemForSale>('marketplace', id))?.document;
  if (!item) return [];
  const candidates = new Map<string, ItemForSale>();
  for (const query of candidateQueriesOf(item)) {
    const { items } = await views.find<ItemForSale>('marketplace', { ...query, sort: newestFirst });
    for (const { key, document } of items) if (key !== id) candidates.set(key, document);
  }
  return [...candidates.values()]
    .map((other) => ({ other, likeness: similarityOf(item, other) }))
    .filter(({ likeness }) => likeness >= likenessMin)
    .toSorted(
      (one, next) => next.likeness - one.likeness || (next.other.published_at > one.other.published_at ? 1 : -1),
    )
    .slice(0, similarItemsMax)
    .map(({ other }) => other);
};
