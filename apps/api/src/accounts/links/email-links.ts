import { Inject, Injectable } from '@nestjs/common';
import type { LinkKind } from '@tessera/contract/accounts/auth-calls';
import { Outbox } from '../../adapters/mail/outbox.ts';
import type { Config } from '../../config.ts';
import { configToken } from '../../kernel/tokens.ts';
import { confirmationMail, recoveryMail } from '../account-mails.ts';
import { Accounts } from '../accounts.ts';
import type { Identity } from '../accounts.ts';
import { Credentials } from '../auth/credentials.ts';
import { OneTimeTokens } from './one-time-tokens.ts';
import { returnAddress } from './return-address.ts';

const defaultPaths = { recovery: '/auth/reset-password', signup: '/auth' } as const satisfies Record<LinkKind, string>;
const mails = { recovery: recoveryMail, signup: confirmationMail } as const;

/** A placeholder for an account: links for addresses without one are issued to it, and lead nowhere. */
const nobody = 'nobody';

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

  sendRecovery(request: LinkRequest) {
    this.outbox.post('a link to reset a password', () => this.#write('recovery', request, () => true));
  }

  /** Only sent if confirmation is required and still missing. */
  sendConfirmation(request: LinkRequest) {
    const isWaiting = ({ emailConfirmedAt }: Identity) =>
      this.config.requireEmailConfirmation && emailConfirmedAt === null;
    this.outbox.post('a link to confirm an address', () => this.#write('signup', request, isWaiting));
  }

  async #write(
    kind: LinkKind,
    { email, redirectTo, codeChallenge }: LinkRequest,
    isWanted: (identity: Identity) => boolean,
  ) {
    const credential = await this.credentials.find(email);
    const identity = await this.accounts.identity(credential?.account_id ?? nobody);
    const recipient = identity?.email && isWanted(identity) ? { ...identity, email: identity.email } : null;
    // Written even without an account: otherwise the time of the next request could tell whether there is one.
    const about: LinkAbout = { code_challenge: codeChallenge };
    const token = await this.tokens.issue(kind, recipient?.id ?? nobody, about);
    const url = new URL('/auth/v1/verify', this.config.publicUrl);
    url.search = new URLSearchParams({
      token,
      type: kind,
      redirect_to: this.returnAddress(kind, redirectTo).href,
    }).toString();
    return recipient && mails[kind](recipient.email, url.href);
  }
}
