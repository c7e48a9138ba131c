import type { RefundDeclined, RefundMade, RefundPage, RefundableLicense } from '@tessera/contract/refunds';
import type { RefundStatus } from '@tessera/domain/refunds/refunds.view';
import { useQuery } from '../../kernel/reading/queries.ts';
import { get as read, post } from '../../kernel/send.ts';
import { asAdmin } from '../admin-session.atoms.ts';
import { liveLists } from '../live-lists.ts';

const { listOf, change, watchAtom } = liveLists<RefundPage>('/api/admin/refunds', ({ stream }) =>
  stream.startsWith('refund-'),
);

/** The refunds of each status, in pages. */
export const refundListAtoms = {
  requested: listOf({ status: 'requested' }),
  started: listOf({ status: 'started' }),
  refunded: listOf({ status: 'refunded' }),
  declined: listOf({ status: 'declined' }),
  failed: listOf({ status: 'failed' }),
} as const satisfies Readonly<Record<RefundStatus, unknown>>;

/** While it is mounted, what happens to a refund has the lists read again. */
export const watchRefundsAtom = watchAtom;

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
  change((options) => post<RefundMade>(`${pathOf(licenseId)}/refunds`, asked, options));

/** @throws ApiError */
export const declineRefund = (licenseId: string, reason: string) =>
  change((options) => post<RefundDeclined>(`${pathOf(licenseId)}/refunds/decline`, { reason }, options));
