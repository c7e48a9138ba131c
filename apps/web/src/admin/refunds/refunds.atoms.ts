import type { RefundDeclined, RefundMade, RefundableLicense } from '@tessera/contract/money/refunds';
import { useQuery } from '../../kernel/reading/queries.ts';
import { get as read, post } from '../../kernel/send.ts';
import { asAdmin } from '../admin-session.atoms.ts';
import { liveReadings } from '../live-queries.ts';

export const refunds = liveReadings('refunds', ({ stream }) => stream.startsWith('refund-'));

const pathOf = (licenseId: string) => `/api/admin/licenses/${encodeURIComponent(licenseId)}`;

/** What can be refunded of a license. */
export const useRefundable = (licenseId: string) =>
  useQuery(
    ['refundable', licenseId],
    () => asAdmin((options) => read<RefundableLicense>(`${pathOf(licenseId)}/refund`, options)),
    { of: 'admin' },
  );

/** @param amount in dollars; without one, all that is left of the price. @throws ApiError */
export const makeRefund = (licenseId: string, asked: { readonly amount?: number; readonly reason: string }) =>
  refunds.change((options) => post<RefundMade>(`${pathOf(licenseId)}/refunds`, asked, options));

/** @throws ApiError */
export const declineRefund = (licenseId: string, reason: string) =>
  refunds.change((options) => post<RefundDeclined>(`${pathOf(licenseId)}/refunds/decline`, { reason }, options));
