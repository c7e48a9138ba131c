import { extname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import { content } from '@tessera/domain/content/content';
import type { Media } from '@tessera/domain/content/content';
import { notFound } from '@tessera/domain/failures';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { MediaStore } from '../../adapters/media/port.ts';
import type { Config } from '../../config.ts';
import { Streams } from '../../kernel/commands/dispatch.ts';
import { Refused } from '../../kernel/refused.ts';
import { configToken } from '../../kernel/tokens.ts';
import { Pictures, agreementPictureOf } from '../../media/public.ts';
import { RecentMap } from '../../kernel/recent-map.ts';
import { PdfPrinter } from '../../printing/pdf-printer.ts';
import type { AgreementInput } from './agreement-pdf.ts';

/** Sets an agreement, in the thread of the printer: here it would bring in all that sets documents. */
const renderer = new URL(`./agreement-pdf${extname(import.meta.url)}`, import.meta.url);

/** Twice as many pixels as the points it is printed at, and more: paper is finer than screens. */
const thumbnailPixels = 560;
/** In memory, some 60 KB each: what sells is printed again and again. */
const thumbnailsKept = 100;

/** Where everyone can check a license: an absolute address of the browser's pages. */
export const verifyUrlOf = ({ publicUrl }: Pick<Config, 'publicUrl'>, licenseId: string) =>
  `${publicUrl}/verify/${encodeURIComponent(licenseId)}`;

/** In memory that threads share, so that it is not copied for each print. */
const shared = (bytes: Buffer): Buffer => {
  const copy = Buffer.from(new SharedArrayBuffer(bytes.length));
  bytes.copy(copy);
  return copy;
};

/** What a license is of, and the document that says so. */
@Injectable()
export class AgreementDocuments {
  readonly #thumbnails = new RecentMap<string, Promise<Buffer | null>>(thumbnailsKept);

  constructor(
    private readonly streams: Streams,
    private readonly printer: PdfPrinter,
    private readonly pictures: Pictures,
    private readonly store: MediaStore,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /** The licensed media: its file never changes, and it stays when the item leaves the market. @throws Refused */
  async mediaOf({ item }: License): Promise<Media> {
    const state = await this.streams.loadPublic(content, item.content_id);
    if (state.status === 'none') throw new Refused(notFound());
    return state.content.media;
  }

  /** The license's agreement as a PDF. @throws Refused while there is none; MediaStoreUnavailable */
  async pdfOf(license: License): Promise<Buffer> {
    if (!license.agreement) throw new Refused(notFound());
    const media = await this.mediaOf(license);
    const input: AgreementInput = {
      license,
      text: license.agreement.agreement_text,
      proof: {
        thumbnail: await this.#thumbnailOf(media),
        sha256: media.sha256,
        verifyUrl: verifyUrlOf(this.config, license.license_id),
      },
    };
    return this.printer.render(renderer, input);
  }

  /** Null where the preview is gone. Agreements of one item that are printed together wait for the same picture. */
  async #thumbnailOf({ media_url }: Media): Promise<Buffer | null> {
    const thumbnail = this.#thumbnails.get(media_url) ?? this.#openThumbnail(media_url);
    this.#thumbnails.set(media_url, thumbnail);
    const forget = () => this.#thumbnails.delete(media_url);
    thumbnail.then((found) => found ?? forget(), forget);
    return thumbnail;
  }

  /** Made for the first agreement of all, and stored: nothing else is ever put under the path of a preview. */
  async #openThumbnail(mediaUrl: string): Promise<Buffer | null> {
    const path = agreementPictureOf(mediaUrl);
    const stored = await this.store.openPreview(path, 'all');
    if (stored) return shared(await buffer(stored.read()));
    const preview = await this.store.openPreview(mediaUrl, 'all');
    if (!preview) return null;
    const bytes = await buffer(preview.read());
    const thumbnail = await this.pictures.enqueue('agreements', (maker) =>
      maker.make({ kind: 'thumbnail', bytes, sideMaxPixels: thumbnailPixels }),
    );
    await this.store.putPreview(path, thumbnail);
    return shared(thumbnail);
  }
}
