import { extname } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { notFound } from '@tessera/domain/failures';
import type { EventMetadata } from '@tessera/domain/kernel/event';
import { fileNamesOf } from '@tessera/domain/kernel/file-names';
import { endedByRefund, licenseEnded } from '@tessera/domain/licensing/license';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { proofStatusOf } from '@tessera/domain/licensing/proof';
import { order } from '@tessera/domain/ordering/order';
import { refund } from '@tessera/domain/refunds/refund';
import { ZipFile } from 'yazl';
import type { StoredMedia } from '../adapters/media/port.ts';
import type { Config } from '../config.ts';
import { Clock } from '../kernel/clock.ts';
import { Streams } from '../kernel/commands/dispatch.ts';
import { SignedLinks } from '../kernel/keys/signed-links.ts';
import { Refused } from '../kernel/refused.ts';
import { configToken } from '../kernel/tokens.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { LicensedOriginals } from '../media/public.ts';
import { AgreementDocuments } from './agreements/agreement-documents.ts';
import { OriginalDownloads } from './original-downloads.ts';

interface ArchiveLink {
  readonly order_id: string;
  readonly brand_id: string;
}

interface Entry {
  readonly key: string;
  readonly license_id: string;
  readonly title: string;
  readonly extension: string;
  /** ISO 8601. */
  readonly at: string;
}

/** The originals that a brand bought with one order. */
@Injectable()
export class OrderOriginals {
  readonly #links: SignedLinks<ArchiveLink>;

  constructor(
    private readonly streams: Streams,
    private readonly views: ReadStore,
    private readonly documents: AgreementDocuments,
    private readonly downloads: OriginalDownloads,
    private readonly originals: LicensedOriginals,
    private readonly clock: Clock,
    @Inject(configToken) config: Config,
  ) {
    this.#links = new SignedLinks(config, clock, 'order originals');
  }

  /** In the order of the lines; empty until the order is paid. @throws Refused if the brand has no such order */
  async licensesOf(order_id: string, brand_id: string): Promise<readonly License[]> {
    const state = await this.streams.loadPublic(order, order_id);
    if (state.status === 'none' || state.order.brand_id !== brand_id) throw new Refused(notFound());
    const ids = state.status === 'paid' ? state.licenseIds : [];
    const stored = await Promise.all(ids.map((id) => this.views.get<License>('licenses', id)));
    return stored.flatMap((each) => each?.document ?? []);
  }

  /** The address of an archive with all originals, good for a few minutes. @throws Refused if none may be downloaded */
  async addressOf(order_id: string, brand_id: string, metadata: EventMetadata): Promise<string> {
    const licenses = await this.downloadable(order_id, brand_id);
    for (const license of licenses) await this.downloads.record(license, metadata);
    return `/media-originals/orders/${this.#links.sign({ order_id, brand_id }, null)}`;
  }

  /**
   * The archive at such an address. Each original is opened when its turn comes.
   * @returns null if the token wasn't signed for this, or has expired. @throws Refused, MediaStoreUnavailable
   */
  async archiveOf(token: string): Promise<{ readonly filename: string; readonly bytes: NodeJS.ReadableStream } | null> {
    const link = this.#links.verify(token);
    if (!link) return null;
    const byKey = new Map<string, Entry>();
    for (const license of await this.downloadable(link.order_id, link.brand_id)) {
      const { original: key } = await this.documents.mediaOf(license);
      const { license_id, item, created_at: at } = license;
      byKey.set(key, { key, license_id, title: item.title, extension: extname(key), at });
    }
    const zip = new ZipFile();
    // Fails the download as well, so that an incomplete archive doesn't look complete.
    zip.on('error', (error: Error) =>
      (zip.outputStream as NodeJS.ReadableStream & { destroy(error: Error): void }).destroy(error),
    );
    const entries = [...byKey.values()];
    for (const [index, name] of fileNamesOf(entries).entries()) {
      const { key, license_id, at } = entries[index]!;
      // Photos and videos are already compressed.
      zip.addReadStreamLazy(name, { compress: false, mtime: new Date(at) }, (open) => {
        this.open(key, license_id).then(
          (media) =>
            open(
              null,
              media.read().once('close', () => media.close()),
            ),
          (error: unknown) => open(error, undefined as never),
        );
      });
    }
    zip.end();
    return { filename: `tessera-order-${link.order_id.slice(-8)}.zip`, bytes: zip.outputStream };
  }

  private async open(key: string, licenseId: string): Promise<StoredMedia> {
    const media = await this.originals.open(key, licenseId);
    if (!media) throw new Error(`The original ${key} is not in the store`);
    return media;
  }

  private async downloadable(order_id: string, brand_id: string): Promise<readonly License[]> {
    const licenses = await this.licensesOf(order_id, brand_id);
    const now = this.clock.now().getTime();
    // From their streams: the view may not have the latest refund yet.
    const refunds = await Promise.all(licenses.map(({ license_id }) => this.streams.loadPublic(refund, license_id)));
    const kept = licenses.filter((_license, index) => !refunds[index]?.isWhole);
    const held = kept.filter((license) => proofStatusOf(license, now) !== 'expired');
    if (held.length > 0) return held;
    if (licenses.length === 0) throw new Refused(notFound());
    throw new Refused(kept.length > 0 ? licenseEnded() : endedByRefund());
  }
}
