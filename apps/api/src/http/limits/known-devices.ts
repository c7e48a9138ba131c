import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Config } from '../../config.ts';
import { derivedKey } from '../../kernel/keys/derived-key.ts';
import { Macs } from '../../kernel/keys/macs.ts';
import { configToken } from '../../kernel/tokens.ts';

const idBytes = 16;
const keptMs = 180 * 24 * 3_600_000;
const nameCharacters = 16;

const signedText = (account: string, value: string) => JSON.stringify([account, value]);

/**
 * Browsers that have signed in to an account. Each account has its own cookie there, which is signed, so that nobody can
 * make one for an account whose password they don't know. It grants no access, and doesn't reveal the account.
 */
@Injectable()
export class KnownDevices {
  readonly #macs: Macs;
  readonly #secure: boolean;

  constructor(@Inject(configToken) config: Config) {
    this.#macs = new Macs(config, (secret) => derivedKey(secret, 'known devices'));
    this.#secure = config.publicUrl.startsWith('https:');
  }

  /** The device's id; null if nobody has signed in to this account on it. */
  of({ headers }: Pick<Request, 'headers'>, account: string): string | null {
    const cookies = new Map((headers.cookie ?? '').split('; ').map((each) => each.split('=', 2) as [string, string]));
    const [value = ''] = this.#namesFor(account).flatMap((name) => cookies.get(name) ?? []);
    const [id = '', signature = ''] = value.split('.');
    return this.#macs.isSigned(signedText(account, id), Buffer.from(signature, 'base64url')) ? id : null;
  }

  /** @param path the path under which browsers send the cookie back */
  remember(request: Pick<Request, 'headers'>, response: Response, account: string, path: string) {
    const id = this.of(request, account) ?? randomBytes(idBytes).toString('base64url');
    const value = `${id}.${this.#macs.sign(signedText(account, id)).toString('base64url')}`;
    const secure = this.#secure;
    response.cookie(this.#namesFor(account)[0]!, value, {
      path,
      secure,
      httpOnly: true,
      sameSite: 'strict',
      maxAge: keptMs,
    });
  }

  /** The cookie's current name, then the names it had under former secrets. */
  #namesFor(account: string) {
    const macs = this.#macs.all(signedText(account, 'name'));
    return macs.map((mac) => `device_${mac.toString('hex').slice(0, nameCharacters)}`);
  }
}
