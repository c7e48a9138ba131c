import { Controller, Get, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { ReportedItem } from '@tessera/contract/reports';
import { AdminItem, ItemPinChanged } from '@tessera/contract/showcase';
import { marketplace } from '@tessera/domain/content/marketplace.view';
import { ownContent } from '@tessera/domain/content/own-content.view';
import type { OwnContent } from '@tessera/domain/content/own-content.view';
import { notFound } from '@tessera/domain/failures';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { showcase, showcaseId } from '@tessera/domain/showcase/showcase';
import type { ShowcaseCommand } from '@tessera/domain/showcase/showcase';
import { showcaseItems } from '@tessera/domain/showcase/showcase.view';
import type { ShowcaseItem } from '@tessera/domain/showcase/showcase.view';
import { Accounts, CreatorNames } from '../accounts/public.ts';
import { Answers } from '../http/description/answers.ts';
import { Refuses } from '../http/description/refusals.ts';
import { Metadata } from '../http/request.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { Dispatch } from '../kernel/commands/dispatch.ts';
import { Refused } from '../kernel/refused.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { ShownItems } from './shown-items.ts';

/** One item, for the operator, who may pin it to the home page. */
@ApiTags('admin')
@Controller('api/admin/items')
@OnlyFor('admin')
export class AdminItemsController {
  constructor(
    private readonly views: ReadStore,
    private readonly commands: CommandBus,
    private readonly accounts: Accounts,
    private readonly names: CreatorNames,
    private readonly shown: ShownItems,
  ) {}

  @Get(':id')
  @Refuses('not_found')
  @Answers('Returns an item, whether or not it is for sale.', { 200: AdminItem })
  async one(@Param('id') id: string): Promise<AdminItem> {
    const [found, shown, pinnedIds] = await Promise.all([
      this.views.get<OwnContent>(ownContent.name, id),
      this.views.get<ShowcaseItem>(showcaseItems.name, id),
      this.shown.pinnedIds(),
    ]);
    if (!found) throw new Refused(notFound());
    const { item, measures } = found.document;
    const pinned = await Promise.all(pinnedIds.map((each) => this.views.get<OwnContent>(ownContent.name, each)));
    return {
      item: await this.row(found.document),
      pinned: pinnedIds.includes(id),
      open_reports: shown?.document.open_reports ?? 0,
      original_width: measures?.pixels?.width ?? null,
      original_height: measures?.pixels?.height ?? null,
      all_pinned: await Promise.all(pinned.flatMap((stored) => (stored ? this.row(stored.document) : []))),
      published_at: item.published_at,
    };
  }

  @Post(':id/pin')
  @Refuses('not_found', 'showcase_full')
  @Answers('Pins an item that is for sale to the home page.', { 200: ItemPinChanged })
  async pin(@Param('id') content_id: string, @Metadata() metadata: EventMetadata): Promise<ItemPinChanged> {
    if (!(await this.views.get(marketplace.name, content_id))) throw new Refused(notFound());
    return this.change({ kind: 'pin', content_id }, metadata);
  }

  @Post(':id/unpin')
  @Answers('Unpins an item from the home page.', { 200: ItemPinChanged })
  async unpin(@Param('id') content_id: string, @Metadata() metadata: EventMetadata): Promise<ItemPinChanged> {
    return this.change({ kind: 'unpin', content_id }, metadata);
  }

  private async change(command: ShowcaseCommand, metadata: EventMetadata): Promise<ItemPinChanged> {
    const { position } = await this.commands.execute(new Dispatch(showcase, showcaseId, command, metadata));
    return { position };
  }

  private async row({ item, status }: OwnContent): Promise<ReportedItem> {
    const { media_url, media_type, placeholder } = item.media;
    const [creator_name, account] = await Promise.all([
      this.names.of(item.creator_id),
      this.accounts.identity(item.creator_id),
    ]);
    const creator_email = account?.email ?? null;
    const { content_id: id, title } = item;
    return { id, title, creator_name, creator_email, status, media_url, media_type, placeholder };
  }
}
