import type { BrandLicenses } from '@tessera/domain/licensing/brand-licenses.view';
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

const viewAtom = ownViewAtom<BrandLicenses>('brand-licenses', '/api/dashboards/brand');

/** The signed-in brand's figures with their position; `undefined` until they are known. */
export const brandFiguresAtom = atom((get) => {
  const known = get(viewAtom);
  return known && { position: known.position, figures: known.value ?? emptyBrandLicenses(known.userId) };
});

/** The license that was granted last, with a log position that includes it; undefined while there is none. */
export const latestGrantAtom = atom((get) => {
  const known = get(brandFiguresAtom);
  const id = known?.figures.latest_license_id;
  return id ? { id, position: known.position } : undefined;
});

/** The licenses of the vault: those that its filters leave. */
export const vault = pagedList<LicenseRow>({
  path: '/api/licenses',
  belongs: () => false,
  onFailure: () => toast.error('Error loading licenses', 'There was a problem loading your licenses.'),
});

/** Takes in what a grant changed, where it stands, and announces what is new; where nothing stands it is shown. */
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
      // The position moves with every event of the view; the list changes with a grant, a refund or a dispute alone.
      queryKey: [userId, 'latest-licenses', latest?.id, latestMoneyChange],
      queryFn: () =>
        read(`/api/licenses?limit=${latestMax}`, { after: Math.max(latest?.position ?? -1, latestMoneyChange) }),
      enabled: latest !== undefined,
      gcTime: Infinity,
      placeholderData: (before, asked) => (asked?.queryKey[0] === userId ? before : undefined),
    };
  },
  () => queries,
);

/** The newest licenses, whatever the vault shows. */
export const latestLicensesAtom = atom((get) => get(readLatestAtom).data?.items ?? []);
