import type { EventSummary } from '@tessera/contract/admin';
import type { Page, Positioned } from '@tessera/contract/kernel/answers';
import type {
  DueNow,
  PayoutRunDetails,
  PayoutRunStarted,
  PayoutSettled,
  SettlementTaken,
} from '@tessera/contract/payout-runs';
import type { InfiniteData } from '@tanstack/query-core';
import type { PaymentMethod } from '@tessera/domain/payment-methods';
import { atom, useAtomValue } from 'jotai';
import { atomWithInfiniteQuery } from 'jotai-tanstack-query';
import { useMemo } from 'react';
import { watch } from '../../kernel/reading/live.ts';
import type { LiveMessage } from '../../kernel/reading/live.ts';
import { queries, useQuery } from '../../kernel/reading/queries.ts';
import { del, get as read, post, postForFile, put } from '../../kernel/send.ts';
import { adminLive, asAdmin } from '../admin-session.atoms.ts';

const runs = '/api/admin/payout-runs';
const runPath = (id: string) => `${runs}/${encodeURIComponent(id)}`;

export const addresses = {
  runs,
  holds: '/api/admin/payout-holds',
  payoutsOf: (runId: string, status: string) => `${runPath(runId)}/payouts${status && `?status=${status}`}`,
  leftOutOf: (runId: string) => `${runPath(runId)}/left-out`,
} as const;

const shownKey = ['admin', 'payouts'];
const dueKey = ['admin', 'payouts due'];

/** The latest change that is known of: what is read includes it. */
let changedUpTo = -1;

const readNow = <Value>(path: string) =>
  asAdmin((options) => read<Value>(path, changedUpTo < 0 ? options : { ...options, after: changedUpTo }));

/** What a run would find now. It looks at every creator: so it is asked for anew only when a run has moved. */
export const useDue = () => useQuery<DueNow>(['payouts due'], () => readNow(`${runs}/due`), { of: 'admin' });

export const useRun = (id: string) =>
  useQuery<PayoutRunDetails>(['payouts', id], () => readNow(runPath(id)), { of: 'admin' });

const pagesOf = <Row>(path: string) =>
  atomWithInfiniteQuery<RowPage<Row>, Error, InfiniteData<RowPage<Row>>, readonly unknown[], string | null>(
    () => ({
      queryKey: [...shownKey, path],
      queryFn: ({ pageParam: cursor }) =>
        readNow(cursor === null ? path : `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ cursor })}`),
      initialPageParam: null,
      getNextPageParam: ({ next_cursor }) => next_cursor,
    }),
    () => queries,
  );

interface RowPage<Row> extends Page {
  readonly items: readonly Row[];
}

/** A list of payouts, runs or holds, page after page, for as long as a component stands. */
export const usePages = <Row>(path: string) => {
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage } = useAtomValue(
    useMemo(() => pagesOf<Row>(path), [path]),
  );
  return {
    rows: data?.pages.flatMap(({ items }) => items),
    hasFailed: isError,
    more: hasNextPage ? { isOnItsWay: isFetchingNextPage, read: () => void fetchNextPage() } : null,
  };
};

let isReading = false;
let isStale = false;

/** However fast it changes, one reading after the other: so each of them ends, and the last one has everything. */
const readAgain = async (position: number) => {
  changedUpTo = Math.max(changedUpTo, position);
  isStale = true;
  if (isReading) return;
  isReading = true;
  while (isStale) {
    isStale = false;
    await queries.invalidateQueries({ queryKey: shownKey });
  }
  isReading = false;
};

/** While it is mounted, what happens to a run, a payout or a hold has what is shown read again. */
export const watchPayoutsAtom = atom(null);
watchPayoutsAtom.onMount = () =>
  watch(
    'event-log',
    'all',
    ({ position, value }: LiveMessage) => {
      const { items } = (value ?? { items: [] }) as { readonly items: readonly EventSummary[] };
      // Without events it only says how far the log is: anything may have happened up to there.
      const concerns = (category: string) =>
        items.length === 0 || items.some(({ stream }) => stream.startsWith(category));
      if (position <= changedUpTo || !concerns('payout')) return;
      void readAgain(position);
      if (concerns('payoutRun-')) void queries.invalidateQueries({ queryKey: dueKey });
    },
    { over: adminLive, ofMany: true },
  );

/** What is shown is read again also when it was refused: someone else may have been faster. @throws ApiError */
const change = async <Answer extends Positioned>(send: (options: { token: string }) => Promise<Answer>) => {
  try {
    const answer = await asAdmin(send);
    void readAgain(answer.position);
    return answer;
  } catch (error) {
    void readAgain(-1);
    throw error;
  }
};

/** @throws ApiError where one is open */
export const startRun = () => change((options) => post<PayoutRunStarted>(runs, {}, options));

/** @throws ApiError */
export const stepRun = (id: string, step: 'send' | 'cancel') =>
  change((options) => post<Positioned>(`${runPath(id)}/${step}`, {}, options));

export type Settling =
  | { readonly outcome: 'paid'; readonly reference: string }
  | { readonly outcome: 'failed' | 'returned'; readonly reason: string }
  | { readonly outcome: 'canceled' };

/** @throws ApiError */
export const settlePayout = (
  { id, creator_id }: { readonly id: string; readonly creator_id: string },
  { outcome, ...told }: Settling,
) =>
  change((options) =>
    post<PayoutSettled>(
      `/api/admin/payouts/${encodeURIComponent(creator_id)}/${encodeURIComponent(id)}/${outcome}`,
      told,
      options,
    ),
  );

/** What the bank says, whole or not at all. @throws ApiError, whose fields say what is wrong line by line */
export const takeAnswer = (runId: string, file: Blob) =>
  change((options) =>
    post<SettlementTaken>(
      `${runPath(runId)}/settlement`,
      new Blob([file], { type: 'application/octet-stream' }),
      options,
    ),
  );

const holdPath = (creatorId: string) => `/api/admin/creators/${encodeURIComponent(creatorId)}/payouts-hold`;

/** @throws ApiError */
export const holdPayouts = (creatorId: string, reason: string) =>
  change((options) => put<Positioned>(holdPath(creatorId), { reason }, options));

/** @throws ApiError */
export const releasePayouts = (creatorId: string) => change((options) => del<Positioned>(holdPath(creatorId), options));

/**
 * Gives the password once more, and has a file with full account details made.
 * @returns the file, and how many payouts are not in it because their details have changed
 * @throws ApiError
 */
export const makeFile = async (runId: string, method: PaymentMethod, password: string) => {
  await asAdmin((options) => post('/api/admin/session/confirm', { password }, options));
  const { file, headers } = await asAdmin((options) => postForFile(`${runPath(runId)}/files`, { method }, options));
  return { file, leftOut: Number(headers.get('payouts-left-out') ?? 0) };
};
