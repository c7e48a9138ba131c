import { Body, Controller, Delete, Get, Header, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { BrandOwnData, CreatorOwnData } from '@tessera/contract/accounts/account';
import { Positioned } from '@tessera/contract/kernel/answers';
import { OwnPasswordForm } from '@tessera/domain/accounts/access/second-factor-forms';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { lastPayoutText } from '@tessera/domain/payouts/last-payout';
import type { Response } from 'express';
import { Attempts } from '../../adapters/attempts/attempts.ts';
import { Balances } from '../../earnings/public.ts';
import { Answers } from '../../http/description/answers.ts';
import { Refuses } from '../../http/description/refusals.ts';
import { FormPipe } from '../../http/input/form.pipe.ts';
import { RateLimit } from '../../http/limits/rate-limit.ts';
import { CurrentUser, Metadata } from '../../http/request.ts';
import type { AppRequest, SignedIn } from '../../http/request.ts';
import { OnlyFor } from '../../http/role.guard.ts';
import { Farewells } from './farewells.ts';
import { ForgetPerson } from './forget-person.ts';
import { DataExport } from './data-export.ts';
import { ConfirmOwner, ownerRefusals } from '../passwords/confirm-owner.ts';
import { SessionRegistry } from '../sessions/sessions.ts';

const exportsPerMinute = 5;

/** People's rights over their own account: an export of everything, and deletion. */
@ApiTags('accounts')
@Controller('api/account')
@OnlyFor('creator', 'brand')
export class PersonalDataController {
  readonly #exportLimit: RateLimit;

  constructor(
    private readonly dataExport: DataExport,
    private readonly forgetting: ForgetPerson,
    private readonly owner: ConfirmOwner,
    private readonly sessions: SessionRegistry,
    private readonly balances: Balances,
    private readonly farewells: Farewells,
    attempts: Attempts,
  ) {
    this.#exportLimit = new RateLimit('exportsPerAccount', exportsPerMinute, attempts);
  }

  @Get('export')
  @Refuses('not_found', 'too_many_requests')
  @Answers('Exports everything that the product knows about you.', { 200: [CreatorOwnData, BrandOwnData] })
  @Header('Content-Disposition', 'attachment; filename="tessera-data.json"')
  async export(@CurrentUser() user: SignedIn, @Res({ passthrough: true }) response: Response) {
    await this.#exportLimit.take(user.id, response);
    return this.dataExport.of(user);
  }

  @Delete()
  @Refuses(...ownerRefusals)
  @Answers('Deletes your account.', { 200: Positioned })
  async remove(
    @Body(new FormPipe(OwnPasswordForm)) proof: OwnPasswordForm,
    @CurrentUser() { id, sessionId, role }: SignedIn,
    @Metadata() metadata: EventMetadata,
    @Req() { ip }: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { email } = await this.owner.check({ accountId: id, sessionId, proof, address: ip }, response);
    const lastPayout = role === 'creator' ? lastPayoutText(await this.balances.of(id)) : null;
    await this.farewells.request({ account_id: id, email, lastPayout });
    const position = await this.forgetting.forget(id, metadata);
    return { position };
  }

  /** Confirmation is needed for what a session alone doesn't allow, such as changing where the money goes. */
  @Post('confirm')
  @Refuses(...ownerRefusals)
  @Answers('Confirms with the password, for five minutes, that the account’s owner is using this session.', {
    204: null,
  })
  async confirm(
    @Body(new FormPipe(OwnPasswordForm)) proof: OwnPasswordForm,
    @CurrentUser() { id, sessionId }: SignedIn,
    @Req() { ip }: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.owner.check({ accountId: id, sessionId, proof, address: ip }, response);
    await this.sessions.confirm(sessionId);
  }
}
