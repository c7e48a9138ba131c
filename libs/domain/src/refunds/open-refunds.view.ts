import { defineView, on, ownFields } from '../kernel/view.ts';
import { licenseRefunded, refundFailed, refundStarted } from './refund.ts';

export interface OpenRefund {
  readonly license_id: string;
  readonly refund_number: number;
  /** When the log recorded it: ISO 8601. */
  readonly started_at: string;
}

/** A refund that was made directly at the gateway doesn't settle one of ours. */
const settled = (open: OpenRefund | undefined, { refund_number }: Pick<OpenRefund, 'refund_number'>) =>
  open?.refund_number === refund_number ? undefined : open;

/** Refunds that were started and have no outcome yet. The gateway must be asked about them. */
export const openRefunds = defineView<OpenRefund>({
  name: 'open-refunds',
  version: 1,
  on: [
    on(refundStarted, 'license_id', (_open, { license_id, refund_number }, { recordedAt: started_at }): OpenRefund => ({
      license_id,
      refund_number,
      started_at,
    })),
    on(refundFailed, 'license_id', settled),
    on(licenseRefunded, 'license_id', settled),
  ],
  indexes: { fields: ownFields('started_at'), listings: [{ sorts: ['started_at'] }] },
});
