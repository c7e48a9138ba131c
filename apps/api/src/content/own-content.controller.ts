import { Controller, Get, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { ChangedOwnContent, OwnContentPage, OwnContentQuery } from '@tessera/contract/content';
import { content } from '@tessera/domain/content/content';
import { newOwnContent, ownContentRow } from '@tessera/domain/content/own-content.view';
import type { OwnContent } from '@tessera/domain/content/own-content.view';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { Answers } from '../http/description/answers.ts';
import { QueryParams } from '../http/input/query-params.ts';
import { CurrentUser, Metadata } from '../http/request.ts';
import type { SignedIn } from '../http/request.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { Dispatch } from '../kernel/commands/dispatch.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { publishedItem } from './item.ts';

const sortOrders: Readonly<
  Record<NonNullable<OwnContentQuery['sort']>, { readonly field: string; readonly descending: boolean }>
> = {
  newest: { field: 'created_at', descending: true },
  oldest: { field: 'created_at', descending: false },
  title: { field: 'title', descending: false },
  licenses: { field: 'licenses', descending: true },
  earnings: { field: 'earnings', descending: true },
};

/** A creator's own items, with what they earned. */
@ApiTags('content')
@Controller('api/content')
@OnlyFor('creator')
export class OwnContentController {
  constructor(
    private readonly commands: CommandBus,
    private readonly views: ReadStore,
  ) {}

  /**
   * A page continues after the last item of the previous page, by the value that item was sorted by at the time. By
   * `newest` and `oldest`, no item is repeated or missed, whatever happens in between. Licenses and earnings only grow,
   * so sorting by them repeats no item either, but an item that is sold between two pages may move ahead and be missed.
   * By `title`, the same goes for an item that is renamed. The live room `own-content` announces all of these changes.
   */
  @Get('mine')
  @Answers('Lists the creator’s own items, with what they earned.', { 200: OwnContentPage })
  async mine(
    @QueryParams(OwnContentQuery) { limit, cursor, sort = 'newest', status, type, search }: OwnContentQuery,
    @CurrentUser() user: SignedIn,
  ) {
    const text = search?.trim();
    const position = await this.views.checkpoint('own-content');
    const query = {
      where: {
        creator_id: user.id,
        ...(status && { status }),
        ...(type && { media_type: type }),
      },
      ...(text ? { text } : {}),
    };
    const page = await this.views.find<OwnContent>('own-content', { ...query, sort: sortOrders[sort], limit, cursor });
    // Only on the first page: it is the same on the others.
    const total = cursor === undefined ? await this.views.count('own-content', query) : undefined;
    const items = page.items.map(({ document }) => ownContentRow(document));
    return { items, next_cursor: page.next, position, total };
  }

  /** Takes an item off the market; existing licenses stay valid. Repeating it does nothing. */
  @Post(':id/withdraw')
  @Answers('Takes an item off the market.', { 200: ChangedOwnContent })
  withdraw(@Param('id') id: string, @CurrentUser() user: SignedIn, @Metadata() metadata: EventMetadata) {
    return this.changeStatus('withdraw', id, user, metadata);
  }

  /** Puts a withdrawn item back on sale unchanged. Repeating it does nothing. */
  @Post(':id/relist')
  @Answers('Puts a withdrawn item back on sale.', { 200: ChangedOwnContent })
  relist(@Param('id') id: string, @CurrentUser() user: SignedIn, @Metadata() metadata: EventMetadata) {
    return this.changeStatus('relist', id, user, metadata);
  }

  private async changeStatus(kind: 'withdraw' | 'relist', id: string, user: SignedIn, metadata: EventMetadata) {
    const command = { kind, creator_id: user.id } as const;
    const { state, position } = await this.commands.execute(new Dispatch(content, id, command, metadata));
    const { item, measures, status } = publishedItem(state);
    // The figures come from the view, which may be a moment behind; the item and its status are what was just decided.
    const known = (await this.views.get<OwnContent>('own-content', id))?.document ?? newOwnContent(item);
    return { ...ownContentRow({ ...known, item, measures, status }), position };
  }
}
