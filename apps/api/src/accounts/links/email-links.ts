import { Inject, Injectable } from '@nestjs/common';
import type { LinkKind } from '@tessera/contract/accounts/auth-calls';
import { isSameAddress } from '@tessera/domain/accounts/email-address';
import type { Mail } from '../../adapters/mail/port.ts';
import type { Config } from '../../config.ts';
import { Clock } from '../../kernel/clock.ts';
import { configToken } from '../../kernel/tokens.ts';
import { MailRequests } from '../../mails/public.ts';
import type { MailRequest } from '../../mails/public.ts';
import { confirmationMail, recoveryMail, welcomeMail } from '../account-mails.ts';
import { Accounts } from '../accounts.ts';
import type { Identity } from '../accounts.ts';
import { asksToConfirm } from '../email/asks-to-confirm.ts';
import { Credentials } from '../auth/credentials.ts';
import { OneTimeTokens, newSecret, tokenLifeMs, tokenOf } from './one-time-tokens.ts';
import { returnAddress } from './return-address.ts';

const defaultPaths = { recovery: '/auth/reset-password', signup: '/auth' } as const satisfies Record<LinkKind, string>;
const pressPath = '/auth/link';

const linkFields = (kind: LinkKind, token: string, returnTo: URL) =>
  new URLSearchParams({ token, type: kind, redirect_to: returnTo.href }).toString();

/** A placeholder for an account: links for addresses without one are issued to it, and lead nowhere. */
const nobody = 'nobody';

type Recipient = Identity & { readonly email: string };

/** How long a link that was requested by signing up waits for its account. */
const openingMaxMs = 2 * 60_000;

export interface LinkRequest {
  readonly email: string;
  /** As the request sent it, unchecked. */
  readonly redirectTo: unknown;
  /** The SHA-256 of a secret that the requesting browser keeps; if set, the link gives it a code instead of a session. */
  readonly codeChallenge: string | null;
}

/** What is stored with a link. */
export interface LinkAbout {
  readonly code_challenge: string | null;
}

interface LinkMail extends LinkRequest {
  readonly secret: string;
  /** The account that is being opened, if that is why the link is mailed. */
  readonly opening?: string;
}

/**
 * Emails links that begin sessions. Callers can't tell whether anything is mailed: whether there is an account is found
 * out when the email is written.
 */
@Injectable()
export class EmailLinks {
  constructor(
    private readonly accounts: Accounts,
    private readonly credentials: Credentials,
    private readonly tokens: OneTimeTokens,
    private readonly clock: Clock,
    private readonly mails: MailRequests,
    @Inject(configToken) private readonly config: Config,
  ) {
    mails.register<LinkMail>('recovery', {
      usefulForMs: tokenLifeMs.recovery,
      write: (request) => this.#write('recovery', request, () => true),
    });
    mails.register<LinkMail>('signup', {
      usefulForMs: tokenLifeMs.signup,
      write: (request) => this.#write('signup', request, ({ emailConfirmedAt }) => emailConfirmedAt === null),
    });
  }

  /** Where a link of this kind finally leads. */
  returnAddress(kind: LinkKind, requested: unknown): URL {
    return returnAddress(this.config.publicUrl, requested, defaultPaths[kind]);
  }

  /** The page whose button follows the link. The token is in the fragment, which browsers send to nobody. */
  pressAddress(kind: LinkKind, token: string, requested: unknown): URL {
    const address = new URL(pressPath, this.config.publicUrl);
    address.hash = linkFields(kind, token, this.returnAddress(kind, requested));
    return address;
  }

  async sendRecovery(request: LinkRequest): Promise<void> {
    await this.#request('recovery', { ...request, secret: newSecret() });
  }

  /**
   * Only sent if the address isn't confirmed yet, and there is a reason to confirm it.
   * @param opening the account that is about to be opened; the email waits for it
   */
  async sendConfirmation(request: LinkRequest, opening?: string): Promise<void> {
    const isAsked = this.config.requireEmailConfirmation || asksToConfirm(this.config);
    if (isAsked) await this.#request('signup', { ...request, secret: newSecret(), ...(opening && { opening }) });
  }

  async #request(kind: LinkKind, mail: LinkMail) {
    await this.mails.add(this.mails.newId(kind), mail);
  }

  async #write(
    kind: LinkKind,
    { id, facts, isIssued, atMs }: MailRequest<LinkMail>,
    isWanted: (identity: Identity) => boolean,
  ): Promise<Mail | 'nobody' | null> {
    const { email, redirectTo, codeChallenge, secret, opening } = facts;
    const holder = (await this.credentials.find(email))?.account_id ?? nobody;
    const identity = await this.accounts.identity(opening ?? holder);
    if (opening === holder && !identity) return this.clock.now().getTime() < atMs + openingMaxMs ? null : 'nobody';
    const isOwn = identity?.email && isSameAddress(identity.email, email);
    const recipient = isOwn && isWanted(identity) ? { ...identity, email: identity.email } : null;
    if (!isIssued) {
      // Written even without an account: otherwise the time of the next request could tell whether there is one.
      const about: LinkAbout = { code_challenge: codeChallenge };
      await this.tokens.issue(kind, recipient?.id ?? nobody, about, secret);
      await this.mails.markIssued(id);
    }
    if (!recipient) return 'nobody';
    const url = new URL('/auth/v1/verify', this.config.publicUrl);
    url.search = linkFields(kind, tokenOf(recipient.id, secret), this.returnAddress(kind, redirectTo));
    return this.#mailOf(kind, recipient, url.href);
  }

  #mailOf(kind: LinkKind, { email, role }: Recipient, url: string): Mail {
    if (kind === 'recovery') return recoveryMail(email, url);
    return this.config.requireEmailConfirmation ? confirmationMail(email, url) : welcomeMail(email, url, role);
  }
}
