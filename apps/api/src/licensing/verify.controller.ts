import { Controller, Get, Header, Param, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DownloadedOriginal, LicenseProof } from '@tessera/contract/licenses';
import { notFound } from '@tessera/domain/failures';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { licenseProof } from '@tessera/domain/licensing/proof';
import type { Response } from 'express';
import { Attempts } from '../adapters/attempts/attempts.ts';
import { Clock } from '../kernel/clock.ts';
import { Answers } from '../http/description/answers.ts';
import { Refuses } from '../http/description/refusals.ts';
import { RateLimit } from '../http/limits/rate-limit.ts';
import type { AppRequest } from '../http/request.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { Refused } from '../kernel/refused.ts';
import { LicensedOriginals } from '../media/public.ts';
import { AgreementDocuments } from './agreements/agreement-documents.ts';

const verificationsPerMinute = 60;

/** Lets everyone who has a license's id verify it. */
@ApiTags('licensing')
@Controller('api/verify')
@Refuses('too_many_requests')
export class VerifyController {
  /** Protects license ids from being guessed. */
  readonly #limit: RateLimit;

  constructor(
    private readonly documents: AgreementDocuments,
    private readonly originals: LicensedOriginals,
    private readonly views: ReadStore,
    private readonly clock: Clock,
    attempts: Attempts,
  ) {
    this.#limit = new RateLimit('licenseProofs', verificationsPerMinute, attempts);
  }

  @Get(':licenseId')
  @Answers('Says whether a license is valid, to anyone.', { 200: LicenseProof })
  @Header('X-Robots-Tag', 'noindex')
  async verify(
    @Param('licenseId') licenseId: string,
    @Req() request: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const license = await this.found(licenseId, request, response);
    return licenseProof(license, await this.documents.mediaOf(license), this.clock.now().getTime());
  }

  @Get(':licenseId/download')
  @Answers('Returns the hash of the file that the license’s holder downloads, to anyone.', { 200: DownloadedOriginal })
  @Header('X-Robots-Tag', 'noindex')
  async downloaded(
    @Param('licenseId') licenseId: string,
    @Req() request: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const license = await this.found(licenseId, request, response);
    const { original } = await this.documents.mediaOf(license);
    const sha256 = await this.originals.sha256Of(original, licenseId);
    if (sha256 === null) throw new Refused(notFound());
    return { sha256 };
  }

  private async found(licenseId: string, request: AppRequest, response: Response): Promise<License> {
    await this.#limit.takeFrom(request.ip, response);
    const stored = await this.views.get<License>('licenses', licenseId);
    if (!stored) throw new Refused(notFound());
    return stored.document;
  }
}
