import { Inject, Injectable } from '@nestjs/common';
import { notFound } from '@tessera/domain/failures';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { invoices } from '@tessera/domain/ordering/invoices.view';
import type { Invoice } from '@tessera/domain/ordering/invoices.view';
import { order } from '@tessera/domain/ordering/order';
import { creditNoteKey, creditNotes } from '@tessera/domain/refunds/credit-notes.view';
import type { CreditNote } from '@tessera/domain/refunds/credit-notes.view';
import type { Config } from '../config.ts';
import type { SignedIn } from '../http/request.ts';
import { Streams } from '../kernel/commands/dispatch.ts';
import { Refused } from '../kernel/refused.ts';
import { configToken } from '../kernel/tokens.ts';
import { documentOf, everyDocument } from '../kernel/views/every-document.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { PdfPrinter } from '../printing/pdf-printer.ts';
import { Buyers } from './buyers.ts';
import { creditNoteDocument } from './credit-note-document.ts';
import { invoiceDocument } from './invoice-document.ts';

interface PrintedFile {
  readonly name: string;
  readonly pdf: Buffer;
}

/** Only the brand and the admin may read a bill; for everyone else it doesn't exist. */
const mayRead = (user: SignedIn, brandId: string) => user.role === 'admin' || user.id === brandId;

/** Invoices and credit notes, for those who may read them. */
@Injectable()
export class BillingDocuments {
  constructor(
    private readonly streams: Streams,
    private readonly views: ReadStore,
    private readonly buyers: Buyers,
    private readonly printer: PdfPrinter,
    @Inject(configToken) private readonly config: Pick<Config, 'invoiceSeller'>,
  ) {}

  /** @throws Refused while the order isn't paid */
  async invoiceOf(orderId: string, user: SignedIn): Promise<PrintedFile> {
    const state = await this.streams.loadPublic(order, orderId);
    const invoice = await documentOf<Invoice>(this.views, invoices.name, orderId);
    if (state.status !== 'paid' || !invoice || !mayRead(user, state.order.brand_id)) throw new Refused(notFound());
    const { brand_id, brand_name, lines } = state.order;
    const buyer = await this.buyers.at(invoice.issued_at, brand_id, brand_name);
    const seller = this.config.invoiceSeller;
    const document = invoiceDocument({ invoice, seller, buyer, lines, licenseIds: state.licenseIds });
    return { name: `invoice-${invoice.number}.pdf`, pdf: await this.printer.print(document) };
  }

  /** @throws Refused if there is no such refund */
  async creditNoteOf(licenseId: string, refundNumber: string, user: SignedIn): Promise<PrintedFile> {
    const license = await this.licenseOf(licenseId, user);
    const note = await documentOf<CreditNote>(
      this.views,
      creditNotes.name,
      creditNoteKey(licenseId, Number(refundNumber)),
    );
    const invoice = await documentOf<Invoice>(this.views, invoices.name, license.order_id);
    if (!note || !invoice) throw new Refused(notFound());
    const buyer = await this.buyers.at(invoice.issued_at, license.brand_id, license.brand_name);
    const seller = this.config.invoiceSeller;
    const document = creditNoteDocument({ note, invoice, license, seller, buyer });
    return { name: `credit-note-${note.number}.pdf`, pdf: await this.printer.print(document) };
  }

  /** @throws Refused if there is no such license, or the user may not read it */
  async ofLicense(licenseId: string, user: SignedIn) {
    const license = await this.licenseOf(licenseId, user);
    const notes: CreditNote[] = [];
    const query = { where: { license_id: licenseId }, sort: { field: 'refund_number', descending: false } };
    for await (const { document } of everyDocument<CreditNote>(this.views, creditNotes.name, query))
      notes.push(document);
    return { invoice: await documentOf<Invoice>(this.views, invoices.name, license.order_id), notes };
  }

  private async licenseOf(id: string, user: SignedIn): Promise<License> {
    const license = await documentOf<License>(this.views, 'licenses', id);
    if (!license || !mayRead(user, license.brand_id)) throw new Refused(notFound());
    return license;
  }
}
