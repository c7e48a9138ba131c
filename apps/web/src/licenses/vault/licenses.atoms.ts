import type { BrandDashboard } from '@tessera/contract/dashboards';
import { emptyBrandLicenses } from '@tessera/domain/licensing/brand-licenses.view';
import type { LicenseRow } from '@tessera/contract/licenses';
import { atom } from 'jotai';
import { pagedList } from '../../kernel/reading/paged-list.ts';
import { get as read } from '../../kernel/send.ts';
import { toast } from '../../kernel/toast.tsx';
import { atomWithQuery } from 'jotai-tanstack-query';
import { moneyChangesAtom } from '../refunds/money-changes.atoms.ts';
import { ownViewAtom } from '../../kernel/reading/own-view.atoms.ts';
import { queries, userIdAtom } from '../../kernel/reading/queries.ts';

const viewAtom = ownViewAtom<BrandDashboard>('brand-licenses', '/api/dashboards/brand');

/** The signed-in brand's figures with their position; `undefined` until known. */
export const brandFiguresAtom = atom((get) => {
  const known = get(viewAtom);
  return known && { position: known.position, figures: known.value ?? emptyBrandLicenses(known.userId) };
});

/** The license granted last, with a log position that includes it; `undefined` if there is none. */
export const latestGrantAtom = atom((get) => {
  const known = get(brandFiguresAtom);
  const id = known?.figures.latest_license_id;
  return id ? { id, position: known.position } : undefined;
});

/** The licenses in the vault that match its filters. */
export const vault = pagedList<LicenseRow>({
  path: '/api/licenses',
  belongs: () => false,
  onFailure: () => toast.error('Error loading licenses', 'There was a problem loading your licenses.'),
});

/** Updates the list in place after a change and announces new licenses; an empty list shows them directly. */
export const receiveGrantAtom = atom(null, (get, set, position: number) =>
  set(vault.noteMissedAtom, position, { inPlace: get(vault.listAtom).items.length > 0 }),
);

const latestMax = 4;

const readLatestAtom = atomWithQuery<{ readonly items: readonly LicenseRow[] }>(
  (get) => {
    const userId = get(userIdAtom);
    const latest = get(latestGrantAtom);
    const latestMoneyChange = get(moneyChangesAtom);
    return {
      // Without the position, which moves with every event of the view: only grants, refunds and disputes change the
      // list.
      queryKey: [userId, 'latest-licenses', latest?.id, latestMoneyChange],
      queryFn: () =>
        read(`/api/licenses?limit=${latestMax}`, { after: Math.max(latest?.position ?? -1, latestMoneyChange) }),
      enabled: latest !== undefined,
      gcTime: Infinity,
      placeholderData: (before, query) => (query?.queryKey[0] === userId ? before : undefined),
    };
  },
  () => queries,
);

/** The newest licenses, regardless of the vault's filters. */
export const latestLicensesAtom = atom((get) => get(readLatestAtom).data?.items ?? []);
