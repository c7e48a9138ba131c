import { Inject, Injectable } from '@nestjs/common';
import { notFound } from '@tessera/domain/failures';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { invoices } from '@tessera/domain/ordering/invoices.view';
import type { Invoice } from '@tessera/domain/ordering/invoices.view';
import { order } from '@tessera/domain/ordering/order';
import { disputes } from '@tessera/domain/refunds/disputes.view';
import type { Dispute } from '@tessera/domain/refunds/disputes.view';
import { Buyers } from '../billing/public.ts';
import type { Config } from '../config.ts';
import { Streams } from '../kernel/commands/dispatch.ts';
import { Refused } from '../kernel/refused.ts';
import { configToken } from '../kernel/tokens.ts';
import { documentOf } from '../kernel/views/every-document.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { verifyUrlOf } from '../licensing/public.ts';
import type { EvidenceInput } from './evidence-document.ts';
import { LicenseLog } from './license-log.ts';

/** Gathers everything that is known about the purchase of a license, for a bank. */
@Injectable()
export class Evidence {
  constructor(
    private readonly views: ReadStore,
    private readonly streams: Streams,
    private readonly log: LicenseLog,
    private readonly buyers: Buyers,
    @Inject(configToken) private readonly config: Pick<Config, 'invoiceSeller' | 'publicUrl'>,
  ) {}

  /** @throws Refused if there is no such license */
  async of(licenseId: string): Promise<Omit<EvidenceInput, 'at'>> {
    const license = await documentOf<License>(this.views, 'licenses', licenseId);
    const invoice = license && (await documentOf<Invoice>(this.views, invoices.name, license.order_id));
    const ordered = license && (await this.streams.loadPublic(order, license.order_id));
    if (!license || !invoice || ordered?.status !== 'paid') throw new Refused(notFound());
    return {
      license,
      invoice,
      lines: ordered.order.lines,
      licenseIds: ordered.licenseIds,
      records: await this.log.of(license),
      dispute: license.dispute && (await documentOf<Dispute>(this.views, disputes.name, license.dispute.dispute_id)),
      seller: this.config.invoiceSeller,
      buyer: await this.buyers.at(invoice.issued_at, license.brand_id, license.brand_name),
      verifyUrl: verifyUrlOf(this.config, licenseId),
    };
  }
}
