import { Body, Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AuthSession, EmptyAnswer } from '@tessera/contract/accounts/auth';
import {
  LinkCall,
  LinkQuery,
  RecoveryCall,
  RedirectQuery,
  ResendCall,
  linkKinds,
} from '@tessera/contract/accounts/auth-calls';
import type { LinkKind } from '@tessera/contract/accounts/auth-calls';
import { isFilled } from '@tessera/contract/kernel/requests';
import type { Response } from 'express';
import { Answers, AnswersDirectly } from '../../http/description/answers.ts';
import { QueryParams } from '../../http/input/query-params.ts';
import { Refuses } from '../../http/description/refusals.ts';
import type { AppRequest } from '../../http/request.ts';
import { AuthErrorsFilter } from '../auth/auth-errors.filter.ts';
import { linkExpired, tooManyMails } from '../auth/auth-refused.ts';
import { CallPipe } from '../auth/call.pipe.ts';
import { AccountDevices } from '../devices/account-devices.ts';
import { deviceOf } from '../devices/device-of.ts';
import { EmailLinks } from './email-links.ts';
import { FollowLink } from './follow-link.ts';
import { AccountLimits } from '../auth/limits.ts';
import type { UserSessions } from '../sessions/user-sessions.ts';

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

/** The token of a mailed link, either alone or with the address that the link was mailed to. */
const linkOf = ({ type: kind, token_hash, token, email }: LinkCall) =>
  isFilled(token_hash) ? { kind, token: token_hash } : { kind, token: token ?? '', email: email ?? '' };

const fragmentOf = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

/** Where a token is in the address, no cache may keep it and no page may learn it. */
const redirect = (response: Response, address: URL) => {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.redirect(303, address.href);
};

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
  @Refuses(tooManyMails(60))
  @Answers('Mails a link to reset a forgotten password.', { 200: EmptyAnswer })
  async recover(
    @QueryParams(RedirectQuery) { redirect_to: redirectTo }: RedirectQuery,
    @Body(new CallPipe(RecoveryCall)) { email, code_challenge }: RecoveryCall,
    @Req() { ip }: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.limits.mail({ address: ip, email }, response);
    await this.links.sendRecovery({ email, redirectTo, codeChallenge: code_challenge ?? null });
    return {};
  }

  @Post('resend')
  @Refuses(tooManyMails(60))
  @Answers('Mails another link to confirm an email address.', { 200: EmptyAnswer })
  async resend(
    @QueryParams(RedirectQuery) { redirect_to: redirectTo }: RedirectQuery,
    @Body(new CallPipe(ResendCall)) { email, code_challenge }: ResendCall,
    @Req() { ip }: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.limits.mail({ address: ip, email }, response);
    await this.links.sendConfirmation({ email, redirectTo, codeChallenge: code_challenge ?? null });
    return {};
  }

  /** The address of mailed links. Mail scanners open them before their reader does, so this neither reads nor uses a token. */
  @Get('verify')
  @AnswersDirectly('Redirects to the page that asks to press a button. Uses nothing up.', [303])
  ask(@QueryParams(LinkQuery) { type, token, redirect_to }: LinkQuery, @Res() response: Response) {
    const kind = linkKinds.find((known) => known === type);
    if (kind && typeof token === 'string') redirect(response, this.links.pressAddress(kind, token, redirect_to));
    else redirect(response, this.refusedAddress(kind, redirect_to));
  }

  /** What the page's button sends, as a form that the browser follows. */
  @Post('follow')
  @Refuses('too_many_requests')
  @AnswersDirectly('Redirects to the app, with the session, a code or the refusal in the URL.', [303])
  async follow(
    @QueryParams(LinkQuery) { type, token, redirect_to }: LinkQuery,
    @Req() request: AppRequest,
    @Res() response: Response,
  ) {
    await this.limits.link(request.ip, response);
    const kind = linkKinds.find((known) => known === type);
    const from = { device: deviceOf(request), correlation: request.correlation };
    const followed = kind && typeof token === 'string' ? await this.following.follow({ kind, token, ...from }) : null;
    if (followed?.session) this.devices.remember(request, response, followed.session.user.email);
    const address = this.refusedAddress(kind, redirect_to);
    if (followed?.session && kind) address.hash = fragmentOf(sessionFields(followed.session, kind));
    if (followed?.code) {
      address.hash = '';
      address.searchParams.set('code', followed.code);
    }
    redirect(response, address);
  }

  @Post('verify')
  @Refuses(linkExpired(), 'too_many_requests')
  @Answers('Begins a session with a mailed link.', { 200: AuthSession })
  async verify(
    @Body(new CallPipe(LinkCall)) call: LinkCall,
    @Req() request: AppRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const link = linkOf(call);
    await this.limits.link(request.ip, response);
    const from = { device: deviceOf(request), correlation: request.correlation };
    const followed = await this.following.follow({ ...link, sessionOnly: true, ...from });
    if (!followed?.session) throw linkExpired();
    this.devices.remember(request, response, followed.session.user.email);
    return followed.session;
  }

  private refusedAddress(kind: LinkKind | undefined, redirectTo: unknown): URL {
    const address = this.links.returnAddress(kind ?? 'recovery', redirectTo);
    address.hash = fragmentOf(refusalFields());
    return address;
  }
}
