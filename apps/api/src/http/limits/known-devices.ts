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

const textOf = (account: string, what: string) => JSON.stringify([account, what]);

/**
 * Browsers from which somebody has signed in to an account. Each account has a cookie of its own there, signed, so that
 * nobody makes one for an account whose password he does not know; it opens nothing, and names nobody.
 */
@Injectable()
export class KnownDevices {
  readonly #macs: Macs;
  readonly #secure: boolean;

  constructor(@Inject(configToken) config: Config) {
    this.#macs = new Macs(config, (secret) => derivedKey(secret, 'known devices'));
    this.#secure = config.publicUrl.startsWith('https:');
  }

  /** The device's id; null where nobody has signed in to this account before. */
  of({ headers }: Pick<Request, 'headers'>, account: string): string | null {
    const cookies = new Map((headers.cookie ?? '').split('; ').map((each) => each.split('=', 2) as [string, string]));
    const [value = ''] = this.#namesFor(account).flatMap((name) => cookies.get(name) ?? []);
    const [id = '', signature = ''] = value.split('.');
    return this.#macs.isSigned(textOf(account, id), Buffer.from(signature, 'base64url')) ? id : null;
  }

  /** @param path below which the cookie is sent back */
  remember(request: Pick<Request, 'headers'>, response: Response, account: string, path: string) {
    const id = this.of(request, account) ?? randomBytes(idBytes).toString('base64url');
    const value = `${id}.${this.#macs.sign(textOf(account, id)).toString('base64url')}`;
    const secure = this.#secure;
    response.cookie(this.#namesFor(account)[0]!, value, {
      path,
      secure,
      httpOnly: true,
      sameSite: 'strict',
      maxAge: keptMs,
    });
  }

  /** The one under which it is kept first, then those from before the secret was changed. */
  #namesFor(account: string) {
    const macs = this.#macs.all(textOf(account, 'name'));
    return macs.map((mac) => `device_${mac.toString('hex').slice(0, nameCharacters)}`);
  }
}
