import type { CreatorDashboard as CreatorAnswer } from '@tessera/contract/dashboards';
import { atom } from 'jotai';
import { emptyDashboard } from '@tessera/domain/earnings/creator-dashboard.view';
import type { CreatorDashboard } from '@tessera/domain/earnings/creator-dashboard.view';
import { get as read } from '../../kernel/send.ts';
import { sessionAtom } from '../../kernel/session.ts';
import { viewAtom } from '../../kernel/view-atom.ts';

interface Versioned {
  readonly position: number;
  readonly value: CreatorDashboard | null;
}

const fetchedAtom = atom<Versioned | undefined>(undefined);
// The socket brings the same document; this one bridges the time until it is connected, so a failure here is no news.
fetchedAtom.onMount = (set) => {
  void read<CreatorAnswer>('/api/dashboards/creator')
    .then(set)
    .catch(() => undefined);
};

/** The signed-in creator's dashboard: of the read and the live view the one with the newer position. */
export const creatorDashboardAtom = atom((get): CreatorDashboard | undefined => {
  const userId = get(sessionAtom)?.userId;
  const fetched = get(fetchedAtom);
  if (!userId) return undefined;
  const live = get(viewAtom<CreatorDashboard>('creator-dashboard', userId));
  const known = [fetched, live].filter((version) => version !== undefined);
  const own = known.filter(({ value }) => value === null || value.creator_id === userId);
  const [newest] = own.toSorted((one, other) => other.position - one.position);
  return newest && (newest.value ?? emptyDashboard(userId));
});
