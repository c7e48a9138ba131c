import { Injectable } from '@nestjs/common';
import { wrongPassword } from '@tessera/domain/accounts/account';
import { notFound } from '@tessera/domain/failures';
import type { Response } from 'express';
import { Passwords } from '../adapters/passwords.ts';
import { Refused } from '../kernel/refused.ts';
import { Accounts } from './accounts.ts';
import type { Identity } from './accounts.ts';
import { Credentials } from './credentials.ts';
import { AccountLimits } from './limits.ts';

interface PasswordCheck {
  readonly accountId: string;
  readonly password: string;
  readonly address: string | undefined;
}

/** The password of somebody who is signed in, asked for once more: a session alone may be a screen left open. */
@Injectable()
export class OwnPassword {
  constructor(
    private readonly accounts: Accounts,
    private readonly credentials: Credentials,
    private readonly passwords: Passwords,
    private readonly limits: AccountLimits,
  ) {}

  /** Answers whose it is. @throws Refused for a wrong one, and after too many */
  async check(
    { accountId, password, address }: PasswordCheck,
    response: Response,
  ): Promise<Identity & { readonly email: string }> {
    const identity = await this.accounts.identity(accountId);
    if (!identity?.email) throw new Refused(notFound());
    const { email } = identity;
    await this.limits.ownPassword({ address, accountId }, response);
    const credential = await this.credentials.find(email);
    if (await this.passwords.matches(credential?.password_hash ?? null, password)) return { ...identity, email };
    const { message } = wrongPassword();
    throw new Refused(wrongPassword({ fields: { password: message } }));
  }
}
