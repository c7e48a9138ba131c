import { Injectable } from '@nestjs/common';
import { codeNeeded, tooManyWrongCodes, wrongCode, wrongPassword } from '@tessera/domain/accounts/account';
import { notFound } from '@tessera/domain/failures';
import type { Response } from 'express';
import { Passwords } from '../adapters/passwords.ts';
import { Refused } from '../kernel/refused.ts';
import { Accounts } from './accounts.ts';
import type { Identity } from './accounts.ts';
import { Credentials } from './credentials.ts';
import { AccountLimits } from './limits.ts';
import { Factors } from './second-factor/factors.ts';

interface PasswordCheck {
  readonly accountId: string;
  readonly password: string;
  /** Of the authenticator app, or a recovery code; an account without a second factor needs none. */
  readonly code: string | undefined;
  readonly address: string | undefined;
}

/**
 * What opens the account, asked for once more of somebody who is signed in: the password, and a code where there is a
 * second factor. A session alone may be a screen left open.
 */
@Injectable()
export class OwnPassword {
  constructor(
    private readonly accounts: Accounts,
    private readonly credentials: Credentials,
    private readonly passwords: Passwords,
    private readonly factors: Factors,
    private readonly limits: AccountLimits,
  ) {}

  /** Answers whose it is. @throws Refused for a wrong one, and after too many */
  async check(
    { accountId, password, code, address }: PasswordCheck,
    response: Response,
  ): Promise<Identity & { readonly email: string }> {
    const identity = await this.accounts.identity(accountId);
    if (!identity?.email) throw new Refused(notFound());
    const { email } = identity;
    await this.limits.ownPassword({ address, accountId }, response);
    const credential = await this.credentials.find(email);
    if (!(await this.passwords.matches(credential?.password_hash ?? null, password))) {
      throw new Refused(wrongPassword({ fields: { password: wrongPassword().message } }));
    }
    if (await this.factors.isOn(accountId)) await this.#checkCode(accountId, code);
    return { ...identity, email };
  }

  async #checkCode(accountId: string, code: string | undefined) {
    if (!code) throw new Refused(codeNeeded({ fields: { code: codeNeeded().message } }));
    const taken = await this.factors.take(accountId, { kind: 'any', code });
    if (!('refused' in taken)) return;
    const failure = taken.refused === 'paused' ? tooManyWrongCodes : wrongCode;
    throw new Refused(failure({ fields: { code: failure().message } }));
  }
}
