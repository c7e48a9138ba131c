import type { CreatorDashboard, CreatorFigures } from '@tessera/contract/dashboards';
import { atom } from 'jotai';
import { emptyDashboard } from '@tessera/domain/earnings/dashboard/creator-dashboard.view';
import { ownViewAtom } from '../../kernel/reading/own-view.atoms.ts';

const viewAtom = ownViewAtom<CreatorDashboard>('creator-dashboard', '/api/dashboards/creator');

/** The signed-in creator's dashboard; `undefined` until it is known. */
export const creatorDashboardAtom = atom((get): CreatorFigures | undefined => {
  const known = get(viewAtom);
  return known && (known.value ?? emptyDashboard(known.userId));
});
