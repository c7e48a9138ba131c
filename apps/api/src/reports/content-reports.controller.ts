import { Body, Controller, Inject, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { ContentReportMade } from '@tessera/contract/reports';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { ReportForm } from '@tessera/domain/reports/forms';
import type { Response } from 'express';
import { Answers } from '../http/description/answers.ts';
import { FormPipe } from '../http/input/form.pipe.ts';
import type { RateLimit } from '../http/limits/rate-limit.ts';
import { Caller, Metadata } from '../http/request.ts';
import type { AppRequest, SignedIn } from '../http/request.ts';
import { OptionalAuthGuard } from '../http/role.guard.ts';
import { ContentReports } from './content-reports.ts';

export const reportsLimitToken = Symbol('ReportsLimit');
export const reportsPerMinute = 5;

/** Lets anybody tell the operator that something is wrong with an item. */
@ApiTags('marketplace')
@ApiBearerAuth()
@Controller('api/marketplace')
export class ContentReportsController {
  constructor(
    private readonly reports: ContentReports,
    @Inject(reportsLimitToken) private readonly limit: RateLimit,
  ) {}

  @Post(':id/reports')
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
    await this.limit.takeFrom(request.ip, response);
    return { position: await this.reports.make(id, form, caller, metadata) };
  }
}
