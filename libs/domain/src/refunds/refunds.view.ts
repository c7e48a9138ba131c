import { defineView, on, ownFields } from '../kernel/view.ts';
import type { Cents } from '../money.ts';
import { licenseRefunded, refundDeclined, refundFailed, refundRequested, refundStarted } from './refund.ts';
import { refundRepaid, refundReturned } from './returned-refund.ts';

export const refundStatuses = ['requested', 'started', 'refunded', 'declined', 'failed', 'returned'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** The state of a license's refunds. The reasons are only in the log, because they may name people. */
export interface LicenseRefund {
  readonly license_id: string;
  readonly order_id: string;
  readonly brand_id: string;
  /** `requested` while a request waits, even if something else was refunded meanwhile. */
  readonly status: RefundStatus;
  /** ISO 8601; null unless a request waits. */
  readonly requested_at: string | null;
  /** The amount of the refund that was last started or made. */
  readonly amount_cents: Cents | null;
  /** The sum of all refunds so far that reached the brand, as far as it is known. */
  readonly refunded_cents: Cents;
  /** What their banks returned, and what wasn't paid in another way yet. */
  readonly returned_cents: Cents;
  /** ISO 8601. */
  readonly changed_at: string;
}

type Before = LicenseRefund | undefined;
type Ids = Pick<LicenseRefund, 'license_id' | 'order_id' | 'brand_id'>;

const nothing = { requested_at: null, amount_cents: null, refunded_cents: 0, returned_cents: 0 };

const next = (
  before: Before,
  { license_id, order_id, brand_id }: Ids,
  { recordedAt: changed_at }: { readonly recordedAt: string },
  change: Pick<LicenseRefund, 'status'> & Partial<LicenseRefund>,
): LicenseRefund => ({ ...nothing, ...before, license_id, order_id, brand_id, changed_at, ...change });

/** Every license for which a refund was requested or made. */
export const refunds = defineView<LicenseRefund>({
  name: 'refunds',
  version: 2,
  on: [
    on(refundRequested, 'license_id', (before: Before, data, event) =>
      next(before, data, event, { status: 'requested', requested_at: event.recordedAt }),
    ),
    on(refundDeclined, 'license_id', (before: Before, data, event) =>
      next(before, data, event, { status: 'declined', requested_at: null }),
    ),
    on(refundStarted, 'license_id', (before: Before, data, event) =>
      next(before, data, event, { status: 'started', requested_at: null, amount_cents: data.amount_cents }),
    ),
    on(refundFailed, 'license_id', (before: Before, data, event) => next(before, data, event, { status: 'failed' })),
    on(licenseRefunded, 'license_id', (before: Before, data, event) => {
      const { amount_cents, refunded_cents, is_whole } = data;
      const requested_at = is_whole ? null : (before?.requested_at ?? null);
      const status = requested_at === null ? 'refunded' : 'requested';
      const returned_cents = before?.returned_cents ?? 0;
      const kept = refunded_cents - returned_cents;
      return next(before, data, event, { status, requested_at, amount_cents, refunded_cents: kept });
    }),
    on(refundReturned, 'license_id', (before: Before, data, event) => {
      const { amount_cents } = data;
      const returned_cents = (before?.returned_cents ?? 0) + amount_cents;
      const refunded_cents = (before?.refunded_cents ?? amount_cents) - amount_cents;
      return next(before, data, event, { status: 'returned', amount_cents, returned_cents, refunded_cents });
    }),
    on(refundRepaid, 'license_id', (before: Before, data, event) => {
      const { amount_cents } = data;
      const status = before?.requested_at ? 'requested' : 'refunded';
      const refunded_cents = (before?.refunded_cents ?? 0) + amount_cents;
      return next(before, data, event, { status, amount_cents, returned_cents: 0, refunded_cents });
    }),
  ],
  indexes: {
    fields: ownFields('status', 'brand_id', 'changed_at'),
    orders: ['changed_at'],
    listings: [
      { where: ['status'], sorts: ['changed_at'] },
      { where: ['brand_id'], sorts: ['changed_at'] },
    ],
  },
  live: {
    room: ({ brand_id }) => brand_id,
    mayWatch: (reader, brandId) => reader.role === 'brand' && reader.id === brandId,
  },
});
