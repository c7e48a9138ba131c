import type { BrandLicenses } from '@tessera/domain/licensing/brand-licenses.view';
import { emptyBrandLicenses } from '@tessera/domain/licensing/brand-licenses.view';
import type { LicenseRow } from '@tessera/domain/licensing/row';
import { atom } from 'jotai';
import { get as read } from '../kernel/send.ts';
import { sessionAtom } from '../kernel/session.ts';
import { viewAtom } from '../kernel/view-atom.ts';

interface Versioned {
  readonly position: number;
  readonly value: BrandLicenses | null;
}

const fetched = atom<Versioned | undefined>(undefined);
// Bridges the time until the socket is connected and brings the same document; a failure here is no news.
fetched.onMount = (set) => {
  read<Versioned>('/api/dashboards/brand').then(set, () => undefined);
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

interface LicenseList {
  readonly userId: string | undefined;
  readonly status: 'loading' | 'loaded' | 'failed';
  readonly items: readonly LicenseRow[];
  readonly nextCursor: string | null;
}

interface Page {
  readonly items: readonly LicenseRow[];
  readonly next_cursor: string | null;
}

const nothing: LicenseList = { userId: undefined, status: 'loading', items: [], nextCursor: null };
const list = atom<LicenseList>(nothing);

/** The brand's licences, newest first, a page at a time. */
export const licensesAtom = atom((get) => (get(list).userId === get(sessionAtom)?.userId ? get(list) : nothing));

/** Reads the first page, including everything up to the log position `after`. It keeps what is shown meanwhile. */
export const readLicensesAtom = atom(null, async (get, set, after?: number) => {
  const userId = get(sessionAtom)?.userId;
  if (!userId) return;
  try {
    const page = await read<Page>('/api/licenses', after === undefined ? {} : { after });
    set(list, { userId, status: 'loaded', items: page.items, nextCursor: page.next_cursor });
  } catch {
    set(list, (before) => ({ ...(before.userId === userId ? before : nothing), userId, status: 'failed' }));
  }
});

export const readMoreLicensesAtom = atom(null, async (get, set) => {
  const { userId, nextCursor } = get(licensesAtom);
  if (!nextCursor) return;
  const page = await read<Page>(`/api/licenses?cursor=${encodeURIComponent(nextCursor)}`);
  set(list, (before) =>
    before.userId === userId && before.nextCursor === nextCursor
      ? { ...before, items: [...before.items, ...page.items], nextCursor: page.next_cursor }
      : before,
  );
});
