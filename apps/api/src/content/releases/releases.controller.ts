import { Controller, Delete, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import { AttachedReleases, ChangedReleases, ReleaseQuery } from '@tessera/contract/releases';
import type { ContentPublishedData } from '@tessera/domain/content/content-events';
import { releasesOf, saleFactsOf } from '@tessera/domain/declaration';
import type { OwnContent } from '@tessera/domain/content/own-content.view';
import { releaseBytesMax, releaseTooLarge } from '@tessera/domain/release';
import { notFound } from '@tessera/domain/failures';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import type { Response } from 'express';
import { QueryParams } from '../../http/input/query-params.ts';
import { Answers, AnswersDirectly } from '../../http/description/answers.ts';
import { Refuses } from '../../http/description/refusals.ts';
import { fileBodyOf } from '../../http/input/file-body.ts';
import { sendStream } from '../../http/answers/send-stream.ts';
import { CurrentUser, Metadata } from '../../http/request.ts';
import type { AppRequest, SignedIn } from '../../http/request.ts';
import { OnlyFor } from '../../http/role.guard.ts';
import { Writes } from '../../http/limits/write-limits.ts';
import { Refused } from '../../kernel/refused.ts';
import { ReadStore } from '../../kernel/views/port.ts';
import { MediaDiskSpace } from '../../media/public.ts';
import { Releases } from './releases.ts';

const rowsOf = (item: ContentPublishedData) =>
  releasesOf(item).map(({ release_id, kind, file, attached_at }) => ({
    release_id,
    kind,
    format: file.slice(file.lastIndexOf('.') + 1),
    attached_at,
  }));

const changedReleases = ({ item, position }: { readonly item: ContentPublishedData; readonly position: number }) => ({
  items: rowsOf(item),
  editorial: saleFactsOf(item).editorial,
  position,
});

/** Releases contain people's names and addresses, so only the item's creator and the operator may read them. */
@ApiTags('content')
@Controller('api/content/:id/releases')
export class ReleasesController {
  constructor(
    private readonly releases: Releases,
    private readonly space: MediaDiskSpace,
    private readonly views: ReadStore,
  ) {}

  @Get()
  @Answers('Lists an item’s releases to its creator or the operator.', { 200: AttachedReleases })
  @OnlyFor('creator', 'admin')
  async list(@Param('id') id: string, @CurrentUser() user: SignedIn) {
    return { items: rowsOf(await this.item(id, user)) };
  }

  @Post()
  @Refuses('not_a_release', 'release_too_large', 'too_many_releases', 'no_room_for_media')
  @Answers('Attaches a release: the PDF or image itself is the body.', { 201: ChangedReleases })
  @ApiConsumes('application/pdf', 'image/*')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @OnlyFor('creator')
  @Writes('uploads')
  async attach(
    @Param('id') id: string,
    @QueryParams(ReleaseQuery) { kind }: ReleaseQuery,
    @Req() request: AppRequest,
    @CurrentUser() user: SignedIn,
    @Metadata() metadata: EventMetadata,
  ) {
    return this.space.withReserved(releaseBytesMax, async () => {
      const bytes = await fileBodyOf(request, releaseBytesMax, releaseTooLarge);
      return changedReleases(await this.releases.attach(id, kind, bytes, user.id, metadata));
    });
  }

  @Get(':releaseId')
  @AnswersDirectly('Serves a release to the item’s creator or the operator.', [200], 'application/pdf', 'image/*')
  @OnlyFor('creator', 'admin')
  async file(
    @Param('id') id: string,
    @Param('releaseId') releaseId: string,
    @CurrentUser() user: SignedIn,
    @Res() response: Response,
  ) {
    const { release, stored } = await this.releases.open(await this.item(id, user), releaseId);
    response.attachment(release.file.slice(release.file.lastIndexOf('/') + 1));
    response.set({
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
      'Content-Type': stored.contentType,
      'Content-Length': String(stored.size),
    });
    await sendStream(() => stored.read(), response);
  }

  @Delete(':releaseId')
  @Answers('Removes a release from an item. Licenses granted before keep it.', { 200: ChangedReleases })
  @OnlyFor('creator')
  async remove(
    @Param('id') id: string,
    @Param('releaseId') releaseId: string,
    @CurrentUser() user: SignedIn,
    @Metadata() metadata: EventMetadata,
  ) {
    return changedReleases(await this.releases.remove(id, releaseId, user.id, metadata));
  }

  /** @throws Refused as not found for anyone but its creator and the operator */
  private async item(id: string, user: SignedIn): Promise<ContentPublishedData> {
    const item = (await this.views.get<OwnContent>('own-content', id))?.document.item;
    if (!item || (user.role !== 'admin' && item.creator_id !== user.id)) throw new Refused(notFound());
    return item;
  }
}
