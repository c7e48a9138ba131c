import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
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
import { rightsOf } from './rights.ts';
import type { Rights } from './rights.ts';
import { withRights } from './with-rights.ts';

/** A file is read to its end for each. */
const hashesKept = 1_000;

/** Originals as who licensed them gets them: what is stored stays as it was uploaded, and the rights are written on the way. */
@Injectable()
export class LicensedOriginals {
  /** By entity tag. */
  readonly #hashes = new RecentMap<string, Promise<string>>(hashesKept);

  constructor(
    private readonly store: MediaStore,
    private readonly views: ReadStore,
    @Inject(configToken) private readonly config: Pick<Config, 'publicUrl'>,
  ) {}

  /**
   * Of one license always the same bytes. Null where there is no such original.
   * @param key `Media.original`
   */
  async open(key: string, licenseId: string): Promise<StoredMedia | null> {
    const [media, rights] = await Promise.all([this.store.openOriginal(key), this.rightsOf(licenseId)]);
    return media && rights ? withRights(media, rights) : media;
  }

  /**
   * The SHA-256, in hex, of what `open` sends. Null where there is no such original.
   * @param key `Media.original`
   */
  async sha256Of(key: string, licenseId: string): Promise<string | null> {
    const media = await this.open(key, licenseId);
    if (!media) return null;
    const known = this.#hashes.get(media.etag) ?? this.hash(media);
    this.#hashes.set(media.etag, known);
    known.catch(() => this.#hashes.delete(media.etag));
    return known;
  }

  private async hash(media: StoredMedia): Promise<string> {
    const hash = createHash('sha256');
    await pipeline(media.read(), hash);
    return hash.digest('hex');
  }

  /** As in the license: its creator's name, and what was declared of the item. */
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
