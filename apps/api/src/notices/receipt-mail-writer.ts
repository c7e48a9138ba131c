import { Inject, Injectable } from '@nestjs/common';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { formatAgreementDate } from '@tessera/domain/licensing/term';
import { formatUsd, sum } from '@tessera/domain/money';
import type { UnsentReceipt } from '@tessera/domain/ordering/receipts/unsent-receipts.view';
import type { Undelivered } from '@tessera/domain/undelivered';
import { Accounts } from '../accounts/public.ts';
import { mailOf } from '../adapters/mail/mail-content.ts';
import type { Breakdown } from '../adapters/mail/mail-content.ts';
import type { Attachment, Mail } from '../adapters/mail/port.ts';
import type { Config } from '../config.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { configToken } from '../kernel/tokens.ts';
import { AgreementDocuments } from '../licensing/public.ts';
import { titleOf, typeOf } from './mailed-license.ts';
import { messageIdOf } from '../mails/public.ts';

const attachedMax = 20;
/** Encoding makes attachments a third larger, so these stay below the 10 MB that every mail server accepts. */
const attachedBytesMax = 7_000_000;

const breakdownOf = (licenses: readonly License[]): Breakdown => ({
  lines: licenses.map((license) => ({
    what: titleOf(license),
    detail: typeOf(license),
    amount: formatUsd(license.price_cents),
  })),
  total: { label: 'Total paid', amount: `${formatUsd(totalOf(licenses))} USD` },
});

const totalOf = (licenses: readonly License[]) => sum(licenses.map(({ price_cents }) => price_cents));

/** Says which agreements are attached, and where to find the rest. */
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

  /** Null until the licenses have reached their view. */
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
        breakdown: breakdownOf(licenses),
        action: { label: 'Download your originals', url: `${publicUrl}/brand/orders/${receipt.order_id}` },
        secondaryAction: { label: 'Download your invoice', url: `${publicUrl}/brand/orders/${receipt.order_id}` },
        footer: `Order ${receipt.order_id}. You’re receiving this because you placed this order on Tessera.`,
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

  /** As many agreements as fit, in the order of the cart. */
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
