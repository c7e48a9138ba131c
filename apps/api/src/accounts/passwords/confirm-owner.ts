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
import { failureOf } from '../second-factor/refusals.ts';

interface PasswordCheck {
  readonly accountId: string;
  /** The one that a passkey must have been asked in. */
  readonly sessionId: string;
  /** An account without a second factor needs neither code nor passkey. */
  readonly owner: OwnPasswordForm;
  readonly address: string | undefined;
}

/**
 * What opens the account, requested once more of someone who is signed in: the password, and a code or a passkey
 * where there is a second factor. A session alone may be a screen left open.
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

  /** Answers whose it is. @throws Refused for a wrong one, and after too many */
  async check(
    { accountId, sessionId, owner, address }: PasswordCheck,
    response: Response,
  ): Promise<Identity & { readonly email: string }> {
    const identity = await this.accounts.identity(accountId);
    if (!identity?.email) throw new Refused(notFound());
    const { email } = identity;
    await this.limits.ownPassword({ address, accountId }, response);
    const credential = await this.credentials.find(email);
    if (!(await this.passwords.matches(credential?.password_hash ?? null, owner.password))) {
      throw new Refused(wrongPassword({ fields: { password: wrongPassword().message } }));
    }
    if (await this.factors.isOn(accountId)) await this.#checkSecondFactor(accountId, sessionId, owner);
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
