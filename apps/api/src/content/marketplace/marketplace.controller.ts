import { Controller, Get, Header, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { MarketplacePage, MarketplaceQuery } from '@tessera/contract/content';
import type { ItemForSale } from '@tessera/domain/content/marketplace.view';
import { countedItemsMax } from '@tessera/domain/content/row';
import { tagKey } from '@tessera/domain/content/tags';
import { invalidInput } from '@tessera/domain/failures';
import { centsOf } from '@tessera/domain/money';
import type { Cents } from '@tessera/domain/money';
import type { Response } from 'express';
import { CreatorNames } from '../../accounts/public.ts';
import { Answers } from '../../http/description/answers.ts';
import { Refuses } from '../../http/description/refusals.ts';
import { QueryParams } from '../../http/input/query-params.ts';
import type { AppRequest } from '../../http/request.ts';
import { ReadStore } from '../../kernel/views/port.ts';
import { Refused } from '../../kernel/refused.ts';
import { DidYouMean } from './did-you-mean.ts';
import { listedItemsOf } from './listed-items.ts';
import { mostUsed } from './most-used.ts';
import { SearchLimits } from './search-limits.ts';
import { type MarketSearch, newestFirst, searchForgivingly, type SearchResult } from './market-search.ts';

const tagsMax = 10;
/** The filter chips are taken from this many of the first items found. */
const tagSourceItems = 100;

const centsIn = (dollars: string | undefined): Cents | undefined =>
  dollars === undefined ? undefined : centsOf(Number(dollars));

/** Builds the search. Prices are those of the chosen license type, or else the lowest one offered. */
const searchOf = (params: MarketplaceQuery): MarketSearch => {
  const { tag, creator: creator_id, type: media_type, orientation, size, color, people, license, sort } = params;
  const [from, to] = [centsIn(params.min_price), centsIn(params.max_price)];
  if (from !== undefined && to !== undefined && from > to) {
    throw new Refused(invalidInput({ message: 'min_price is higher than max_price.' }));
  }
  const field = license ?? 'from_price';
  const isPriced = license !== undefined || from !== undefined || to !== undefined;
  return {
    where: {
      ...(creator_id && { creator_id }),
      ...(tag && { tags: tagKey(tag) }),
      ...(media_type && { media_type }),
      ...(orientation && { orientation }),
      ...(size && { size }),
      ...(color && { color }),
      ...(people && { people }),
    },
    ...(isPriced && { range: { field, from, to } }),
    text: params.search?.trim() ?? '',
    exact: params.exact === 'true',
    ...(sort && { sort: sort === 'newest' ? newestFirst : { field, descending: sort === 'price_desc' } }),
  };
};

@ApiTags('marketplace')
@Controller('api/marketplace')
export class MarketplaceController {
  /** The chips of the newest items, cached by position, since they change only with the view. */
  private tags: { readonly position: number; readonly names: readonly string[] } = { position: -2, names: [] };

  constructor(
    private readonly views: ReadStore,
    private readonly names: CreatorNames,
    private readonly didYouMean: DidYouMean,
    private readonly limits: SearchLimits,
  ) {}

  /**
   * A page continues after the last item of the previous page, by its date or the price it had then: no item is
   * repeated or missed while others are published. Sorted by price, an item whose price changes between two pages may
   * be.
   */
  @Get()
  @Refuses('too_many_requests')
  @Answers('Lists what is for sale.', { 200: MarketplacePage })
  @Header('Cache-Control', 'no-cache')
  async list(
    @QueryParams(MarketplaceQuery) params: MarketplaceQuery,
    @Req() request: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const search = searchOf(params);
    if (search.text !== '') await this.limits.search(request, response);
    const { limit, cursor } = params;
    const position = await this.views.checkpoint('marketplace');
    const alternativesTo = (text: string) => this.didYouMean.alternativesTo(text);
    const found = await searchForgivingly(this.views, this.names, alternativesTo, search, { limit, cursor });
    const { items, next } = found.page;
    const documents = items.map(({ document }) => document);
    const total = cursor === undefined ? await this.totalOf(found) : null;
    return {
      items: await listedItemsOf(documents, this.names),
      tags: items.length > 0 ? await this.tagsOf(found, cursor) : await this.tagsAt(position),
      ...(total !== null && { total }),
      next_cursor: next,
      position,
      meant: found.meant,
      fallback: null,
    };
  }

  private totalOf({ query, page: { items, next } }: SearchResult) {
    return next === null ? items.length : this.views.countBriefly('marketplace', query, countedItemsMax);
  }

  /** The most-used tags of the results. Only the first page has them, since later pages belong to the same results. */
  private async tagsOf({ query, page }: SearchResult, cursor: string | undefined) {
    if (cursor !== undefined) return [];
    const isAll = page.next === null || page.items.length >= tagSourceItems;
    const { items } = isAll
      ? page
      : await this.views.find<ItemForSale>('marketplace', { ...query, limit: tagSourceItems });
    return mostUsed(items.flatMap(({ document }) => document.tags)).slice(0, tagsMax);
  }

  private async tagsAt(position: number) {
    if (this.tags.position !== position) {
      const newest = await this.views.find<ItemForSale>('marketplace', {
        sort: newestFirst,
        limit: tagSourceItems,
      });
      const names = [...new Set(newest.items.flatMap(({ document }) => document.tags))].slice(0, tagsMax);
      this.tags = { position, names };
    }
    return this.tags.names;
  }
}
