import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { MarketplacePage, MarketplaceQuery } from '@tessera/contract/content';
import type { ContentPublishedData } from '@tessera/domain/content/content';
import { contentRow } from '@tessera/domain/content/row';
import { invalidInput } from '@tessera/domain/failures';
import { centsOf } from '@tessera/domain/money';
import type { Cents } from '@tessera/domain/money';
import { Answers } from '../http/description/described.ts';
import { Asked } from '../http/asked.ts';
import { ReadStore } from '../kernel/views/port.ts';
import type { Find } from '../kernel/views/port.ts';
import { Refused } from '../kernel/refused.ts';

const tagsMax = 10;
/** How many of the newest items the filter chips are taken from. */
const tagSourceItems = 200;
const newestFirst = { field: 'created_at', descending: true } as const;
const centsIn = (dollars: string | undefined): Cents | undefined =>
  dollars === undefined ? undefined : centsOf(Number(dollars));

/** What of the items is requested, in which order; prices are those of the chosen license type, or the lowest offered. */
const queryOf = (asked: MarketplaceQuery): Pick<Find, 'where' | 'range' | 'text' | 'sort'> => {
  const { tag: tags, creator: creator_id, type: media_type, license, sort = 'newest' } = asked;
  const text = asked.search?.trim();
  const [from, to] = [centsIn(asked.min_price), centsIn(asked.max_price)];
  if (from !== undefined && to !== undefined && from > to) {
    throw new Refused(invalidInput({ message: 'min_price is higher than max_price.' }));
  }
  const field = license ?? 'from_price';
  const isPriced = license !== undefined || from !== undefined || to !== undefined;
  return {
    where: { ...(creator_id && { creator_id }), ...(tags && { tags }), ...(media_type && { media_type }) },
    ...(isPriced && { range: { field, from, to } }),
    ...(text && { text }),
    sort: sort === 'newest' ? newestFirst : { field, descending: sort === 'price_desc' },
  };
};

@ApiTags('marketplace')
@Controller('api/marketplace')
export class MarketplaceController {
  /** The chips as of one position, since they change only with the view. */
  private tags: { readonly position: number; readonly names: readonly string[] } = { position: -2, names: [] };

  constructor(private readonly views: ReadStore) {}

  /**
   * A page continues after the last item of the page before, by its date or the price it had then: no item comes twice
   * and none is missed while others are published. One whose price is changed between two pages may overtake the place
   * by price.
   */
  @Get()
  @Answers('Lists what is for sale.', { 200: MarketplacePage })
  @Header('Cache-Control', 'no-cache')
  async list(@Asked(MarketplaceQuery) asked: MarketplaceQuery) {
    const query = queryOf(asked);
    const { limit, cursor } = asked;
    const position = await this.views.checkpoint('marketplace');
    const page = await this.views.find<ContentPublishedData>('marketplace', { ...query, limit, cursor });
    return {
      items: page.items.map(({ document }) => contentRow(document)),
      tags: await this.tagsAt(position),
      next_cursor: page.next,
      position,
      fallback: null,
    };
  }

  private async tagsAt(position: number) {
    if (this.tags.position !== position) {
      const newest = await this.views.find<ContentPublishedData>('marketplace', {
        sort: newestFirst,
        limit: tagSourceItems,
      });
      const names = [...new Set(newest.items.flatMap(({ document }) => document.tags))].slice(0, tagsMax);
      this.tags = { position, names };
    }
    return this.tags.names;
  }
}
