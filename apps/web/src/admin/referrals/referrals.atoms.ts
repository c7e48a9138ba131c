import type { ReferralDecided, ReviewedReferralPage } from '@tessera/contract/referrals';
import type { EventSummary } from '@tessera/contract/admin';
import type { DecideReferral, ReferralStatus } from '@tessera/domain/referrals/referral';
import { atom } from 'jotai';
import { atomWithInfiniteQuery } from 'jotai-tanstack-query';
import { watch } from '../../kernel/reading/live.ts';
import type { LiveMessage } from '../../kernel/reading/live.ts';
import { queries } from '../../kernel/reading/queries.ts';
import { get as read, post } from '../../kernel/send.ts';
import { adminLive, asAdmin } from '../admin-session.atoms.ts';

const path = '/api/admin/referrals';
const queryKey = ['admin', path];

/** The latest change that is known of: what is read includes it. */
let changedUpTo = -1;

const readPage = (status: ReferralStatus, cursor: string | null) => {
  const query = new URLSearchParams({ status, ...(cursor && { cursor }) });
  const after = changedUpTo < 0 ? {} : { after: changedUpTo };
  return asAdmin((options) => read<ReviewedReferralPage>(`${path}?${query}`, { ...options, ...after }));
};

const listOf = (status: ReferralStatus) =>
  atomWithInfiniteQuery<ReviewedReferralPage, Error, unknown, readonly unknown[], string | null>(
    () => ({
      queryKey: [...queryKey, status],
      queryFn: ({ pageParam }) => readPage(status, pageParam),
      initialPageParam: null,
      getNextPageParam: ({ next_cursor }) => next_cursor,
    }),
    () => queries,
  );

/** The referrals of each status, in pages. */
export const referralListAtoms = {
  pending: listOf('pending'),
  completed: listOf('completed'),
  cancelled: listOf('cancelled'),
} as const satisfies Readonly<Record<ReferralStatus, unknown>>;

const readAgain = (position: number) => {
  changedUpTo = Math.max(changedUpTo, position);
  return queries.invalidateQueries({ queryKey });
};

/** Approves or rejects a referral that is held. @throws ApiError */
export const decideReferral = async (referredUserId: string, { kind, reason }: DecideReferral) => {
  try {
    const address = `${path}/${encodeURIComponent(referredUserId)}/${kind}`;
    const { position } = await asAdmin((options) => post<ReferralDecided>(address, { reason }, options));
    void readAgain(position);
  } catch (error) {
    // Someone else may have been faster.
    void readAgain(-1);
    throw error;
  }
};

/** While it is mounted, what happens to a referral has the lists read again. */
export const watchReferralsAtom = atom(null);
watchReferralsAtom.onMount = () =>
  watch(
    'event-log',
    'all',
    ({ position, value }: LiveMessage) => {
      const { items } = (value ?? { items: [] }) as { readonly items: readonly EventSummary[] };
      // Without events it only says how far the log is: anything may have happened up to there.
      const concerns = items.length === 0 || items.some(({ stream }) => stream.startsWith('referral-'));
      if (concerns && position > changedUpTo) void readAgain(position);
    },
    { over: adminLive, ofMany: true },
  );
