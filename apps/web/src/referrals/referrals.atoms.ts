import type { ReferralCodes } from '@tessera/domain/referrals/referral-codes.view';
import type { CreatorReferrals } from '@tessera/domain/referrals/referrals.view';
import { metricsOf, noReferrals } from '@tessera/domain/referrals/referrals.view';
import type { ReferralCodePage, ReferralFigures, ReferralMetrics, ReferralRow } from '@tessera/contract/referrals';
import { atom } from 'jotai';
import { atomWithQuery } from 'jotai-tanstack-query';
import { ownLiveAtom } from '../kernel/reading/own-view.atoms.ts';
import { pagedList } from '../kernel/reading/paged-list.ts';
import { queries, userIdAtom } from '../kernel/reading/queries.ts';
import { get as readFrom } from '../kernel/send.ts';
import { reportFailure } from './report-failure.ts';

const liveReferralsAtom = ownLiveAtom<CreatorReferrals>('referrals');
const liveCodesAtom = ownLiveAtom<ReferralCodes>('referral-codes');

/** The position of the latest known change to the creator's codes. Every load includes it. */
let changedUpTo = -1;

const name = 'referrals';
const loadOwn = async () => {
  const options = changedUpTo < 0 ? {} : { after: changedUpTo };
  const [metrics, codes] = await Promise.all([
    readFrom<ReferralFigures>('/api/referrals/metrics', options),
    readFrom<ReferralCodePage>('/api/referral-codes', options),
  ]);
  return { metrics, codes };
};

const ownAtom = atomWithQuery<Awaited<ReturnType<typeof loadOwn>>>(
  (get) => {
    const userId = get(userIdAtom);
    return {
      queryKey: [userId, name],
      queryFn: loadOwn,
      enabled: userId !== undefined,
      gcTime: Infinity,
      meta: { onFailure: (error) => reportFailure('Error loading referrals', error) },
    };
  },
  () => queries,
);

/** The figures, from the loaded data or the live view, whichever is newer; `undefined` until one of them is there. */
export const metricsAtom = atom((get): ReferralMetrics | undefined => {
  const userId = get(userIdAtom);
  const live = get(liveReferralsAtom);
  const read = get(ownAtom).data?.metrics;
  if (userId && live && live.position >= (read?.position ?? -1)) return metricsOf(live.value ?? noReferrals(userId));
  return read && metricsOf(read);
});

/** The creator's codes, newest first; `undefined` until they are loaded. */
export const codesAtom = atom((get) => get(ownAtom).data?.codes.items);

/** The position of a change to the codes that the live view reported but that isn't loaded yet. */
export const pendingCodeChangeAtom = atom((get) => {
  const reported = get(liveCodesAtom)?.position;
  const loaded = get(ownAtom).data?.codes.position ?? -1;
  return reported !== undefined && reported > loaded ? reported : undefined;
});

/** Whether the last load failed, so that what is shown may be incomplete. */
export const loadFailedAtom = atom((get) => get(ownAtom).isError);

/**
 * Loads figures and codes again, as of the position of a change. A load in progress may be older, so it is canceled.
 */
export const reloadOwnAtom = atom(null, async (get, _set, after: number) => {
  changedUpTo = Math.max(changedUpTo, after);
  const queryKey = [get(userIdAtom), name];
  void queries.cancelQueries({ queryKey }, { silent: true, revert: false });
  await queries.refetchQueries({ queryKey });
});

export const ownReferrals = pagedList<ReferralRow>({
  path: '/api/referrals',
  belongs: () => false,
  onFailure: (error) => reportFailure('Error loading referrals', error),
});

/** The loaded referrals and newer ones from the live view, newest first; `undefined` until they are loaded. */
export const referralRowsAtom = atom((get): readonly ReferralRow[] | undefined => {
  const { status, items } = get(ownReferrals.listAtom);
  if (status !== 'loaded' && items.length === 0) return undefined;
  const known = new Set(items.map(({ id }) => id));
  const latest = get(liveReferralsAtom)?.value?.latest ?? [];
  const newRows = latest.filter(({ id }) => !known.has(id)).map((row) => ({ ...row, reason: null }));
  return [...newRows, ...items];
});

/** The position of the latest change in the live view. The list is loaded again with each change. */
export const latestChangeAtom = atom((get) => get(liveReferralsAtom)?.position ?? -1);
