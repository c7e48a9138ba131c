import { Body, Controller, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { ContentReportMade } from '@tessera/contract/reports';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { ReportForm } from '@tessera/domain/reports/forms';
import type { Response } from 'express';
import { Attempts } from '../adapters/attempts/attempts.ts';
import { Answers } from '../http/description/answers.ts';
import { Refuses } from '../http/description/refusals.ts';
import { FormPipe } from '../http/input/form.pipe.ts';
import { RateLimit } from '../http/limits/rate-limit.ts';
import { Caller, Metadata } from '../http/request.ts';
import type { AppRequest, SignedIn } from '../http/request.ts';
import { OptionalAuthGuard } from '../http/role.guard.ts';
import { ContentReports } from './content-reports.ts';

const reportsPerMinute = 5;

/** Lets anybody tell the operator that something is wrong with an item. */
@ApiTags('marketplace')
@ApiBearerAuth()
@Controller('api/marketplace')
export class ContentReportsController {
  readonly #limit: RateLimit;

  constructor(
    private readonly reports: ContentReports,
    attempts: Attempts,
  ) {
    this.#limit = new RateLimit('reports', reportsPerMinute, attempts);
  }

  @Post(':id/reports')
  @Refuses('too_many_requests', 'second_factor_required')
  @Answers('Reports an item to the operator. Repeated reports by one person within a day count as one.', {
    200: ContentReportMade,
  })
  @UseGuards(OptionalAuthGuard)
  async make(
    @Param('id') id: string,
    @Body(new FormPipe(ReportForm)) form: ReportForm,
    @Caller() caller: SignedIn | null,
    @Metadata() metadata: EventMetadata,
    @Req() request: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ContentReportMade> {
    await this.#limit.takeFrom(request.ip, response);
    return { position: await this.reports.make(id, form, caller, metadata) };
  }
}
