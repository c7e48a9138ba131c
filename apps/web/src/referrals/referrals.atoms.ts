import type { ReferralCodes } from '@tessera/domain/referrals/referral-codes.view';
import type { CreatorReferrals, ReferralMetrics } from '@tessera/domain/referrals/referrals.view';
import { metricsOf, noReferrals } from '@tessera/domain/referrals/referrals.view';
import type { ReferralCodePage, ReferralCodeRow, ReferralPage, ReferralRow } from '@tessera/contract/referrals';
import { atom } from 'jotai';
import { get as readFrom } from '../kernel/send.ts';
import { sessionAtom } from '../kernel/session.ts';
import { viewAtom } from '../kernel/view-atom.ts';
import { tellFailure } from './failures.ts';

interface Known<Value> {
  readonly userId: string;
  readonly position: number;
  readonly value: Value;
}

const newest = <Value>(...known: readonly (Known<Value> | undefined)[]): Value | undefined =>
  known.filter((each) => each !== undefined).toSorted((one, other) => other.position - one.position)[0]?.value;

const userIdAtom = atom((get) => get(sessionAtom)?.userId);

const liveReferralsAtom = atom((get) => {
  const userId = get(userIdAtom);
  return userId ? get(viewAtom<CreatorReferrals>('referrals', userId)) : undefined;
});
const liveCodesAtom = atom((get) => {
  const userId = get(userIdAtom);
  return userId ? get(viewAtom<ReferralCodes>('referral-codes', userId)) : undefined;
});

const readMetrics = atom<Known<ReferralMetrics> | undefined>(undefined);
const readCodes = atom<Known<readonly ReferralCodeRow[]> | undefined>(undefined);

const own = <Value>(known: Known<Value> | undefined, userId: string | undefined) =>
  known?.userId === userId ? known : undefined;

/** Of the read and the live view whichever is newer; `undefined` until there is an answer. */
export const metricsAtom = atom((get): ReferralMetrics | undefined => {
  const userId = get(userIdAtom);
  if (!userId) return undefined;
  const live = get(liveReferralsAtom);
  const value = metricsOf(live?.value ?? noReferrals(userId));
  return newest(live && { userId, position: live.position, value }, own(get(readMetrics), userId));
});

/** Newest first; `undefined` until they have been read. */
export const codesAtom = atom((get) => own(get(readCodes), get(userIdAtom))?.value);

/** The latest change of the codes that the live view tells of and that has not been read yet. */
export const unreadCodesAtom = atom((get) => {
  const told = get(liveCodesAtom)?.position;
  const known = own(get(readCodes), get(userIdAtom))?.position ?? -1;
  return told !== undefined && told > known ? told : undefined;
});

const failureAtom = atom(false);
/** True while what is shown may be incomplete, because it could not be read. */
export const couldNotReadAtom = atom((get) => get(failureAtom));

/** The figures, for the time until the live view answers, and the codes; after a change, as of its position. */
export const readOwnAtom = atom(null, async (get, set, after?: number) => {
  const userId = get(userIdAtom);
  if (!userId) return;
  const options = after === undefined ? {} : { after };
  try {
    const [metrics, codes] = await Promise.all([
      readFrom<ReferralMetrics & { readonly position: number }>('/api/referrals/metrics', options),
      readFrom<ReferralCodePage>('/api/referral-codes', options),
    ]);
    set(readMetrics, { userId, position: metrics.position, value: metricsOf(metrics) });
    const read = { userId, position: codes.position, value: codes.items };
    // Of two readings under way, the later answer may be the older one.
    set(readCodes, (known) => ((own(known, userId)?.position ?? -1) > read.position ? known : read));
    set(failureAtom, false);
  } catch (error) {
    set(failureAtom, true);
    tellFailure('Error loading referrals', error);
  }
});

interface ReferralList {
  readonly userId: string | undefined;
  readonly busy: boolean;
  readonly failed: boolean;
  /** Newest first; `undefined` until they have been read. */
  readonly rows: readonly ReferralRow[] | undefined;
  readonly nextCursor: string | null;
}

const noList = { busy: false, failed: false, rows: undefined, nextCursor: null };
const kept = atom<ReferralList>({ ...noList, userId: undefined });
let latestReading = 0;

/** What was read, with what the live view told since. */
export const referralListAtom = atom((get): ReferralList => {
  const userId = get(userIdAtom);
  const list = get(kept).userId === userId ? get(kept) : { ...noList, userId };
  const told = get(liveReferralsAtom)?.value?.latest ?? [];
  const { rows } = list;
  if (!rows) return list;
  const known = new Set(rows.map(({ id }) => id));
  return { ...list, rows: [...told.filter(({ id }) => !known.has(id)), ...rows] };
});

/** How many referrals there are as far as the live view knows: when it changes, the list is read again. */
export const liveTotalAtom = atom((get) => get(liveReferralsAtom)?.value?.total_referrals ?? 0);

export const readReferralsAtom = atom(null, async (get, set, reading: 'start' | 'more') => {
  const userId = get(userIdAtom);
  const before = get(kept).userId === userId ? get(kept) : { ...noList, userId };
  const mine = (latestReading += 1);
  const cursor = reading === 'more' ? before.nextCursor : null;
  set(kept, { ...before, busy: true });
  try {
    const address = cursor ? `/api/referrals?cursor=${encodeURIComponent(cursor)}` : '/api/referrals';
    const page = await readFrom<ReferralPage>(address);
    if (mine !== latestReading) return;
    const rows = cursor ? [...(before.rows ?? []), ...page.items] : page.items;
    set(kept, { userId, busy: false, failed: false, rows, nextCursor: page.next_cursor });
  } catch (error) {
    if (mine !== latestReading) return;
    set(kept, { ...before, busy: false, failed: true });
    tellFailure('Error loading referrals', error);
  }
});
