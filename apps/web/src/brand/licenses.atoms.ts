import type { BrandDashboard } from '@tessera/contract/dashboards';
import type { BrandLicenses } from '@tessera/domain/licensing/brand-licenses.view';
import { emptyBrandLicenses } from '@tessera/domain/licensing/brand-licenses.view';
import type { LicenseRow } from '@tessera/contract/licenses';
import { atom } from 'jotai';
import { pagedList } from '../kernel/paged-list.ts';
import { get as read } from '../kernel/send.ts';
import { sessionAtom } from '../kernel/session.ts';
import { toast } from '../kernel/toast.tsx';
import { viewAtom } from '../kernel/view-atom.ts';

interface Versioned {
  readonly position: number;
  readonly value: BrandLicenses | null;
}

const fetched = atom<Versioned | undefined>(undefined);
// Bridges the time until the socket is connected and brings the same document; a failure here is no news.
fetched.onMount = (set) => {
  read<BrandDashboard>('/api/dashboards/brand').then(set, () => undefined);
};

/** The signed-in brand's figures with their position: of the read and the live view the newer one. */
export const brandFiguresAtom = atom((get) => {
  const userId = get(sessionAtom)?.userId;
  if (!userId) return undefined;
  const versions: readonly (Versioned | undefined)[] = [
    get(fetched),
    get(viewAtom<BrandLicenses>('brand-licenses', userId)),
  ];
  const own = versions.filter(
    (version) => version !== undefined && (version.value === null || version.value.brand_id === userId),
  );
  const newest = own.reduce(
    (one, other) => (!one || (other && other.position > one.position) ? other : one),
    undefined,
  );
  return newest && { position: newest.position, figures: newest.value ?? emptyBrandLicenses(userId) };
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
export const hearOfGrantAtom = atom(null, (get, set, position: number) =>
  set(vault.missAtom, position, { inPlace: get(vault.listAtom).items.length > 0 }),
);

/** The newest licenses, whatever the vault shows. */
export const latestLicenses = pagedList<LicenseRow>({
  path: '/api/licenses',
  belongs: () => false,
  onFailure: () => undefined,
});
