import { on, removes } from '../../kernel/view.ts';
import { licenseGranted } from '../../licensing/license.ts';
import type { MailPart } from '../../notices/mail-part.ts';
import { receiptNotSent, receiptSent } from './receipt.ts';

export interface UnsentReceipt {
  readonly order_id: string;
  readonly brand_id: string;
  /** When the log recorded it: ISO 8601. */
  readonly paid_at: string;
  /** In the order of the cart. */
  readonly license_ids: readonly string[];
}

/** Paid orders whose receipt has no recorded outcome; orders from before receipts existed stay here. */
export const unsentReceipts: MailPart<UnsentReceipt> = {
  on: [
    on(
      licenseGranted,
      'order_id',
      (receipt: UnsentReceipt | undefined, { order_id, brand_id, license_id }, event): UnsentReceipt => ({
        order_id,
        brand_id,
        paid_at: receipt?.paid_at ?? event.recordedAt,
        license_ids: [...(receipt?.license_ids ?? []), license_id],
      }),
    ),
    removes(receiptSent, 'order_id'),
    removes(receiptNotSent, 'order_id'),
  ],
  dueAt: ({ paid_at }) => paid_at,
};
