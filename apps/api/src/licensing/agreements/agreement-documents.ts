import { extname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import { content } from '@tessera/domain/content/content';
import type { Media } from '@tessera/domain/content/content-events';
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

/** The renderer runs in the printer's thread. Imported here, it would load everything that typesets documents. */
const renderer = new URL(`./agreement-pdf${extname(import.meta.url)}`, import.meta.url);

/** More than twice the size in points at which it is printed: print needs a finer resolution than screens. */
const thumbnailPixels = 560;
/** How many are cached, at some 60 KB each: items that sell are printed again and again. */
const thumbnailsKept = 100;

/** The absolute address of the page where everyone can verify a license. */
export const verifyUrlOf = ({ publicUrl }: Pick<Config, 'publicUrl'>, licenseId: string) =>
  `${publicUrl}/verify/${encodeURIComponent(licenseId)}`;

/** Copies bytes into memory that threads share, so that they aren't copied for every print. */
const toSharedMemory = (bytes: Buffer): Buffer => {
  const copy = Buffer.from(new SharedArrayBuffer(bytes.length));
  bytes.copy(copy);
  return copy;
};

/** Licensed media, and the agreements about it. */
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

  /** The licensed media. Its file never changes, and stays when the item leaves the market. @throws Refused */
  async mediaOf({ item }: License): Promise<Media> {
    const state = await this.streams.loadPublic(content, item.content_id);
    if (state.status === 'none') throw new Refused(notFound());
    return state.content.media;
  }

  /** The license's agreement as a PDF. @throws Refused if there is none yet; MediaStoreUnavailable */
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

  /** Null if the preview is gone. Agreements for one item that are printed at the same time share the picture. */
  async #thumbnailOf({ media_url }: Media): Promise<Buffer | null> {
    const thumbnail = this.#thumbnails.get(media_url) ?? this.#openThumbnail(media_url);
    this.#thumbnails.set(media_url, thumbnail);
    const forget = () => this.#thumbnails.delete(media_url);
    thumbnail.then((found) => found ?? forget(), forget);
    return thumbnail;
  }

  /** Makes and stores the thumbnail for the item's first agreement. The path of a preview never gets other content. */
  async #openThumbnail(mediaUrl: string): Promise<Buffer | null> {
    const path = agreementPictureOf(mediaUrl);
    const stored = await this.store.openPreview(path, 'all');
    if (stored) return toSharedMemory(await buffer(stored.read()));
    const preview = await this.store.openPreview(mediaUrl, 'all');
    if (!preview) return null;
    const bytes = await buffer(preview.read());
    const thumbnail = await this.pictures.enqueue('agreements', (maker) =>
      maker.make({ kind: 'thumbnail', bytes, sideMaxPixels: thumbnailPixels }),
    );
    await this.store.putPreview(path, thumbnail);
    return toSharedMemory(thumbnail);
  }
}
