import { atom } from 'jotai';
import type { PlatformCounts } from '@tessera/domain/admin/counts';
import { noCounts, platformKey } from '@tessera/domain/admin/counts';
import { viewAtom } from '../kernel/reading/view-atom.ts';
import { adminLive } from './admin-session.atoms.ts';
import { adminQueryAtom } from './queries.ts';

const liveAtom = viewAtom<PlatformCounts>('platform-counts', platformKey, { over: adminLive });

// Shown until the live view delivers the same figures, or newer ones.
const fetchedAtom = adminQueryAtom<PlatformCounts>('/api/admin/counts');

/** The current number of creators, brands, items and licenses; `undefined` until it is known. */
export const countsAtom = atom((get): PlatformCounts | undefined => {
  const fetched = get(fetchedAtom).data;
  const live = get(liveAtom);
  return live ? (live.value ?? noCounts) : fetched;
});
