import { atom } from 'jotai';
import { get as read, post } from '../kernel/send.ts';
import { viewAtom } from '../kernel/view-atom.ts';
import { asAdmin } from './admin-session.atoms.ts';

export interface Replay {
  readonly position: number;
  /** The log's last position when this was told: where the replay must arrive. */
  readonly head: number;
  readonly events_per_second: number;
  readonly state: 'running' | 'switching' | 'done' | 'failed';
  /** ISO 8601. */
  readonly started_at: string;
  readonly finished_at?: string | null;
}

export interface ViewStatus {
  readonly view: string;
  readonly position: number;
  readonly head: number;
  /** Events between the view and the head. */
  readonly lag: number;
  readonly state: 'live' | 'catching-up' | 'replaying';
  /** Events set aside because folding them failed. */
  readonly parked: number;
  readonly replay: Replay | null;
}

interface ViewStatuses {
  readonly items: readonly ViewStatus[];
}

const fetchedAtom = atom<ViewStatuses | undefined>(undefined);
// The live view brings the same and newer; until then this stands in for it.
fetchedAtom.onMount = (set) => {
  void asAdmin((options) => read<ViewStatuses>('/api/admin/views', options))
    .then(set)
    .catch(() => undefined);
};

/** Every view with its place in the log; `undefined` until it is known. */
export const viewStatusesAtom = atom((get): readonly ViewStatus[] | undefined => {
  const fetched = get(fetchedAtom);
  const live = get(viewAtom<ViewStatuses>('view-status', 'all', { admin: true }));
  return (live?.value ?? fetched)?.items;
});

/** Has the server fold a view anew from the first event, beside the one in use. */
export const startReplay = (view: string): Promise<unknown> =>
  asAdmin((options) => post(`/api/admin/views/${view}/replay`, {}, options));

export const isReplaying = (status: ViewStatus) =>
  status.replay?.state === 'running' || status.replay?.state === 'switching';

/** How much of the log a replay has folded, in whole percent; 100 only when all of it is. */
export const percentOf = ({ position, head }: Replay): number =>
  head <= 0 ? 100 : Math.min(100, Math.floor((position / head) * 100));
