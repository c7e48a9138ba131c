import { Body, Controller, Get, Param, Patch, Post, UseGuards } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { ChangedContent, ContentDetails } from '@tessera/contract/content';
import { content } from '@tessera/domain/content/content';
import type { ContentState } from '@tessera/domain/content/content';
import { EditForm, PublishForm, declarationIn } from '@tessera/domain/content/forms';
import { isOnSale } from '@tessera/domain/content/own-content.view';
import type { OwnContent } from '@tessera/domain/content/own-content.view';
import { contentRow, formatOf } from '@tessera/domain/content/row';
import { notFound } from '@tessera/domain/failures';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { CreatorNames, CreatorPages } from '../accounts/public.ts';
import { Answers } from '../http/description/answers.ts';
import { Refuses } from '../http/description/refusals.ts';
import { FormPipe } from '../http/input/form.pipe.ts';
import { Caller, CurrentUser, Metadata } from '../http/request.ts';
import type { SignedIn } from '../http/request.ts';
import { OptionalAuthGuard, OnlyFor } from '../http/role.guard.ts';
import { Dispatch } from '../kernel/commands/dispatch.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { Refused } from '../kernel/refused.ts';
import { RightsChanges } from './previews/rights-changes.ts';
import { publishedItem } from './item.ts';
import { editedListing } from './listing.ts';
import { PublishContentFacts } from './publish-content.facts.ts';

const rowOf = (state: ContentState) => {
  const { item, measures, status } = publishedItem(state);
  return { ...contentRow(item, measures), status };
};

@ApiTags('content')
@Controller('api/content')
export class ContentController {
  constructor(
    private readonly commands: CommandBus,
    private readonly facts: PublishContentFacts,
    private readonly rights: RightsChanges,
    private readonly names: CreatorNames,
    private readonly pages: CreatorPages,
    private readonly views: ReadStore,
  ) {}

  @Post()
  @Refuses('missing_media', 'not_found')
  @Answers('Publishes an upload as an item.', { 201: ChangedContent })
  @OnlyFor('creator')
  async publish(
    @Body(new FormPipe(PublishForm)) form: PublishForm,
    @CurrentUser() user: SignedIn,
    @Metadata() metadata: EventMetadata,
  ) {
    const command = await this.facts.gather(form, user.id);
    await this.rights.queueRewrite(command.content.content_id, command.content.declared ?? {});
    const { state, position } = await this.commands.execute(
      new Dispatch(content, command.content.content_id, command, metadata),
    );
    return { ...rowOf(state), position };
  }

  /**
   * Only its creator can see a withdrawn item, or one without a preview. The creator's name is not stored with the item, so that it is always the
   * current one and can be forgotten.
   */
  @Get(':id')
  @Refuses('second_factor_required')
  @Answers('Returns an item.', { 200: ContentDetails })
  @ApiBearerAuth()
  @UseGuards(OptionalAuthGuard)
  async one(@Param('id') id: string, @Caller() caller: SignedIn | null) {
    const found = await this.views.get<OwnContent>('own-content', id);
    if (!found) throw new Refused(notFound());
    const { item, measures, status } = found.document;
    if (!isOnSale(found.document) && item.creator_id !== caller?.id) throw new Refused(notFound());
    const [creator_name, shown] = await Promise.all([
      this.names.of(item.creator_id),
      this.pages.shownOf(item.creator_id),
    ]);
    const file = {
      format: formatOf(item.media),
      original_width: measures?.pixels?.width ?? null,
      original_height: measures?.pixels?.height ?? null,
      bytes: measures?.bytes ?? null,
    };
    return { ...contentRow(item, measures), status, creator_name, ...shown, ...file };
  }

  @Patch(':id')
  @Refuses('withdrawn_from_sale')
  @Answers('Changes an item’s texts and prices.', { 200: ChangedContent })
  @OnlyFor('creator')
  async edit(
    @Param('id') id: string,
    @Body(new FormPipe(EditForm)) form: EditForm,
    @CurrentUser() user: SignedIn,
    @Metadata() metadata: EventMetadata,
  ) {
    const [listing, declared] = [editedListing(form), declarationIn(form)];
    await this.rights.queueRewrite(id, declared);
    const command = { kind: 'edit', creator_id: user.id, listing, declared } as const;
    const { state, position } = await this.commands.execute(new Dispatch(content, id, command, metadata));
    return { ...rowOf(state), position };
  }
}
