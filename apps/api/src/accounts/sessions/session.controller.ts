import { All, Body, Controller, Get, Post, Put, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiBearerAuth, ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import { AuthUser, EmptyAnswer } from '@tessera/contract/accounts/auth';
import { SignOutQuery, UserChange } from '@tessera/contract/accounts/auth-calls';
import { account } from '@tessera/domain/accounts/account';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import type { Response } from 'express';
import { Answers } from '../../http/description/answers.ts';
import { QueryParams } from '../../http/input/query-params.ts';
import { Refuses } from '../../http/description/refusals.ts';
import { CurrentUser, Metadata } from '../../http/request.ts';
import type { AppRequest, SignedIn } from '../../http/request.ts';
import { Dispatch } from '../../kernel/commands/dispatch.ts';
import { AuthErrorsFilter } from '../auth/auth-errors.filter.ts';
import {
  badInput,
  noLinkedIdentities,
  ownerNotConfirmed,
  reauthenticationNeeded,
  sessionNotFound,
  tooManyMails,
  weakPassword,
  wrongCurrentPassword,
  wrongNonce,
} from '../auth/auth-refused.ts';
import { CallPipe } from '../auth/call.pipe.ts';
import { ChangePassword } from '../passwords/change-password.ts';
import { AccountLimits } from '../auth/limits.ts';
import { Reauthentication } from '../auth/reauthentication.ts';
import { BeforeSecondFactor, SessionGuard, sessionRefusals } from './session.guard.ts';
import { SessionRegistry } from './sessions.ts';
import { UserSessions } from './user-sessions.ts';

/** The protocol's calls that require a session. */
@ApiTags('accounts')
@ApiBearerAuth()
@Controller('auth/v1')
@UseFilters(AuthErrorsFilter)
@UseGuards(SessionGuard)
@Refuses(...sessionRefusals)
export class SessionController {
  constructor(
    private readonly userSessions: UserSessions,
    private readonly changing: ChangePassword,
    private readonly reauthentication: Reauthentication,
    private readonly sessions: SessionRegistry,
    private readonly limits: AccountLimits,
    private readonly commands: CommandBus,
  ) {}

  @Get('user')
  @Answers('Shows the signed-in user.', { 200: AuthUser })
  @BeforeSecondFactor()
  user(@CurrentUser() { id }: SignedIn) {
    return this.userSessions.user(id);
  }

  @Put('user')
  @Refuses(
    weakPassword(''),
    reauthenticationNeeded(),
    ownerNotConfirmed(),
    wrongNonce(),
    wrongCurrentPassword(),
    'metadata_not_allowed',
  )
  @Answers('Changes the password, or the client’s own metadata.', { 200: AuthUser })
  async changeUser(
    @Body(new CallPipe(UserChange)) { password, current_password: current, nonce, data: metadata }: UserChange,
    @CurrentUser() { id: accountId, sessionId }: SignedIn,
    @Metadata() origin: EventMetadata,
    @Req() { ip, correlation }: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    if (password === undefined && metadata === undefined) throw badInput('password or data must be given');
    const proof = { ...(current !== undefined && { current }), ...(nonce !== undefined && { nonce }) };
    // Metadata first: if it is refused, the password is unchanged.
    if (metadata !== undefined) {
      await this.commands.execute(new Dispatch(account, accountId, { kind: 'change-metadata', metadata }, origin));
    }
    if (password !== undefined) {
      // Limited, because hashing takes processor time.
      await this.limits.ownPassword({ address: ip, accountId }, response);
      await this.changing.change({ accountId, sessionId, password, proof, correlation });
    }
    return this.userSessions.user(accountId);
  }

  @Get('reauthenticate')
  @Refuses(tooManyMails(60))
  @Answers('Mails a code that can replace the current password.', { 200: EmptyAnswer })
  async reauthenticate(
    @CurrentUser() { id: accountId, sessionId }: SignedIn,
    @Req() { ip }: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { email } = await this.userSessions.identity(accountId);
    if (!email) throw sessionNotFound();
    await this.limits.mail({ address: ip, email }, response);
    await this.reauthentication.send({ accountId, sessionId }, email);
    return {};
  }

  /** An account has one identity, from sign-up on: it can't be removed, and no other can be linked. */
  @All('user/identities/:id')
  @ApiExcludeEndpoint()
  linkIdentity() {
    throw noLinkedIdentities();
  }

  @Post('logout')
  @Answers('Signs out.', { 204: null })
  @BeforeSecondFactor()
  async signOut(
    @QueryParams(SignOutQuery, badInput) { scope }: SignOutQuery,
    @CurrentUser() { id, sessionId }: SignedIn,
  ) {
    if (scope === 'local') await this.sessions.end(sessionId);
    else await this.sessions.endAll(id, scope === 'others' ? sessionId : undefined);
  }
}
