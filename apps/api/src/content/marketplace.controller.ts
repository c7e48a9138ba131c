import { Controller, Get, Header, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { MarketplacePage } from '@tessera/contract/content';
import { mediaTypes } from '@tessera/domain/content/content';
import type { ContentPublishedData } from '@tessera/domain/content/content';
import { contentRow } from '@tessera/domain/content/row';
import { invalidInput } from '@tessera/domain/failures';
import { licenseTypes } from '@tessera/domain/license-types';
import { centsOf } from '@tessera/domain/money';
import type { Cents } from '@tessera/domain/money';
import { Answers } from '../http/description/described.ts';
import { PagingPipe, optionalChoice, optionalText } from '../http/paging.ts';
import type { Paging } from '../http/paging.ts';
import { ReadStore } from '../kernel/views/port.ts';
import type { Find } from '../kernel/views/port.ts';
import { Refused } from '../kernel/refused.ts';

const tagsMax = 10;
/** How many of the newest items the filter chips are taken from. */
const tagSourceItems = 200;
const newestFirst = { field: 'created_at', descending: true } as const;
const sorts = ['newest', 'price_asc', 'price_desc'] as const;
const dollars = /^\d{1,7}(\.\d{1,2})?$/;

interface Asked {
  readonly search?: unknown;
  readonly tag?: unknown;
  readonly type?: unknown;
  readonly creator?: unknown;
  readonly license?: unknown;
  readonly min_price?: unknown;
  readonly max_price?: unknown;
  readonly sort?: unknown;
}

const amountOf = (value: unknown, name: string): Cents | undefined => {
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string' && dollars.test(value)) return centsOf(Number(value));
  throw new Refused(invalidInput({ message: `${name} must be an amount in dollars, such as 25 or 99.50.` }));
};

/** What of the items is requested, in which order; prices are those of the chosen license type, or the lowest offered. */
const queryOf = (asked: Asked): Pick<Find, 'where' | 'range' | 'text' | 'sort'> => {
  const text = optionalText(asked.search, 'search')?.trim();
  const tags = optionalText(asked.tag, 'tag');
  const creator_id = optionalText(asked.creator, 'creator');
  const media_type = optionalChoice(asked.type, 'type', mediaTypes);
  const license = optionalChoice(asked.license, 'license', licenseTypes);
  const from = amountOf(asked.min_price, 'min_price');
  const to = amountOf(asked.max_price, 'max_price');
  if (from !== undefined && to !== undefined && from > to) {
    throw new Refused(invalidInput({ message: 'min_price is higher than max_price.' }));
  }
  const sort = optionalChoice(asked.sort, 'sort', sorts) ?? 'newest';
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
  async list(@Query(PagingPipe) { limit, cursor }: Paging, @Query() asked: Asked) {
    const query = queryOf(asked);
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
