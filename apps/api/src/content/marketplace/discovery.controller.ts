import { Controller, Get, Header, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DiscoveryQuery, MarketSuggestions, SearchFallback } from '@tessera/contract/discovery';
import type { ContentPublishedData } from '@tessera/domain/content/content-events';
import { isOnSale } from '@tessera/domain/content/own-content.view';
import type { OwnContent } from '@tessera/domain/content/own-content.view';
import { contentRow } from '@tessera/domain/content/row';
import { searchWordsIn, whereFound } from '@tessera/domain/kernel/search-words';
import type { Response } from 'express';
import { Refuses } from '../../http/description/refusals.ts';
import { QueryParams } from '../../http/input/query-params.ts';
import type { AppRequest } from '../../http/request.ts';
import { Answers } from '../../http/description/answers.ts';
import { ReadStore } from '../../kernel/views/port.ts';
import { newestFirst } from './market-search.ts';
import { SearchLimits } from './search-limits.ts';
import { mostUsed } from './most-used.ts';
import { SuggestedCreators } from './suggested-creators.ts';

/** Tags and titles are suggested from this many of the best-matching items. */
const suggestionSourceItems = 60;
const suggestedTagsMax = 5;
const suggestedItemsMax = 4;
const popularItems = 8;

/** Ways to find items other than the list itself. */
@ApiTags('marketplace')
@Controller('api/marketplace')
export class DiscoveryController {
  constructor(
    private readonly views: ReadStore,
    private readonly creators: SuggestedCreators,
    private readonly limits: SearchLimits,
  ) {}

  @Get('suggestions')
  @Refuses('too_many_requests')
  @Answers('Suggests searches while somebody is typing.', { 200: MarketSuggestions })
  @Header('Cache-Control', 'no-cache')
  async suggest(
    @QueryParams(DiscoveryQuery) { search = '' }: DiscoveryQuery,
    @Req() request: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MarketSuggestions> {
    await this.limits.suggest(request, response);
    const sought = searchWordsIn(search);
    if (sought.length === 0) return { tags: [], creators: [], items: [] };
    const isFoundIn = (text: string) => whereFound([text], sought) !== null;
    const query = { words: search, ranked: true, sort: newestFirst, limit: suggestionSourceItems };
    const [{ items }, creators] = await Promise.all([
      this.views.find<ContentPublishedData>('marketplace', query),
      this.creators.suggest(search),
    ]);
    const found = items.map(({ document }) => document);
    const titles = new Map(
      found.map(({ title, content_id }) => [title, content_id]).toReversed() as [string, string][],
    );
    return {
      tags: mostUsed(found.flatMap(({ tags }) => tags.filter(isFoundIn))).slice(0, suggestedTagsMax),
      creators,
      items: [...titles]
        .toReversed()
        .filter(([title]) => isFoundIn(title))
        .slice(0, suggestedItemsMax)
        .map(([title, id]) => ({ id, title })),
    };
  }

  @Get('instead')
  @Answers('Lists bestsellers, for a search that finds nothing.', { 200: SearchFallback })
  @Header('Cache-Control', 'no-cache')
  async instead(): Promise<SearchFallback> {
    const popular = await this.views.find<OwnContent>('own-content', {
      where: { status: 'on_sale' },
      sort: { field: 'licenses', descending: true },
      limit: popularItems,
    });
    return {
      items: popular.items
        .filter(({ document }) => isOnSale(document))
        .map(({ document }) => contentRow(document.item, document.measures)),
    };
  }
}
