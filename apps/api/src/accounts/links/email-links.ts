import { Inject, Injectable } from '@nestjs/common';
import type { LinkKind } from '@tessera/contract/accounts/auth-calls';
import { isSameAddress } from '@tessera/domain/accounts/email-address';
import { Outbox } from '../../adapters/mail/outbox.ts';
import type { Mail } from '../../adapters/mail/port.ts';
import type { Config } from '../../config.ts';
import { configToken } from '../../kernel/tokens.ts';
import { confirmationMail, recoveryMail, welcomeMail } from '../account-mails.ts';
import { Accounts } from '../accounts.ts';
import type { Identity } from '../accounts.ts';
import { asksToConfirm } from '../email/asks-to-confirm.ts';
import { Credentials } from '../auth/credentials.ts';
import { OneTimeTokens } from './one-time-tokens.ts';
import { returnAddress } from './return-address.ts';

const defaultPaths = { recovery: '/auth/reset-password', signup: '/auth' } as const satisfies Record<LinkKind, string>;
const pressPath = '/auth/link';

const linkFields = (kind: LinkKind, token: string, returnTo: URL) =>
  new URLSearchParams({ token, type: kind, redirect_to: returnTo.href }).toString();

/** A placeholder for an account: links for addresses without one are issued to it, and lead nowhere. */
const nobody = 'nobody';

type Recipient = Identity & { readonly email: string };

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

/** Emails links that begin sessions. Callers can't tell whether anything was mailed: see `Outbox`. */
@Injectable()
export class EmailLinks {
  constructor(
    private readonly accounts: Accounts,
    private readonly credentials: Credentials,
    private readonly tokens: OneTimeTokens,
    private readonly outbox: Outbox,
    @Inject(configToken) private readonly config: Config,
  ) {}

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

  sendRecovery(request: LinkRequest) {
    this.outbox.post('a link to reset a password', () => this.#write('recovery', request, () => true));
  }

  /** Only sent if the address isn't confirmed yet, and there is a reason to confirm it. */
  sendConfirmation(request: LinkRequest) {
    const isWaiting = ({ emailConfirmedAt }: Identity) =>
      (this.config.requireEmailConfirmation || asksToConfirm(this.config)) && emailConfirmedAt === null;
    this.outbox.post('a link to confirm an address', () => this.#write('signup', request, isWaiting));
  }

  async #write(
    kind: LinkKind,
    { email, redirectTo, codeChallenge }: LinkRequest,
    isWanted: (identity: Identity) => boolean,
  ) {
    const credential = await this.credentials.find(email);
    const identity = await this.accounts.identity(credential?.account_id ?? nobody);
    const isOwn = identity?.email && isSameAddress(identity.email, email);
    const recipient = isOwn && isWanted(identity) ? { ...identity, email: identity.email } : null;
    // Written even without an account: otherwise the time of the next request could tell whether there is one.
    const about: LinkAbout = { code_challenge: codeChallenge };
    const token = await this.tokens.issue(kind, recipient?.id ?? nobody, about);
    const url = new URL('/auth/v1/verify', this.config.publicUrl);
    url.search = linkFields(kind, token, this.returnAddress(kind, redirectTo));
    return recipient && this.#mailOf(kind, recipient, url.href);
  }

  #mailOf(kind: LinkKind, { email, role }: Recipient, url: string): Mail {
    if (kind === 'recovery') return recoveryMail(email, url);
    return this.config.requireEmailConfirmation ? confirmationMail(email, url) : welcomeMail(email, url, role);
  }
}
