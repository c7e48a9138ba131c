import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AgreementRow, LicensePage, LicenseRow, LicensesQuery } from '@tessera/contract/licenses';
import { notFound } from '@tessera/domain/failures';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { endedByRefund, licenseEnded } from '@tessera/domain/licensing/license';
import type { Response } from 'express';
import { Answers, AnswersDirectly } from '../http/description/answers.ts';
import { Refuses } from '../http/description/refusals.ts';
import { fileOf } from '../http/answers/file.ts';
import { QueryParams } from '../http/input/query-params.ts';
import { CurrentUser, Metadata } from '../http/request.ts';
import type { SignedIn } from '../http/request.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { Refused } from '../kernel/refused.ts';
import { AgreementDocuments } from './agreements/agreement-documents.ts';
import { LicenseList } from './license-list.ts';
import { OriginalDownloads } from './original-downloads.ts';

const agreementRow = (license: License): AgreementRow => {
  if (!license.agreement) throw new Refused(notFound());
  const { license_id, creator_id, brand_id, creator_name, brand_name, license_type, agreement, refunded_at } = license;
  const parties = { license_id, content_id: license.item.content_id, creator_id, brand_id, creator_name, brand_name };
  return { ...parties, license_type, ...agreement, refunded_at };
};

/** Only its two parties and the admin may read a license; for everyone else it doesn't exist. */
const mayRead = (user: SignedIn, license: License) =>
  user.role === 'admin' || license.brand_id === user.id || license.creator_id === user.id;

@ApiTags('licensing')
@Controller('api/licenses')
export class LicensesController {
  constructor(
    private readonly documents: AgreementDocuments,
    private readonly downloads: OriginalDownloads,
    private readonly list: LicenseList,
    private readonly views: ReadStore,
  ) {}

  @Get()
  @Answers('Lists the licenses that a brand holds, or that a creator has granted.', { 200: LicensePage })
  @OnlyFor('brand', 'creator')
  async mine(@QueryParams(LicensesQuery) asked: LicensesQuery, @CurrentUser() user: SignedIn) {
    const position = await this.views.checkpoint('licenses');
    const { items, next } = await this.list.page(user, asked, asked);
    // Only for the first page: it is the same for all others.
    const total = asked.cursor === undefined ? await this.list.total(user, asked) : undefined;
    return { items, next_cursor: next, position, total };
  }

  @Get(':id')
  @Answers('Returns a license to one of its parties.', { 200: LicenseRow })
  @OnlyFor('brand', 'creator', 'admin')
  async one(@Param('id') id: string, @CurrentUser() user: SignedIn) {
    return this.list.rowOf(await this.readable(id, user), user);
  }

  @Get(':id/agreement')
  @Answers('Returns the agreement to one of its parties.', { 200: AgreementRow })
  @OnlyFor('brand', 'creator', 'admin')
  async agreement(@Param('id') id: string, @CurrentUser() user: SignedIn) {
    return agreementRow(await this.readable(id, user));
  }

  @Get(':id/agreement.pdf')
  @AnswersDirectly('Returns the agreement to one of its parties as a PDF.', [200], 'application/pdf')
  @OnlyFor('brand', 'creator', 'admin')
  async pdf(@Param('id') id: string, @CurrentUser() user: SignedIn) {
    return fileOf(`agreement-${id}.pdf`, await this.documents.pdfOf(await this.readable(id, user)));
  }

  @Get(':id/download')
  @Refuses('license_ended', 'license_refunded')
  @AnswersDirectly('Redirects the brand to the original while the license is in force.', [302])
  @OnlyFor('brand')
  async download(
    @Param('id') id: string,
    @CurrentUser() user: SignedIn,
    @Metadata() metadata: EventMetadata,
    @Res() response: Response,
  ) {
    const license = await this.readable(id, user);
    const { status } = this.list.rowOf(license, user);
    if (status === 'refunded') throw new Refused(endedByRefund());
    if (status === 'expired') throw new Refused(licenseEnded());
    response.redirect(302, await this.downloads.addressOf(license, metadata));
  }

  private async readable(id: string, user: SignedIn): Promise<License> {
    const stored = await this.views.get<License>('licenses', id);
    if (!stored || !mayRead(user, stored.document)) throw new Refused(notFound());
    return stored.document;
  }
}
