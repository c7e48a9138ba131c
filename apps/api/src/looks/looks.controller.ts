import { Body, Controller, Headers, HttpCode, Inject, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { LookForm } from '@tessera/domain/looks/forms';
import type { Response } from 'express';
import { Answers } from '../http/description/described.ts';
import { FormPipe } from '../http/form.pipe.ts';
import type { RateLimit } from '../http/limits/rate-limit.ts';
import { Caller } from '../http/request.ts';
import type { AppRequest, SignedIn } from '../http/request.ts';
import { OptionalAuthGuard } from '../http/role.guard.ts';
import { Looks } from './looks.ts';

export const looksLimitToken = Symbol('LooksLimit');
export const looksPerMinute = 120;

/** As they call themselves; who runs no scripts never comes here. */
const robots = /bot|crawl|spider|slurp|scrape|preview|monitor|^$/iu;

/** What browsers tell of what is looked at. Nothing of who looks is kept: no cookie, no address, no account. */
@ApiTags('marketplace')
@Controller('api/looks')
export class LooksController {
  constructor(
    private readonly looks: Looks,
    @Inject(looksLimitToken) private readonly limit: RateLimit,
  ) {}

  @Post()
  @HttpCode(204)
  @Answers('Counts a look at an item, an item put in a cart, or a visit by a referral link; nothing of who it was.', {
    204: null,
  })
  @UseGuards(OptionalAuthGuard)
  async note(
    @Body(new FormPipe(LookForm)) form: LookForm,
    @Caller() caller: SignedIn | null,
    @Headers('user-agent') agent: string | undefined,
    @Req() request: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.limit.takeFrom(request.ip, response);
    if (!robots.test(agent ?? '')) await this.looks.note(form, caller);
  }
}
