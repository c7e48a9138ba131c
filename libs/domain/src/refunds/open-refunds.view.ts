import { defineView, on } from '../kernel/view.ts';
import { licenseRefunded, refundFailed, refundStarted } from './refund.ts';

export interface OpenRefund {
  readonly license_id: string;
  readonly refund_number: number;
  /** As the log has it: ISO 8601. */
  readonly started_at: string;
}

/** Refunds that were started and have no outcome yet: what the gateway must be asked about. */
export const openRefunds = defineView<OpenRefund>({
  name: 'open-refunds',
  version: 1,
  on: [
    on(
      refundStarted,
      (data) => data.license_id,
      (_open, { license_id, refund_number }, { recordedAt: started_at }): OpenRefund => ({
        license_id,
        refund_number,
        started_at,
      }),
    ),
    on(
      refundFailed,
      (data) => data.license_id,
      (open: OpenRefund | undefined, { refund_number }) => (open?.refund_number === refund_number ? undefined : open),
    ),
    on(
      licenseRefunded,
      (data) => data.license_id,
      // One that was made at the gateway itself settles none of ours.
      (open: OpenRefund | undefined, { refund_number }) => (open?.refund_number === refund_number ? undefined : open),
    ),
  ],
  indexes: { fields: { started_at: (refund) => refund.started_at }, listings: [{ sorts: ['started_at'] }] },
});
