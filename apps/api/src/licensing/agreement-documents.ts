import { buffer } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import { content } from '@tessera/domain/content/content';
import type { Media } from '@tessera/domain/content/content';
import { notFound } from '@tessera/domain/failures';
import type { License } from '@tessera/domain/licensing/licenses.view';
import sharp from 'sharp';
import type { MediaStore } from '../adapters/media/port.ts';
import type { Config } from '../config.ts';
import { Streams } from '../kernel/dispatch.ts';
import { Refused } from '../kernel/refused.ts';
import { configToken, mediaStoreToken } from '../kernel/tokens.ts';
import { AgreementPress } from './agreement-press.ts';

/** Twice as many pixels as the points it is printed at, and more: paper is finer than screens. */
const thumbnailPixels = 560;

/** Where everybody can check a licence: an absolute address of the browser's pages. */
const verifyUrlOf = ({ publicUrl }: Config, licenseId: string) =>
  `${publicUrl}/verify/${encodeURIComponent(licenseId)}`;

/** What a licence is of, and the document that says so. */
@Injectable()
export class AgreementDocuments {
  constructor(
    private readonly streams: Streams,
    private readonly press: AgreementPress,
    @Inject(mediaStoreToken) private readonly store: MediaStore,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /** The licensed media: its file never changes, and it stays when the item leaves the market. @throws Refused */
  async mediaOf({ item }: License): Promise<Media> {
    const state = await this.streams.loadPublic(content, item.content_id);
    if (state.status === 'none') throw new Refused(notFound());
    return state.content.media;
  }

  /** The licence's agreement as a PDF. @throws Refused while there is none; MediaStoreUnavailable */
  async pdfOf(license: License): Promise<Buffer> {
    if (!license.agreement) throw new Refused(notFound());
    const media = await this.mediaOf(license);
    return this.press.print(license, license.agreement.agreement_text, {
      thumbnail: await this.#thumbnailOf(media),
      sha256: media.sha256,
      verifyUrl: verifyUrlOf(this.config, license.license_id),
    });
  }

  /** Null where the preview is gone. */
  async #thumbnailOf({ media_url }: Media): Promise<Buffer | null> {
    const preview = await this.store.openPreview(media_url);
    if (!preview) return null;
    return sharp(await buffer(preview.read()))
      .resize(thumbnailPixels, thumbnailPixels, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#FFFFFF' })
      .jpeg({ quality: 86, chromaSubsampling: '4:4:4' })
      .toBuffer();
  }
}
