import { Body, Controller, Delete, Get, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { OwnCreatorPage } from '@tessera/contract/accounts/profile';
import { account } from '@tessera/domain/accounts/account';
import type { AccountState } from '@tessera/domain/accounts/account';
import { handleTaken } from '@tessera/domain/accounts/profile/creator-page';
import type { CreatorPage } from '@tessera/domain/accounts/profile/creator-page';
import { CreatorPageForm } from '@tessera/domain/accounts/profile/creator-page-form';
import { notFound } from '@tessera/domain/failures';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { Answers } from '../../http/description/answers.ts';
import { Refuses } from '../../http/description/refusals.ts';
import { FormPipe } from '../../http/input/form.pipe.ts';
import { CurrentUser, Metadata } from '../../http/request.ts';
import type { SignedIn } from '../../http/request.ts';
import { OnlyFor } from '../../http/role.guard.ts';
import { Dispatch, Streams } from '../../kernel/commands/dispatch.ts';
import { Refused } from '../../kernel/refused.ts';
import { Handles } from './handles.ts';

const noPage: CreatorPage = { handle: '', bio: '', links: [], shows_licenses: false };

const pageIn = (state: AccountState): CreatorPage => {
  if (state.status !== 'open' || state.role !== 'creator') throw new Refused(notFound());
  return state.page ?? noPage;
};

/** A creator's own page at `/@handle`. Like the profile, it is read from the account's own events. */
@ApiTags('accounts')
@Controller('api/profile/page')
@Refuses('not_found', 'account_deleted')
@OnlyFor('creator')
export class OwnPageController {
  constructor(
    private readonly commands: CommandBus,
    private readonly streams: Streams,
    private readonly handles: Handles,
  ) {}

  @Get()
  @Answers('Shows your public page.', { 200: OwnCreatorPage })
  async own(@CurrentUser() { id }: SignedIn): Promise<OwnCreatorPage> {
    const { state } = await this.streams.load(account, id);
    return pageIn(state);
  }

  /** Claims the handle before the page names it, so that of two simultaneous requests for it one is refused. */
  @Put()
  @Refuses('handle_taken')
  @Answers('Publishes or replaces your public page.', { 200: OwnCreatorPage })
  async change(
    @Body(new FormPipe(CreatorPageForm)) form: CreatorPageForm,
    @CurrentUser() { id }: SignedIn,
    @Metadata() metadata: EventMetadata,
  ): Promise<OwnCreatorPage> {
    if (!(await this.handles.claim(form.handle, id)))
      throw new Refused(handleTaken({ fields: { handle: handleTaken().message } }));
    const changed = await this.record(id, { ...form }, metadata);
    await this.handles.releaseOldest(id);
    return changed;
  }

  /** The creator keeps the handle, so that nobody else can be found at their old address. */
  @Delete()
  @Answers('Takes your public page down.', { 200: OwnCreatorPage })
  remove(@CurrentUser() { id }: SignedIn, @Metadata() metadata: EventMetadata): Promise<OwnCreatorPage> {
    return this.record(id, null, metadata);
  }

  private async record(id: string, page: CreatorPage | null, metadata: EventMetadata): Promise<OwnCreatorPage> {
    const command = { kind: 'change-page', page } as const;
    const { state, position } = await this.commands.execute(new Dispatch(account, id, command, metadata));
    return { ...pageIn(state), position };
  }
}
