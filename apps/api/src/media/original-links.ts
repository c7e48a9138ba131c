import { extname } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../kernel/clock.ts';
import type { Config } from '../config.ts';
import { derivedKey } from '../kernel/keys/derived-key.ts';
import { Macs } from '../kernel/keys/macs.ts';
import { configToken } from '../kernel/tokens.ts';

export const originalLinkLifetimeMs = 5 * 60 * 1000;
const nameCharactersMax = 100;

export interface OriginalLink {
  readonly key: string;
  /** What the browser saves it as. */
  readonly filename: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** Signed, expiring addresses of originals: who holds one may download, so it is given to the license's holder only. */
@Injectable()
export class OriginalLinks {
  readonly #macs: Macs;

  constructor(
    @Inject(configToken) config: Config,
    private readonly clock: Clock,
  ) {
    this.#macs = new Macs(config, (secret) => derivedKey(secret, 'original links'));
  }

  /**
   * An address on this origin that saves the original (`Media.original`) under the name, with its own extension.
   * @param until an instant after which nobody may have it; null where there is none
   */
  sign(key: string, name: string, until: string | null): string {
    const plainName = name
      .replace(/[\p{C}\s"\\/:*?<>|]+/gu, ' ')
      .trim()
      .slice(0, nameCharactersMax);
    const link: OriginalLink = {
      key,
      filename: `${plainName || 'original'}${extname(key)}`,
      expires: Math.min(
        this.clock.now().getTime() + originalLinkLifetimeMs,
        until === null ? Infinity : Date.parse(until),
      ),
    };
    const payload = Buffer.from(JSON.stringify(link)).toString('base64url');
    return `/media-originals/${payload}.${this.#macs.sign(payload).toString('base64url')}`;
  }

  /** How long it still holds, in whole seconds. */
  secondsLeft({ expires }: OriginalLink): number {
    return Math.max(1, Math.ceil((expires - this.clock.now().getTime()) / 1_000));
  }

  /** Null when the token was not signed here, or has expired. */
  verify(token: string): OriginalLink | null {
    const [payload = '', signature = ''] = token.split('.');
    if (!this.#macs.isSigned(payload, Buffer.from(signature, 'base64url'))) return null;
    const link = JSON.parse(Buffer.from(payload, 'base64url').toString()) as OriginalLink;
    return link.expires > this.clock.now().getTime() ? link : null;
  }
}
