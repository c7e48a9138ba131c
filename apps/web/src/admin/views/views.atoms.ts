import type { ParkedLeft, ParkedList, ParkedRow, ReplayRow, ViewList, ViewRow } from '@tessera/contract/admin';
import { atom } from 'jotai';
import { get as read, post } from '../../kernel/send.ts';
import { viewAtom } from '../../kernel/reading/view-atom.ts';
import { adminLive, asAdmin } from '../admin-session.atoms.ts';
import { adminQueryAtom } from '../queries.ts';

// Shown until the live view delivers the same, or something newer.
const fetchedAtom = adminQueryAtom<ViewList>('/api/admin/views');

/** Every view and workflow with its position in the log; `undefined` until it is known. */
export const viewStatusesAtom = atom((get): readonly ViewRow[] | undefined => {
  const fetched = get(fetchedAtom).data;
  const live = get(viewAtom<ViewList>('view-status', 'all', { over: adminLive }));
  return (live?.value ?? fetched)?.items;
});

/** Starts a replay of a view, while the current one stays in use. */
export const startReplay = (view: string): Promise<unknown> =>
  asAdmin((options) => post(`/api/admin/views/${view}/replay`, {}, options));

/** The parked events of a view or workflow, in log order. */
export const readParked = async (view: string): Promise<readonly ParkedRow[]> => {
  const answer = await asAdmin((options) => read<ParkedList>(`/api/admin/views/${view}/parked`, options));
  return answer.items;
};

/** Retries the parked events of a view or workflow; returns how many are still parked. */
export const retryParked = async (view: string): Promise<number> => {
  const answer = await asAdmin((options) => post<ParkedLeft>(`/api/admin/views/${view}/retry-parked`, {}, options));
  return answer.parked;
};

export const isReplaying = (status: ViewRow) =>
  status.replay?.state === 'running' || status.replay?.state === 'switching';

/** How much of the log a replay has folded, in whole percent, rounded down: 100 means all of it. */
export const percentOf = ({ position, head }: ReplayRow): number =>
  head <= 0 ? 100 : Math.min(100, Math.floor((position / head) * 100));
