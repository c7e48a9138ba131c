import { atom } from 'jotai';
import type { PlatformCounts } from '@tessera/domain/admin/platform-counts.view';
import { noCounts, platformKey } from '@tessera/domain/admin/platform-counts.view';
import { get as read } from '../kernel/send.ts';
import { viewAtom } from '../kernel/view-atom.ts';
import { asAdmin } from './admin-session.atoms.ts';

const fetchedAtom = atom<PlatformCounts | undefined>(undefined);
// The live view brings the same figures and newer ones; until then these stand in for it.
fetchedAtom.onMount = (set) => {
  void asAdmin((options) => read<PlatformCounts>('/api/admin/counts', options))
    .then(set)
    .catch(() => undefined);
};

/** How many creators, brands, items and licenses there are this moment; `undefined` until it is known. */
export const countsAtom = atom((get): PlatformCounts | undefined => {
  const fetched = get(fetchedAtom);
  const live = get(viewAtom<PlatformCounts>('platform-counts', platformKey, { admin: true }));
  return live ? (live.value ?? noCounts) : fetched;
});
