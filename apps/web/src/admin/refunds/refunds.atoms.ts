import type { RefundDeclined, RefundMade, RefundRepaid, RefundableLicense } from '@tessera/contract/money/refunds';
import type { RefundForm, RefundReasonForm } from '@tessera/domain/refunds/forms';
import { useQuery } from '../../kernel/reading/queries.ts';
import { get as read, post } from '../../kernel/send.ts';
import { asAdmin } from '../admin-session.atoms.ts';
import { liveQueries } from '../live-queries.ts';

export const refunds = liveQueries('refunds', ({ stream }) => stream.startsWith('refund-'));

const pathOf = (licenseId: string) => `/api/admin/licenses/${encodeURIComponent(licenseId)}`;

/** What is left of a license's price to refund, and each party's share of it. */
export const useRefundable = (licenseId: string) =>
  useQuery(
    ['refundable', licenseId],
    () => asAdmin((options) => read<RefundableLicense>(`${pathOf(licenseId)}/refund`, options)),
    { of: 'admin' },
  );

/** @param terms with the `amount` in dollars; without one, all that is left of the price. @throws ApiError */
export const makeRefund = (licenseId: string, terms: RefundForm) =>
  refunds.change((options) => post<RefundMade>(`${pathOf(licenseId)}/refunds`, terms, options));

/** @throws ApiError */
export const declineRefund = (licenseId: string, reason: string) =>
  refunds.change((options) =>
    post<RefundDeclined>(`${pathOf(licenseId)}/refunds/decline`, { reason } satisfies RefundReasonForm, options),
  );

/** @throws ApiError */
export const recordRepaid = (licenseId: string, reason: string) =>
  refunds.change((options) =>
    post<RefundRepaid>(`${pathOf(licenseId)}/refunds/repaid`, { reason } satisfies RefundReasonForm, options),
  );
