import type { Positioned } from '@tessera/contract/kernel/answers';
import type {
  DueNow,
  PayoutRunDetails,
  PayoutRunStarted,
  PayoutSettled,
  SettlementImported,
} from '@tessera/contract/money/payout-runs';
import type { PaymentMethod } from '@tessera/domain/payment-methods';
import type { PayoutReasonForm, PayoutFileForm } from '@tessera/domain/payouts/forms';
import type { AdminConfirmForm } from '@tessera/domain/admin/forms';
import { useAtomValue } from 'jotai';
import { useQuery } from '../../kernel/reading/queries.ts';
import { del, post, postForFile, put } from '../../kernel/send.ts';
import { asAdmin } from '../admin-session.atoms.ts';
import { liveQueries } from '../live-queries.ts';

const runs = '/api/admin/payout-runs';
const runPath = (id: string) => `${runs}/${encodeURIComponent(id)}`;

export const addresses = {
  runs,
  holds: '/api/admin/payout-holds',
  payoutsOf: (runId: string, status: string) => `${runPath(runId)}/payouts${status && `?status=${status}`}`,
  leftOutOf: (runId: string) => `${runPath(runId)}/left-out`,
} as const;

export const payouts = liveQueries('payouts', ({ stream }) => stream.startsWith('payout'));
/** Looks at every creator, so it is loaded again only when a run has changed. */
const due = liveQueries('payouts due', ({ stream }) => /^payout(Run|Alert)-/.test(stream));

/** What a run would pay now. */
export const useDue = () => {
  useAtomValue(due.watchAtom);
  return useQuery<DueNow>(['payouts due'], () => due.load(`${runs}/due`), { of: 'admin' });
};

export const useRun = (id: string) => {
  useAtomValue(payouts.watchAtom);
  return useQuery<PayoutRunDetails>(['payouts', id], () => payouts.load(runPath(id)), { of: 'admin' });
};

/** @throws ApiError if a run is already open */
export const startRun = () => payouts.change((options) => post<PayoutRunStarted>(runs, {}, options));

/** @throws ApiError */
export const stepRun = (id: string, step: 'send' | 'cancel') =>
  payouts.change((options) => post<Positioned>(`${runPath(id)}/${step}`, {}, options));

export type Settlement =
  | { readonly outcome: 'paid'; readonly reference: string }
  | { readonly outcome: 'failed' | 'returned'; readonly reason: string }
  | { readonly outcome: 'canceled' };

/** @throws ApiError */
export const settlePayout = (
  { id, creator_id }: { readonly id: string; readonly creator_id: string },
  { outcome, ...details }: Settlement,
) =>
  payouts.change((options) =>
    post<PayoutSettled>(
      `/api/admin/payouts/${encodeURIComponent(creator_id)}/${encodeURIComponent(id)}/${outcome}`,
      details,
      options,
    ),
  );

/** Imports the bank's results, all of them or none. @throws ApiError, whose fields have an error for each wrong line */
export const importSettlement = (runId: string, file: Blob) =>
  payouts.change((options) =>
    post<SettlementImported>(
      `${runPath(runId)}/settlement`,
      new Blob([file], { type: 'application/octet-stream' }),
      options,
    ),
  );

const holdPath = (creatorId: string) => `/api/admin/creators/${encodeURIComponent(creatorId)}/payouts-hold`;

/** @throws ApiError */
export const holdPayouts = (creatorId: string, reason: string) =>
  payouts.change((options) => put<Positioned>(holdPath(creatorId), { reason } satisfies PayoutReasonForm, options));

/** @throws ApiError */
export const releasePayouts = (creatorId: string) =>
  payouts.change((options) => del<Positioned>(holdPath(creatorId), options));

/**
 * Confirms the admin's password, then creates a file with full account details.
 * @returns the file, and how many payouts are missing from it because their payout details have changed
 * @throws ApiError
 */
export const makeFile = async (runId: string, method: PaymentMethod, password: string) => {
  await asAdmin((options) => post('/api/admin/session/confirm', { password } satisfies AdminConfirmForm, options));
  const { file, headers } = await asAdmin((options) =>
    postForFile(`${runPath(runId)}/files`, { method } satisfies PayoutFileForm, options),
  );
  return { file, leftOut: Number(headers.get('payouts-left-out') ?? 0) };
};
