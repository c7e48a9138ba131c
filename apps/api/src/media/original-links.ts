import { extname } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../kernel/clock.ts';
import type { Config } from '../config.ts';
import { SignedLinks } from '../kernel/keys/signed-links.ts';
import type { Signed } from '../kernel/keys/signed-links.ts';
import { configToken } from '../kernel/tokens.ts';

const nameCharactersMax = 100;

/** What an original is saved as (`key` of `Media.original`): what its item is called, with its own extension. */
export const originalFilename = (key: string, name: string): string => {
  const plainName = name
    .replace(/[\p{C}\s"\\/:*?<>|]+/gu, ' ')
    .trim()
    .slice(0, nameCharactersMax);
  return `${plainName || 'original'}${extname(key)}`;
};

/** An original that somebody licensed. */
interface Licensed {
  /** `Media.original`. */
  readonly key: string;
  /** What its item is called. */
  readonly name: string;
  readonly license_id: string;
}

export type OriginalLink = Signed<{
  readonly key: string;
  /** What the browser saves it as. */
  readonly filename: string;
  /** What it is downloaded by. */
  readonly license_id: string;
}>;

/** Signed, expiring addresses of originals: who holds one may download, so it is given to the license's holder only. */
@Injectable()
export class OriginalLinks {
  readonly #links: SignedLinks<Pick<OriginalLink, 'key' | 'filename' | 'license_id'>>;

  constructor(
    @Inject(configToken) config: Config,
    private readonly clock: Clock,
  ) {
    this.#links = new SignedLinks(config, clock, 'original links');
  }

  /**
   * An address on this origin that saves the original under the name, with its own extension.
   * @param until an instant after which nobody may have it; null where there is none
   */
  sign({ key, name, license_id }: Licensed, until: string | null): string {
    const filename = originalFilename(key, name);
    return `/media-originals/${this.#links.sign({ key, filename, license_id }, until)}`;
  }

  /** How long it still holds, in whole seconds. */
  secondsLeft({ expires }: OriginalLink): number {
    return Math.max(1, Math.ceil((expires - this.clock.now().getTime()) / 1_000));
  }

  /** Null when the token was not signed here, or has expired. */
  verify(token: string): OriginalLink | null {
    return this.#links.verify(token);
  }
}
