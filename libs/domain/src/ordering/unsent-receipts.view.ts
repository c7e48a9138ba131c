import { defineView, on } from '../kernel/view.ts';
import { licenseGranted } from '../licensing/license.ts';
import { receiptNotSent, receiptSent } from './receipt.ts';

export interface UnsentReceipt {
  readonly order_id: string;
  readonly brand_id: string;
  /** When the log recorded it: ISO 8601. */
  readonly paid_at: string;
  /** In the order of the cart. */
  readonly license_ids: readonly string[];
}

const removed = (): UnsentReceipt | undefined => undefined;

/** Paid orders whose receipt has no recorded outcome; orders from before receipts existed stay here. */
export const unsentReceipts = defineView<UnsentReceipt>({
  name: 'unsent-receipts',
  version: 1,
  on: [
    on(
      licenseGranted,
      (data) => data.order_id,
      (receipt, { order_id, brand_id, license_id }, event): UnsentReceipt => ({
        order_id,
        brand_id,
        paid_at: receipt?.paid_at ?? event.recordedAt,
        license_ids: [...(receipt?.license_ids ?? []), license_id],
      }),
    ),
    on(receiptSent, (data) => data.order_id, removed),
    on(receiptNotSent, (data) => data.order_id, removed),
  ],
  indexes: { fields: { paid_at: (receipt) => receipt.paid_at }, listings: [{ sorts: ['paid_at'] }] },
});
