import { Injectable } from '@nestjs/common';
import { wrongPassword } from '@tessera/domain/accounts/access/identity-failures';
import type { OwnPasswordForm } from '@tessera/domain/accounts/access/second-factor-forms';
import { codeNeeded } from '@tessera/domain/accounts/access/identity-failures';
import { notFound } from '@tessera/domain/failures';
import type { Response } from 'express';
import { Passwords } from '../../adapters/passwords.ts';
import { Refused } from '../../kernel/refused.ts';
import { Accounts } from '../accounts.ts';
import type { Identity } from '../accounts.ts';
import { Credentials } from '../auth/credentials.ts';
import { AccountLimits } from '../auth/limits.ts';
import { Factors } from '../second-factor/factors.ts';
import { failureOf, passkeyRefusals } from '../second-factor/refusals.ts';

/** What `ConfirmOwner` refuses with. */
export const ownerRefusals = [
  ...passkeyRefusals,
  'not_found',
  'wrong_password',
  'code_needed',
  'wrong_code',
  'passkey_challenge_over',
] as const;

interface OwnerCheck {
  readonly accountId: string;
  /** The session in which a passkey's challenge must have been issued. */
  readonly sessionId: string;
  /** The password, and a code or passkey if the account has a second factor. */
  readonly proof: OwnPasswordForm;
  readonly address: string | undefined;
}

/**
 * Asks someone who is signed in to confirm that they own the account, with the password and, if there is a second factor,
 * a code or passkey. A session alone may be an unattended screen.
 */
@Injectable()
export class ConfirmOwner {
  constructor(
    private readonly accounts: Accounts,
    private readonly credentials: Credentials,
    private readonly passwords: Passwords,
    private readonly factors: Factors,
    private readonly limits: AccountLimits,
  ) {}

  /** Returns the account's identity. @throws Refused for a wrong password, code or passkey, and after too many of them */
  async check(
    { accountId, sessionId, proof, address }: OwnerCheck,
    response: Response,
  ): Promise<Identity & { readonly email: string }> {
    const identity = await this.accounts.identity(accountId);
    if (!identity?.email) throw new Refused(notFound());
    const { email } = identity;
    await this.limits.ownPassword({ address, accountId }, response);
    const credential = await this.credentials.find(email);
    if (!(await this.passwords.matches(credential?.password_hash ?? null, proof.password))) {
      throw new Refused(wrongPassword({ fields: { password: wrongPassword().message } }));
    }
    if (await this.factors.isOn(accountId)) await this.#checkSecondFactor(accountId, sessionId, proof);
    return { ...identity, email };
  }

  async #checkSecondFactor(accountId: string, sessionId: string, { code, passkey }: OwnPasswordForm) {
    if (passkey) {
      const where = { factorId: passkey.factor_id, challengeId: passkey.challenge_id, sessionId };
      const result = await this.factors.verifyPasskey(accountId, where, passkey.credential_response);
      if ('refused' in result) throw new Refused(failureOf(result));
      return;
    }
    if (!code) throw new Refused(codeNeeded({ fields: { code: codeNeeded().message } }));
    const result = await this.factors.verify(accountId, { kind: 'any', code });
    if (!('refused' in result)) return;
    const failure = failureOf(result);
    throw new Refused({ ...failure, fields: { code: failure.message } });
  }
}
