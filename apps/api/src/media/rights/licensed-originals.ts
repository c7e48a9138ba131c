import { Inject, Injectable } from '@nestjs/common';
import { declarationOf } from '@tessera/domain/declaration';
import { ownContent } from '@tessera/domain/content/own-content.view';
import type { OwnContent } from '@tessera/domain/content/own-content.view';
import { licenses } from '@tessera/domain/licensing/licenses.view';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { MediaStore } from '../../adapters/media/port.ts';
import type { StoredMedia } from '../../adapters/media/port.ts';
import type { Config } from '../../config.ts';
import { RecentMap } from '../../kernel/recent-map.ts';
import { configToken } from '../../kernel/tokens.ts';
import { ReadStore } from '../../kernel/views/port.ts';
import { sha256Of } from '../sha256.ts';
import { rightsOf } from './rights.ts';
import type { Rights } from './rights.ts';
import { withRights } from './with-rights.ts';

/** Each hash takes reading a whole file, so they are cached. */
const cachedHashesMax = 1_000;

/** Serves originals to licensees. The stored file stays as uploaded; the rights are added as it is sent. */
@Injectable()
export class LicensedOriginals {
  /** By entity tag. */
  readonly #hashes = new RecentMap<string, Promise<string>>(cachedHashesMax);

  constructor(
    private readonly store: MediaStore,
    private readonly views: ReadStore,
    @Inject(configToken) private readonly config: Pick<Config, 'publicUrl'>,
  ) {}

  /**
   * Opens an original. For the same license, it always has the same bytes. Null if there is no such original.
   * @param key `Media.original`
   */
  async open(key: string, licenseId: string): Promise<StoredMedia | null> {
    const [media, rights] = await Promise.all([this.store.openOriginal(key), this.rightsOf(licenseId)]);
    return media && rights ? withRights(media, rights) : media;
  }

  /**
   * Returns the SHA-256, in hex, of the file that `open` returns. Null if there is no such original.
   * @param key `Media.original`
   */
  async sha256Of(key: string, licenseId: string): Promise<string | null> {
    const media = await this.open(key, licenseId);
    if (!media) return null;
    const known = this.#hashes.get(media.etag) ?? sha256Of(media.read());
    this.#hashes.set(media.etag, known);
    known.catch(() => this.#hashes.delete(media.etag));
    return known;
  }

  /** The rights as the license recorded them: the creator's name, and what was declared about the item. */
  private async rightsOf(licenseId: string): Promise<Rights | null> {
    const license = (await this.views.get<License>(licenses.name, licenseId))?.document;
    if (!license) return null;
    const { creator_name: creator, item, created_at } = license;
    const published = (await this.views.get<OwnContent>(ownContent.name, item.content_id))?.document.item;
    const published_at = published?.published_at ?? created_at;
    return rightsOf(
      { creator, content_id: item.content_id, published_at, declared: declarationOf(item) },
      this.config.publicUrl,
    );
  }
}
