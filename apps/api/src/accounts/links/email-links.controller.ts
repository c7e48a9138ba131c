import { Body, Controller, Get, Head, Header, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AuthSession, EmptyAnswer } from '@tessera/contract/accounts/auth';
import { LinkCall, RecoveryCall, ResendCall } from '@tessera/contract/accounts/auth-calls';
import type { Response } from 'express';
import { Answers, AnswersDirectly, Takes } from '../../http/description/answers.ts';
import type { AppRequest } from '../../http/request.ts';
import { linkKindOf, readLink, readRecovery, readResend } from '../auth/auth-bodies.ts';
import { AuthErrorsFilter } from '../auth/auth-errors.filter.ts';
import { linkExpired } from '../auth/auth-refused.ts';
import { AccountDevices } from '../devices/account-devices.ts';
import { deviceOf } from '../devices/device-of.ts';
import { EmailLinks } from './email-links.ts';
import type { LinkKind } from './email-links.ts';
import { FollowLink } from './follow-link.ts';
import { AccountLimits } from '../auth/limits.ts';
import type { UserSessions } from '../sessions/user-sessions.ts';

interface LinkQuery {
  readonly token?: unknown;
  readonly type?: unknown;
  readonly redirect_to?: unknown;
}

type Session = Awaited<ReturnType<UserSessions['begin']>>;

/** The fields that the client library reads from the URL's fragment. */
const sessionFields = (session: Session, kind: LinkKind) => ({
  access_token: session.access_token,
  expires_at: String(session.expires_at),
  expires_in: String(session.expires_in),
  refresh_token: session.refresh_token,
  token_type: session.token_type,
  type: kind,
});

const refusalFields = () => {
  const { errorCode, message } = linkExpired();
  return { error: 'access_denied', error_code: errorCode, error_description: message };
};

const fragmentOf = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

/** Sends links by email, and answers when they are followed. */
@ApiTags('accounts')
@Controller('auth/v1')
@UseFilters(AuthErrorsFilter)
export class EmailLinksController {
  constructor(
    private readonly links: EmailLinks,
    private readonly following: FollowLink,
    private readonly limits: AccountLimits,
    private readonly devices: AccountDevices,
  ) {}

  @Post('recover')
  @Takes(RecoveryCall)
  @Answers('Mails a link to reset a forgotten password.', { 200: EmptyAnswer })
  async recover(
    @Query('redirect_to') redirectTo: unknown,
    @Body() body: unknown,
    @Req() { ip }: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const recovery = readRecovery(body);
    await this.limits.mail({ address: ip, email: recovery.email }, response);
    this.links.sendRecovery({ ...recovery, redirectTo });
    return {};
  }

  @Post('resend')
  @Takes(ResendCall)
  @Answers('Mails another link to confirm an email address.', { 200: EmptyAnswer })
  async resend(
    @Query('redirect_to') redirectTo: unknown,
    @Body() body: unknown,
    @Req() { ip }: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const resend = readResend(body);
    await this.limits.mail({ address: ip, email: resend.email }, response);
    this.links.sendConfirmation({ ...resend, redirectTo });
    return {};
  }

  /** Some mail programs check links before the reader opens them; that must not use a link up. */
  @Head('verify')
  @AnswersDirectly('Lets mail programs check a link without using it up.', [200])
  @Header('Cache-Control', 'no-store')
  check() {}

  /** The address of mailed links. */
  @Get('verify')
  @AnswersDirectly('Redirects to the app, with the session, a code or the refusal in the URL.', [303])
  async follow(@Query() query: LinkQuery, @Req() request: AppRequest, @Res() response: Response) {
    await this.limits.link(request.ip, response);
    const kind = linkKindOf(query.type);
    const { token } = query;
    const from = { device: deviceOf(request), correlation: request.correlation };
    const followed = kind && typeof token === 'string' ? await this.following.follow({ kind, token, ...from }) : null;
    if (followed?.session) this.devices.remember(request, response, followed.session.user.email);
    const address = this.links.returnAddress(kind ?? 'recovery', query.redirect_to);
    if (followed?.code) address.searchParams.set('code', followed.code);
    else address.hash = fragmentOf(followed?.session && kind ? sessionFields(followed.session, kind) : refusalFields());
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.redirect(303, address.href);
  }

  @Post('verify')
  @Takes(LinkCall)
  @Answers('Begins a session with a mailed link.', { 200: AuthSession })
  async verify(@Body() body: unknown, @Req() request: AppRequest, @Res({ passthrough: true }) response: Response) {
    const link = readLink(body);
    await this.limits.link(request.ip, response);
    const from = { device: deviceOf(request), correlation: request.correlation };
    const followed = await this.following.follow({ ...link, sessionOnly: true, ...from });
    if (!followed?.session) throw linkExpired();
    this.devices.remember(request, response, followed.session.user.email);
    return followed.session;
  }
}
