import { extname } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { fileNameOf } from '@tessera/domain/kernel/file-names';
import { Clock } from '../kernel/clock.ts';
import type { Config } from '../config.ts';
import { SignedLinks } from '../kernel/keys/signed-links.ts';
import type { Signed } from '../kernel/keys/signed-links.ts';
import { configToken } from '../kernel/tokens.ts';

/** A licensed original. */
interface Licensed {
  /** `Media.original`. */
  readonly key: string;
  /** The item's title. */
  readonly name: string;
  readonly license_id: string;
}

export type OriginalLink = Signed<{
  readonly key: string;
  /** The file name that the browser saves it as. */
  readonly filename: string;
  /** The license that allows the download. */
  readonly license_id: string;
}>;

/** Signed, expiring links to originals. Anyone with a link can download, so only the license's holder gets one. */
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
   * Returns a path on this origin that downloads the original under the item's name.
   * @param until the instant when the right to download ends; null if it never does
   */
  sign({ key, name, license_id }: Licensed, until: string | null): string {
    const filename = fileNameOf({ title: name, extension: extname(key) });
    return `/media-originals/${this.#links.sign({ key, filename, license_id }, until)}`;
  }

  /** Returns how long the link is still valid, in whole seconds. */
  secondsLeft({ expires }: OriginalLink): number {
    return Math.max(1, Math.ceil((expires - this.clock.now().getTime()) / 1_000));
  }

  /** Returns null when the token was not signed here or has expired. */
  verify(token: string): OriginalLink | null {
    return this.#links.verify(token);
  }
}
