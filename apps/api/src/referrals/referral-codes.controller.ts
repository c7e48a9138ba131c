import { Body, Controller, Delete, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  Inviter,
  NewReferralCode,
  ReferralCodeDeleted,
  ReferralCodePage,
  ReferralCodeValidity,
} from '@tessera/contract/referrals';
import { notFound } from '@tessera/domain/failures';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { ReferralCodeForm } from '@tessera/domain/referrals/forms';
import { referralCodeRow } from '@tessera/domain/referrals/row';
import type { Response } from 'express';
import { CreatorNames } from '../accounts/public.ts';
import { Attempts } from '../adapters/attempts/attempts.ts';
import { Answers } from '../http/description/answers.ts';
import { Refuses } from '../http/description/refusals.ts';
import { FormPipe } from '../http/input/form.pipe.ts';
import { RateLimit } from '../http/limits/rate-limit.ts';
import { CurrentUser, Metadata } from '../http/request.ts';
import type { AppRequest, SignedIn } from '../http/request.ts';
import { OnlyFor } from '../http/role.guard.ts';
import { Refused } from '../kernel/refused.ts';
import { ReferralCodes } from './referral-codes.ts';

const validationsPerMinute = 30;
const creationsPerMinute = 20;

@ApiTags('referrals')
@Controller('api/referral-codes')
export class ReferralCodesController {
  /** Protects codes from being guessed. */
  readonly #validations: RateLimit;
  /** Protects the log from being flooded. */
  readonly #creations: RateLimit;

  constructor(
    private readonly codes: ReferralCodes,
    private readonly names: CreatorNames,
    attempts: Attempts,
  ) {
    this.#validations = new RateLimit('referralValidations', validationsPerMinute, attempts);
    this.#creations = new RateLimit('referralCodes', creationsPerMinute, attempts);
  }

  @Post()
  @Refuses('too_many_referral_codes', 'referral_code_taken')
  @Answers('Creates a referral code.', { 201: NewReferralCode })
  @OnlyFor('creator')
  async create(
    @Body(new FormPipe(ReferralCodeForm)) { description }: ReferralCodeForm,
    @CurrentUser() user: SignedIn,
    @Metadata() metadata: EventMetadata,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.#creations.take(user.id, response);
    const { created, position } = await this.codes.create(user.id, description?.trim() || null, metadata);
    return { ...referralCodeRow(created), position };
  }

  @Get()
  @Answers('Lists the creator’s referral codes.', { 200: ReferralCodePage })
  @OnlyFor('creator')
  async mine(@CurrentUser() user: SignedIn) {
    const { rows, position } = await this.codes.own(user.id);
    return { items: rows, next_cursor: null, position };
  }

  @Delete(':id')
  @Refuses('referral_code_not_found')
  @Answers('Deletes one of the creator’s referral codes.', { 200: ReferralCodeDeleted })
  @OnlyFor('creator')
  async remove(@Param('id') id: string, @CurrentUser() user: SignedIn, @Metadata() metadata: EventMetadata) {
    const { position } = await this.codes.remove(user.id, id, metadata);
    return { deleted: true, position };
  }

  @Get(':code/validity')
  @Refuses('too_many_requests')
  @Answers('Says whether a code is valid.', { 200: ReferralCodeValidity })
  async validity(
    @Param('code') code: string,
    @Req() request: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.#validations.takeFrom(request.ip, response);
    return this.codes.validity(code);
  }

  @Get(':code/inviter')
  @Refuses('too_many_requests')
  @Answers('Returns the public name of the creator who invites with a code.', { 200: Inviter })
  async inviter(
    @Param('code') code: string,
    @Req() request: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.#validations.takeFrom(request.ip, response);
    const { referrer_id } = await this.codes.validity(code);
    if (referrer_id === null) throw new Refused(notFound());
    return { name: await this.names.of(referrer_id) };
  }
}
