import { Body, Controller, Headers, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { InteractionForm } from '@tessera/domain/traffic/forms';
import type { Response } from 'express';
import { Attempts } from '../adapters/attempts/attempts.ts';
import { Answers } from '../http/description/answers.ts';
import { Refuses } from '../http/description/refusals.ts';
import { FormPipe } from '../http/input/form.pipe.ts';
import { RateLimit } from '../http/limits/rate-limit.ts';
import { Caller } from '../http/request.ts';
import type { AppRequest, SignedIn } from '../http/request.ts';
import { OptionalAuthGuard } from '../http/role.guard.ts';
import { TrafficCounter } from './traffic-counter.ts';

const reportsPerMinute = 120;

/** Robots by the names they give themselves. One that runs no scripts never calls this route. */
const robots = /bot|crawl|spider|slurp|scrape|preview|monitor|^$/iu;

/** What browsers report about visits. Nothing about the visitor is stored: no cookie, no address, no account. */
@ApiTags('marketplace')
@Controller('api/looks')
export class TrafficController {
  readonly #limit: RateLimit;

  constructor(
    private readonly traffic: TrafficCounter,
    attempts: Attempts,
  ) {
    this.#limit = new RateLimit('looks', reportsPerMinute, attempts);
  }

  @Post()
  @Refuses('too_many_requests', 'second_factor_required')
  @Answers('Counts an item’s views and cart adds, and visits by referral links. Records nothing about the visitor.', {
    204: null,
  })
  @UseGuards(OptionalAuthGuard)
  async count(
    @Body(new FormPipe(InteractionForm)) form: InteractionForm,
    @Caller() caller: SignedIn | null,
    @Headers('user-agent') agent: string | undefined,
    @Req() request: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.#limit.takeFrom(request.ip, response);
    if (!robots.test(agent ?? '')) await this.traffic.count(form, caller);
  }
}
