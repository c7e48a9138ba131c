import type { ReferralCodes } from '@tessera/domain/referrals/referral-codes.view';
import type { CreatorReferrals, ReferralMetrics } from '@tessera/domain/referrals/referrals.view';
import { metricsOf, noReferrals } from '@tessera/domain/referrals/referrals.view';
import type { ReferralCodePage, ReferralRow } from '@tessera/contract/referrals';
import { atom } from 'jotai';
import { atomWithQuery } from 'jotai-tanstack-query';
import { pagedList } from '../kernel/reading/paged-list.ts';
import { queries, userIdAtom } from '../kernel/reading/queries.ts';
import { get as readFrom } from '../kernel/send.ts';
import { viewAtom } from '../kernel/reading/view-atom.ts';
import { tellFailure } from './report-failure.ts';

const liveReferralsAtom = atom((get) => {
  const userId = get(userIdAtom);
  return userId ? get(viewAtom<CreatorReferrals>('referrals', userId)) : undefined;
});
const liveCodesAtom = atom((get) => {
  const userId = get(userIdAtom);
  return userId ? get(viewAtom<ReferralCodes>('referral-codes', userId)) : undefined;
});

/** The latest change of the own codes that is known of: what is read includes it. */
let changedUpTo = -1;

const name = 'referrals';
const readOwn = async () => {
  const options = changedUpTo < 0 ? {} : { after: changedUpTo };
  const [metrics, codes] = await Promise.all([
    readFrom<ReferralMetrics & { readonly position: number }>('/api/referrals/metrics', options),
    readFrom<ReferralCodePage>('/api/referral-codes', options),
  ]);
  return { metrics, codes };
};

const ownAtom = atomWithQuery<Awaited<ReturnType<typeof readOwn>>>(
  (get) => {
    const userId = get(userIdAtom);
    return {
      queryKey: [userId, name],
      queryFn: readOwn,
      enabled: userId !== undefined,
      gcTime: Infinity,
      meta: { onFailure: (error) => tellFailure('Error loading referrals', error) },
    };
  },
  () => queries,
);

/** Of the read and the live view whichever is newer; `undefined` until there is an answer. */
export const metricsAtom = atom((get): ReferralMetrics | undefined => {
  const userId = get(userIdAtom);
  const live = get(liveReferralsAtom);
  const read = get(ownAtom).data?.metrics;
  if (userId && live && live.position >= (read?.position ?? -1)) return metricsOf(live.value ?? noReferrals(userId));
  return read && metricsOf(read);
});

/** Newest first; `undefined` until they have been read. */
export const codesAtom = atom((get) => get(ownAtom).data?.codes.items);

/** The latest change of the codes that the live view tells of and that has not been read yet. */
export const unreadCodesAtom = atom((get) => {
  const told = get(liveCodesAtom)?.position;
  const known = get(ownAtom).data?.codes.position ?? -1;
  return told !== undefined && told > known ? told : undefined;
});

/** True while what is shown may be incomplete, because it could not be read. */
export const couldNotReadAtom = atom((get) => get(ownAtom).isError);

/** Reads figures and codes again, as of the position of a change. An answer under way may be older, and is left. */
export const readOwnAtom = atom(null, async (get, _set, after: number) => {
  changedUpTo = Math.max(changedUpTo, after);
  const queryKey = [get(userIdAtom), name];
  void queries.cancelQueries({ queryKey }, { silent: true, revert: false });
  await queries.refetchQueries({ queryKey });
});

export const ownReferrals = pagedList<ReferralRow>({
  path: '/api/referrals',
  belongs: () => false,
  onFailure: (error) => tellFailure('Error loading referrals', error),
});

/** Newest first, what was read with what the live view told since; `undefined` until they have been read. */
export const referralRowsAtom = atom((get): readonly ReferralRow[] | undefined => {
  const { status, items } = get(ownReferrals.listAtom);
  if (status !== 'loaded' && items.length === 0) return undefined;
  const known = new Set(items.map(({ id }) => id));
  const told = get(liveReferralsAtom)?.value?.latest ?? [];
  const news = told.filter(({ id }) => !known.has(id)).map((row) => ({ ...row, reason: null }));
  return [...news, ...items];
});

/** The latest change of the own referrals that the live view knows of: with each, the list is read again. */
export const latestChangeAtom = atom((get) => get(liveReferralsAtom)?.position ?? -1);
