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

/** What the client library takes from the address. */
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

const inHash = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

/** Links that are mailed, and what they open. */
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
  @Answers('Mails a link by which a forgotten password is replaced.', { 200: EmptyAnswer })
  async recover(
    @Query('redirect_to') redirectTo: unknown,
    @Body() body: unknown,
    @Req() { ip }: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const asked = readRecovery(body);
    await this.limits.mail({ address: ip, email: asked.email }, response);
    this.links.sendRecovery({ ...asked, redirectTo });
    return {};
  }

  @Post('resend')
  @Takes(ResendCall)
  @Answers('Mails the link that confirms an address once more.', { 200: EmptyAnswer })
  async resend(
    @Query('redirect_to') redirectTo: unknown,
    @Body() body: unknown,
    @Req() { ip }: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const asked = readResend(body);
    await this.limits.mail({ address: ip, email: asked.email }, response);
    this.links.sendConfirmation({ ...asked, redirectTo });
    return {};
  }

  /** Some mail programs look at a link before its reader does; that must not use it up. */
  @Head('verify')
  @AnswersDirectly('Lets a mail program look at a link, without using it up.', [200])
  @Header('Cache-Control', 'no-store')
  look() {}

  /** What a mailed link opens: it leads back to the app, with the session or the refusal in the address. */
  @Get('verify')
  @AnswersDirectly('Leads back to the app, with the session or the refusal in the address.', [303])
  async follow(@Query() query: LinkQuery, @Req() request: AppRequest, @Res() response: Response) {
    await this.limits.link(request.ip, response);
    const kind = linkKindOf(query.type);
    const { token } = query;
    const from = { device: deviceOf(request), correlation: request.correlation };
    const followed = kind && typeof token === 'string' ? await this.following.follow({ kind, token, ...from }) : null;
    if (followed?.session) this.devices.remember(request, response, followed.session.user.email);
    const address = this.links.returnAddress(kind ?? 'recovery', query.redirect_to);
    if (followed?.code) address.searchParams.set('code', followed.code);
    else address.hash = inHash(followed?.session && kind ? sessionFields(followed.session, kind) : refusalFields());
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.redirect(303, address.href);
  }

  @Post('verify')
  @Takes(LinkCall)
  @Answers('Begins a session by a mailed link.', { 200: AuthSession })
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
