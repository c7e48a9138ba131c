import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { LinkKind } from '@tessera/contract/accounts/auth-calls';
import { account } from '@tessera/domain/accounts/account';
import { isSameAddress } from '@tessera/domain/accounts/email-address';
import type { Device } from '@tessera/domain/accounts/access/device';
import { Dispatch } from '../../kernel/commands/dispatch.ts';
import { Accounts } from '../accounts.ts';
import { badCodeVerifier, codeNotFound } from '../auth/auth-refused.ts';
import type { LinkAbout } from './email-links.ts';
import { OneTimeTokens } from './one-time-tokens.ts';
import type { SignInMethod } from '../sessions/session-record.ts';
import { UserSessions } from '../sessions/user-sessions.ts';

const methods = { recovery: 'recovery', signup: 'otp' } as const satisfies Record<LinkKind, SignInMethod>;

interface CodeAbout {
  readonly code_challenge: string;
  readonly method: SignInMethod;
}

export interface LinkToFollow {
  readonly kind: LinkKind;
  readonly token: string;
  /** The address that the link must have been mailed to, if the caller names it. */
  readonly email?: string;
  /** Don't use up a link that was requested with a challenge: it gives a code, never a session. */
  readonly sessionOnly?: boolean;
  /** The device on which the link is followed. */
  readonly device: Device;
  readonly correlation: string;
}

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

/** Exchanges mailed links for sessions, or for a code that only the browser that requested the link can exchange for one. */
@Injectable()
export class FollowLink {
  constructor(
    private readonly tokens: OneTimeTokens,
    private readonly accounts: Accounts,
    private readonly userSessions: UserSessions,
    private readonly commands: CommandBus,
  ) {}

  /**
   * Uses the link up. Null if it is unknown, used, replaced or too old, was mailed to another address, or its account is
   * gone; with `sessionOnly`, also if it was requested with a challenge.
   */
  async follow({ kind, token, email, sessionOnly = false, device, correlation }: LinkToFollow) {
    const fits = ({ about }: { about: LinkAbout }) => !sessionOnly || about.code_challenge === null;
    const used = await this.tokens.use<LinkAbout>(kind, token, fits);
    const before = used && (await this.accounts.identity(used.accountId));
    if (!used || !before?.email || (email !== undefined && !isSameAddress(email, before.email))) return null;
    const { accountId } = used;
    // Following any link proves that the address is theirs, so a reset confirms it as well.
    const metadata = { actor: accountId, correlation, causation: null };
    await this.commands.execute(new Dispatch(account, accountId, { kind: 'confirm-email' }, metadata));
    const { code_challenge } = used.about;
    const method = methods[kind];
    if (code_challenge === null) {
      const identity = await this.userSessions.identity(accountId);
      return { session: await this.userSessions.begin(identity, method, device), code: null };
    }
    const about: CodeAbout = { code_challenge, method };
    return { session: null, code: await this.tokens.issue('code', accountId, about) };
  }

  /** @throws AuthRefused */
  async exchange(code: string, verifier: string, device: Device) {
    let known = false;
    const used = await this.tokens.use<CodeAbout>('code', code, ({ about }) => {
      known = true;
      return about.code_challenge === challengeOf(verifier);
    });
    if (!used) throw known ? badCodeVerifier() : codeNotFound();
    const identity = await this.userSessions.identity(used.accountId);
    return this.userSessions.begin(identity, used.about.method, device);
  }
}
