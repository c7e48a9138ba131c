import { Inject, Injectable } from '@nestjs/common';
import { sanitizedName } from '@tessera/domain/licensing/agreements/agreement';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { formatAgreementDate } from '@tessera/domain/licensing/term';
import { licenseTypeTitles } from '@tessera/domain/license-types';
import { formatUsd, sum } from '@tessera/domain/money';
import type { UnsentReceipt } from '@tessera/domain/ordering/unsent-receipts.view';
import type { Undelivered } from '@tessera/domain/undelivered';
import { Accounts } from '../accounts/public.ts';
import { mailOf } from '../adapters/mail/mail-content.ts';
import type { Statement } from '../adapters/mail/mail-content.ts';
import type { Attachment, Mail } from '../adapters/mail/port.ts';
import type { Config } from '../config.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { configToken } from '../kernel/tokens.ts';
import { AgreementDocuments } from '../licensing/public.ts';
import { messageIdOf } from './message-id.ts';

const attachedMax = 20;
/** As they travel, a third longer, they fit into the 10 MB that mail servers take at least. */
const attachedBytesMax = 7_000_000;

const statementOf = (licenses: readonly License[]): Statement => ({
  lines: licenses.map(({ item, license_type, quantity, price_cents }) => ({
    what: `“${sanitizedName(item.title)}”`,
    detail: `${licenseTypeTitles[license_type]}${quantity > 1 ? ` × ${quantity}` : ''}`,
    amount: formatUsd(price_cents),
  })),
  total: { label: 'Total paid', amount: `${formatUsd(totalOf(licenses))} USD` },
});

const totalOf = (licenses: readonly License[]) => sum(licenses.map(({ price_cents }) => price_cents));

/** What of the agreements comes with the mail. */
const whereAgreementsAre = (attached: number, all: number) => {
  if (attached === 0) return 'You’ll find the agreements with your licenses, online and as PDFs.';
  if (attached < all) {
    return `${attached} of the ${all} agreements are attached; you’ll find all of them with your licenses.`;
  }
  return all === 1
    ? 'The agreement is attached. You’ll also find it with your license.'
    : `The ${all} agreements are attached. You’ll also find them with your licenses.`;
};

/** The email that confirms a paid order. */
@Injectable()
export class ReceiptMailWriter {
  constructor(
    private readonly accounts: Accounts,
    private readonly documents: AgreementDocuments,
    private readonly views: ReadStore,
    @Inject(configToken) private readonly config: Pick<Config, 'publicUrl'>,
  ) {}

  /** Null while the licenses are not to be seen yet. */
  async write(receipt: UnsentReceipt): Promise<Mail | Undelivered | null> {
    const email = (await this.accounts.identity(receipt.brand_id))?.email;
    if (!email) return 'no_address';
    const licenses = await this.licensesOf(receipt);
    if (!licenses) return null;
    const attachments = await this.agreementsOf(licenses);
    const { publicUrl } = this.config;
    const total = formatUsd(totalOf(licenses));
    const paidOn = formatAgreementDate(receipt.paid_at);
    return {
      ...mailOf(email, {
        subject: `Your Tessera receipt: ${total}`,
        heading: 'Thank you for your purchase',
        paragraphs: [
          `We received your payment of ${total} on ${paidOn} (UTC).`,
          whereAgreementsAre(attachments.length, licenses.length),
        ],
        statement: statementOf(licenses),
        action: { label: 'Download your originals', url: `${publicUrl}/brand/orders/${receipt.order_id}` },
        secondaryAction: { label: 'Download your invoice', url: `${publicUrl}/brand/orders/${receipt.order_id}` },
        footer: `Order ${receipt.order_id}. You’re receiving this because the order was paid from your Tessera account.`,
      }),
      attachments,
      messageId: messageIdOf(`receipt.${receipt.order_id}`, publicUrl),
    };
  }

  private async licensesOf({ license_ids }: UnsentReceipt): Promise<readonly License[] | null> {
    const licenses: License[] = [];
    for (const id of license_ids) {
      const stored = await this.views.get<License>('licenses', id);
      if (!stored?.document.agreement) return null;
      licenses.push(stored.document);
    }
    return licenses;
  }

  /** As many as fit, in the order of the cart. */
  private async agreementsOf(licenses: readonly License[]): Promise<readonly Attachment[]> {
    const attached: Attachment[] = [];
    let bytes = 0;
    for (const license of licenses.slice(0, attachedMax)) {
      const content = await this.documents.pdfOf(license);
      bytes += content.length;
      if (bytes > attachedBytesMax) break;
      attached.push({ filename: `agreement-${license.license_id}.pdf`, contentType: 'application/pdf', content });
    }
    return attached;
  }
}
