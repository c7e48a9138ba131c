import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Config } from '../config.ts';
import { configToken } from '../kernel/tokens.ts';

const keyBytes = 32;
const idBytes = 16;
const keptMs = 180 * 24 * 3_600_000;
const nameCharacters = 16;

/**
 * Browsers from which somebody has signed in to an account. Each account has a cookie of its own there, signed, so that
 * nobody makes one for an account whose password he does not know; it opens nothing, and names nobody.
 */
@Injectable()
export class KnownDevices {
  readonly #key: Buffer;
  readonly #secure: boolean;

  constructor(@Inject(configToken) { jwtSecret, publicUrl }: Config) {
    this.#key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'tessera known devices', keyBytes));
    this.#secure = publicUrl.startsWith('https:');
  }

  /** The device's id; null where nobody has signed in to this account before. */
  of({ headers }: Pick<Request, 'headers'>, account: string): string | null {
    const start = `${this.#nameFor(account)}=`;
    const cookie = (headers.cookie ?? '').split('; ').find((each) => each.startsWith(start));
    const [id = '', signature = ''] = cookie?.slice(start.length).split('.') ?? [];
    const [given, expected] = [Buffer.from(signature, 'base64url'), this.#sign(account, id)];
    return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
  }

  /** @param path below which the cookie is sent back */
  remember(request: Pick<Request, 'headers'>, response: Response, account: string, path: string) {
    const id = this.of(request, account) ?? randomBytes(idBytes).toString('base64url');
    const value = `${id}.${this.#sign(account, id).toString('base64url')}`;
    const secure = this.#secure;
    response.cookie(this.#nameFor(account), value, {
      path,
      secure,
      httpOnly: true,
      sameSite: 'strict',
      maxAge: keptMs,
    });
  }

  #nameFor(account: string) {
    return `device_${this.#sign(account, 'name').toString('hex').slice(0, nameCharacters)}`;
  }

  #sign(account: string, what: string) {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([account, what]))
      .digest();
  }
}
