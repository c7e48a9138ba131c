import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ContentPublishedData } from '@tessera/domain/content/content';
import { contentRow } from '@tessera/domain/content/row';
import { PagingPipe, optionalText } from '../http/paging.ts';
import type { Paging } from '../http/paging.ts';
import type { ReadStore } from '../kernel/read-store/port.ts';
import { readStoreToken } from '../kernel/tokens.ts';

const tagsMax = 10;
/** How many of the newest items the filter chips are taken from. */
const tagSourceItems = 200;
const newestFirst = { field: 'created_at', descending: true } as const;

@ApiTags('marketplace')
@Controller('api/marketplace')
export class MarketplaceController {
  /** The chips as of one position, since they change only with the view. */
  private tags: { readonly position: number; readonly names: readonly string[] } = { position: -2, names: [] };

  constructor(@Inject(readStoreToken) private readonly views: ReadStore) {}

  @Get()
  async list(
    @Query(PagingPipe) { limit, cursor }: Paging,
    @Query('search') search: unknown,
    @Query('tag') tag: unknown,
  ) {
    const text = optionalText(search, 'search')?.trim();
    const exactTag = optionalText(tag, 'tag');
    const position = await this.views.checkpoint('marketplace');
    const page = await this.views.find<ContentPublishedData>('marketplace', {
      ...(exactTag ? { where: { tags: exactTag } } : {}),
      ...(text ? { text } : {}),
      sort: newestFirst,
      limit,
      cursor,
    });
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
