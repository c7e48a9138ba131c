import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { EmailChangeForm, EmailLinkForm } from '@tessera/domain/accounts/access/own-email-forms';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import type { Response } from 'express';
import { Answers } from '../../http/description/answers.ts';
import { Refuses } from '../../http/description/refusals.ts';
import { FormPipe } from '../../http/input/form.pipe.ts';
import { CurrentUser, Metadata } from '../../http/request.ts';
import type { AppRequest, SignedIn } from '../../http/request.ts';
import { OnlyFor } from '../../http/role.guard.ts';
import { AccountLimits } from '../auth/limits.ts';
import { ConfirmOwner, ownerRefusals } from '../passwords/confirm-owner.ts';
import { ChangeEmail } from './change-email.ts';

/** The address that the signed-in account signs in with. */
@ApiTags('accounts')
@Controller('api/account/email')
@OnlyFor('creator', 'brand')
export class OwnEmailController {
  constructor(
    private readonly changing: ChangeEmail,
    private readonly owner: ConfirmOwner,
    private readonly limits: AccountLimits,
  ) {}

  @Post()
  @Refuses(...ownerRefusals, 'user_already_exists', 'too_many_requests')
  @Answers('Mails a link to another address, which the account gets once the link is confirmed.', { 204: null })
  async ask(
    @Body(new FormPipe(EmailChangeForm)) { email, ...proof }: EmailChangeForm,
    @CurrentUser() { id, sessionId }: SignedIn,
    @Req() { ip }: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const identity = await this.owner.check({ accountId: id, sessionId, proof, address: ip }, response);
    await this.limits.namedMail({ address: ip, email }, response);
    await this.changing.ask(identity, email);
  }

  @Post('confirm')
  @Refuses('not_found', 'email_link_over', 'user_already_exists', 'too_many_requests')
  @Answers('Gives the account the address that the link was mailed to. Signs out everywhere else.', { 204: null })
  async confirm(
    @Body(new FormPipe(EmailLinkForm)) link: EmailLinkForm,
    @CurrentUser() { id, sessionId }: SignedIn,
    @Metadata() metadata: EventMetadata,
    @Req() { ip }: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.limits.link(ip, response);
    await this.changing.confirm({ accountId: id, sessionId, link }, metadata);
  }
}
