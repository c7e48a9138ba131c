import { Inject, Injectable } from '@nestjs/common';
import { Outbox } from '../../adapters/mail/outbox.ts';
import type { Config } from '../../config.ts';
import { configToken } from '../../kernel/tokens.ts';
import { confirmationMail, recoveryMail } from '../account-mails.ts';
import { Accounts } from '../accounts.ts';
import type { Identity } from '../accounts.ts';
import { Credentials } from '../auth/credentials.ts';
import { OneTimeTokens } from './one-time-tokens.ts';
import { returnAddress } from './return-address.ts';

export const linkKinds = ['recovery', 'signup'] as const;
export type LinkKind = (typeof linkKinds)[number];

const standardPaths = { recovery: '/auth/reset-password', signup: '/auth' } as const satisfies Record<LinkKind, string>;
const mails = { recovery: recoveryMail, signup: confirmationMail } as const;

/** Has no account: a link for an address that nobody signed up with is issued to it, and goes nowhere. */
const nobody = 'nobody';

export interface LinkRequest {
  readonly email: string;
  /** As the request named it. */
  readonly redirectTo: unknown;
  /** The SHA-256 of a secret that the asking browser keeps; then the link gives it a code instead of a session. */
  readonly codeChallenge: string | null;
}

/** What is remembered with a link. */
export interface LinkAbout {
  readonly code_challenge: string | null;
}

/** Emails links that open accounts. Whether there was anything to mail, nobody who asks can tell: see `Outbox`. */
@Injectable()
export class EmailLinks {
  constructor(
    private readonly accounts: Accounts,
    private readonly credentials: Credentials,
    private readonly tokens: OneTimeTokens,
    private readonly outbox: Outbox,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /** Where the link of a kind leads in the end. */
  returnAddress(kind: LinkKind, asked: unknown): URL {
    return returnAddress(this.config.publicUrl, asked, standardPaths[kind]);
  }

  sendRecovery(request: LinkRequest) {
    this.outbox.post('a link to reset a password', () => this.#write('recovery', request, () => true));
  }

  /** To whoever has not confirmed the address yet, where that is requested. */
  sendConfirmation(request: LinkRequest) {
    const isWaiting = ({ emailConfirmedAt }: Identity) =>
      this.config.requireEmailConfirmation && emailConfirmedAt === null;
    this.outbox.post('a link to confirm an address', () => this.#write('signup', request, isWaiting));
  }

  async #write(kind: LinkKind, { email, redirectTo, codeChallenge }: LinkRequest, wants: (who: Identity) => boolean) {
    const credential = await this.credentials.find(email);
    const identity = await this.accounts.identity(credential?.account_id ?? nobody);
    const reader = identity?.email && wants(identity) ? { ...identity, email: identity.email } : null;
    // Also for nobody: a write takes the process's time, which the next request could measure.
    const about: LinkAbout = { code_challenge: codeChallenge };
    const token = await this.tokens.issue(kind, reader?.id ?? nobody, about);
    const url = new URL('/auth/v1/verify', this.config.publicUrl);
    url.search = new URLSearchParams({
      token,
      type: kind,
      redirect_to: this.returnAddress(kind, redirectTo).href,
    }).toString();
    return reader && mails[kind](reader.email, url.href);
  }
}
